// Appending: a record at the end of a source file, in the form that the file has; all other characters stay as they are.
import { parse } from 'csv-parse/sync';
import { parseTree } from 'jsonc-parser';
import { Document, isMap, isNode, isSeq, parseDocument, visit } from 'yaml';
import { csvRow } from '../outputs/dumps/csv.ts';
import { cellValue } from '../catalog/source/csv.ts';
import type { SourceFormat } from '../catalog/source/find.ts';
import type { RecordFields } from '../catalog/source/record.ts';

/** The values of a record by field, each as the text that a cell of CSV holds: `;` separates the values of a list. */
export type FieldValues = Readonly<Record<string, string>>;

/**
 * Adds a record to the text of a file; returns undefined if the file cannot hold it: CSV that lacks a column, or a file that is not a list.
 * Of a large file, the text may be its end alone: its last lines, or a `[` and the last elements. `head` is the text that the file begins with.
 */
export function withRecord(
  format: SourceFormat,
  text: string,
  values: FieldValues,
  fields: RecordFields,
  head = text,
): string | undefined {
  const [mark = ''] = /^\ufeff/u.exec(text) ?? [];
  const body = text.slice(mark.length);
  const lineEnd = /\r?\n/u.exec(head)?.[0] ?? '\n';
  const ended = text === mark || text.endsWith('\n') ? text : text + lineEnd;
  if (format === 'csv') {
    const row = csvRowOf(head, values);
    return row && ended + row + lineEnd;
  }
  const record = recordOf(values, fields);
  if (format === 'ndjson') return `${ended}${JSON.stringify(record)}${lineEnd}`;
  if (format === 'yaml') return withItems(text, [record]);
  const insertions = elementIn(body, record);
  return insertions && mark + inserted(body, insertions, lineEnd);
}

/** Adds records to the text of a YAML file; returns undefined if that is no list. */
export function withItems(text: string, records: readonly object[]): string | undefined {
  const body = text.replace(/^\ufeff/u, '');
  const insertions = itemsIn(body, records);
  const mark = text.slice(0, text.length - body.length);
  return insertions && mark + inserted(body, insertions, /\r?\n/u.exec(text)?.[0] ?? '\n');
}

function inserted(text: string, insertions: readonly Insertion[], lineEnd: string): string {
  return insertions
    .toReversed()
    .reduce((all, { at, added }) => all.slice(0, at) + added.replaceAll('\n', lineEnd) + all.slice(at), text);
}

/** A text to be inserted at an offset, with `\n` as its line ends. */
interface Insertion {
  readonly at: number;
  readonly added: string;
}

function recordOf(values: FieldValues, fields: RecordFields): Record<string, unknown> {
  const typed = Object.entries(values).map(([name, text]) => {
    const value = cellValue(name, text, fields);
    const [only] = Array.isArray(value) && value.length === 1 ? value : [];
    return [name, typeof only === 'string' ? only : value];
  });
  return Object.fromEntries(typed);
}

/** The fields for which the text of a CSV file has no column. */
export function fieldsWithoutColumn(text: string, fields: Iterable<string>): string[] {
  const names = columnsIn(text);
  return [...fields].filter((name) => !names.includes(name));
}

function columnsIn(text: string): string[] {
  const [header = []] = parse(text.replace(/^\ufeff/u, ''), {
    to: 1,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  return header.map((name) => name.trim());
}

function csvRowOf(head: string, values: FieldValues): string | undefined {
  if (fieldsWithoutColumn(head, Object.keys(values)).length > 0) return undefined;
  const names = columnsIn(head);
  return csvRow(names.map((name) => values[name] ?? null)).slice(0, -2);
}

/** With the indentation of the last element. */
function elementIn(text: string, record: object): Insertion[] | undefined {
  const root = parseTree(text);
  if (root?.type !== 'array') return undefined;
  const last = root.children?.at(-1);
  if (last === undefined) {
    const rest = text.slice(root.offset + 1, root.offset + root.length - 1);
    return [{ at: root.offset + 1, added: `\n  ${JSON.stringify(record)}${rest.includes('\n') ? '' : '\n'}` }];
  }
  const at = last.offset + last.length;
  const shown = text.slice(last.offset, at);
  const indent = indentAt(text, last.offset);
  const inner = /\n([ \t]*)"/u.exec(shown)?.[1];
  const added =
    inner === undefined
      ? onOneLine(record, /":\s/u.test(shown))
      : JSON.stringify(record, undefined, inner.slice(indent?.length)).replaceAll('\n', `\n${indent ?? ''}`);
  return [{ at, added: `,${indent === undefined ? ' ' : `\n${indent}`}${added}` }];
}

/** The white space before an offset, if there is nothing else before it on its line. */
function indentAt(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return before.trim() === '' ? before : undefined;
}

function onOneLine(record: object, isSpaced: boolean): string {
  if (!isSpaced) return JSON.stringify(record);
  // Texts have no line ends in JSON.
  return JSON.stringify(record, undefined, 1)
    .replaceAll(/(?<=[[{])\n *|\n *(?=[\]}])/gu, '')
    .replaceAll(/\n */gu, ' ');
}

function itemsIn(text: string, records: readonly object[]): Insertion[] | undefined {
  const { contents, errors } = parseDocument(text);
  if (errors.length > 0 || /(?:^|\n)\.\.\.\s*(?:\n|$)/u.test(text)) return undefined;
  if (contents !== null && !isSeq(contents)) return undefined;
  const [start = 0, end = 0] = contents?.range ?? [];
  const last = contents?.items.at(-1);
  if (contents?.flow === true) return itemsInFlow(text, start, end - 1, last, records);
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const isApart = isMap(last) && (last.spaceBefore === true || contents?.items.length === 1);
  // Empty lines belong to a block of text that keeps them.
  const keepsLines = isMap(last) && /[|>]\d?\+/u.test(text.slice(last.range?.[0]));
  const items = itemText(records).replaceAll(/(?<=^|\n)(?=[^\n])/gu, ' '.repeat(column));
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return [{ at: text.length, added: gap + (isApart && !keepsLines ? '\n' : '') + items }];
}

/** Before the bracket at `close`, with a comma after the last item. */
function itemsInFlow(
  text: string,
  start: number,
  close: number,
  last: unknown,
  records: readonly object[],
): Insertion[] | undefined {
  const [from, to] = last === undefined ? [start, start + 1] : (isNode(last) && last.range) || [];
  if (from === undefined || to === undefined) return undefined;
  const rest = text.slice(to, close);
  const hasComma = last === undefined || rest.replaceAll(/#[^\n]*/gu, '').includes(',');
  const space = /\s*$/u.exec(rest)?.[0] ?? '';
  const indent = space.includes('\n') ? `\n${indentAt(text, from) ?? ''}` : last === undefined ? '' : ' ';
  return [
    { at: to, added: hasComma ? '' : ',' },
    // JSON, as a text of several lines would break the line.
    {
      at: close - space.length,
      added:
        indent + records.map((record) => onOneLine(record, true)).join(indent.includes('\n') ? `,${indent}` : ', '),
    },
  ];
}

/** A list of the records; lists in them are on one line. */
function itemText(records: readonly object[]): string {
  const list = new Document(records);
  visit(list, {
    Seq: (key, node) => {
      if (key !== null) node.flow = true;
    },
  });
  return list.toString({ lineWidth: 0, flowCollectionPadding: false });
}
