// Appending: a record at the end of a source file, in the form that the file has; all other characters stay as they are.
import { parse } from 'csv-parse/sync';
import { parseTree } from 'jsonc-parser';
import { Document, isMap, isSeq, parseDocument, visit } from 'yaml';
import { csvRow } from '../outputs/dumps/csv.ts';
import { cellValue } from '../source/csv.ts';
import type { SourceFormat } from '../source/find.ts';
import type { RecordFields } from '../source/record.ts';

/** A record as a row of CSV has it: texts by field, in which `;` separates several values of a list. */
export type Cells = Readonly<Record<string, string>>;

/** Adds a record to the text of a file; returns undefined if the file cannot hold it: CSV that lacks a column, or a file that is no list. */
export function withRecord(format: SourceFormat, text: string, cells: Cells, fields: RecordFields): string | undefined {
  const lineEnd = /\r?\n/u.exec(text)?.[0] ?? '\n';
  const ended = text === '' || text.endsWith('\n') ? text : text + lineEnd;
  if (format === 'csv') return withRow(text, ended, cells, lineEnd);
  const record = recordOf(cells, fields);
  if (format === 'ndjson') return `${ended}${JSON.stringify(record)}${lineEnd}`;
  const added = format === 'json' ? withElement(text, record) : withItem(text, ended, record);
  return added?.replaceAll(/\r?\n/gu, lineEnd);
}

function recordOf(cells: Cells, fields: RecordFields): Record<string, unknown> {
  const values = Object.entries(cells).map(([name, cell]) => {
    const value = cellValue(name, cell, fields);
    const [only] = Array.isArray(value) && value.length === 1 ? value : [];
    return [name, typeof only === 'string' ? only : value];
  });
  return Object.fromEntries(values);
}

function withRow(text: string, ended: string, cells: Cells, lineEnd: string): string | undefined {
  const [header = []] = parse(text, { bom: true, to: 1, skip_empty_lines: true, relax_column_count: true });
  const names = header.map((name) => name.trim());
  if (!Object.keys(cells).every((name) => names.includes(name))) return undefined;
  return ended + csvRow(names.map((name) => cells[name] ?? null)).slice(0, -2) + lineEnd;
}

/** With the line ends and the indentation of the last element. */
function withElement(text: string, record: object): string | undefined {
  const root = parseTree(text.replace(/^\ufeff/u, ' '));
  if (root?.type !== 'array') return undefined;
  const last = root.children?.at(-1);
  if (last === undefined) return `${text.slice(0, root.offset + 1)}\n  ${JSON.stringify(record)}\n]\n`;
  const end = last.offset + last.length;
  const shown = text.slice(last.offset, end);
  const [indent = ''] = /[^\n]*$/u.exec(text.slice(0, last.offset)) ?? [];
  const isOnItsLine = indent.trim() === '';
  const inner = /\n([ \t]*)"/u.exec(shown)?.[1];
  const added =
    inner === undefined
      ? onOneLine(record, /":\s/u.test(shown))
      : JSON.stringify(record, undefined, inner.slice(indent.length)).replaceAll('\n', `\n${indent}`);
  return `${text.slice(0, end)},${isOnItsLine ? `\n${indent}` : ' '}${added}${text.slice(end)}`;
}

function onOneLine(record: object, isSpaced: boolean): string {
  if (!isSpaced) return JSON.stringify(record);
  // Texts have no line ends in JSON.
  return JSON.stringify(record, undefined, 1)
    .replaceAll(/(?<=[[{])\n *|\n *(?=[\]}])/gu, '')
    .replaceAll(/\n */gu, ' ');
}

const style = { lineWidth: 0, flowCollectionPadding: false };

function withItem(text: string, ended: string, record: object): string | undefined {
  const document = parseDocument(text);
  const { contents } = document;
  if (document.errors.length > 0 || /^\.\.\.\s*$/mu.test(text)) return undefined;
  if (contents !== null && !isSeq(contents)) return undefined;
  if (contents?.flow === true) {
    document.add(document.createNode(record));
    return `${document.toString(style).trimEnd()}\n`;
  }
  const start = contents?.range?.[0] ?? 0;
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const last = contents?.items.at(-1);
  const isApart = isMap(last) && (last.spaceBefore === true || contents?.items.length === 1);
  return ended + (isApart ? '\n' : '') + itemText(record).replaceAll(/^(?=.)/gmu, ' '.repeat(column));
}

/** A list with the record alone; lists in it are on one line. */
function itemText(record: object): string {
  const list = new Document([record]);
  visit(list, {
    Seq: (key, node) => {
      if (key !== null) node.flow = true;
    },
  });
  return list.toString(style);
}
