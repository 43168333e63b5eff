// Columns: what they hold shows which fields they may be, where their names do not. A guess at a title is only ever proposed.
import { DateColumn } from './dates.ts';
import type { FieldName, FieldTable } from './format.ts';
import { linkOf } from './grid.ts';
import { shownColumns, usedColumns } from './map.ts';
import type { Question } from './questions.ts';
import type { Row } from './rows.ts';

/** Rows that are looked at. */
const sampled = 1000;
const address = /^(?:https?:\/\/|www\.)\S+$/iu;

export interface Completed {
  readonly fields: FieldTable;
  /** Columns that may be one of the other fields. */
  readonly proposals: Partial<Record<FieldName, string>>;
  readonly questions: readonly Question[];
  /** The column that was taken for the address of a course, as it is the only one with addresses. */
  readonly taken?: string | undefined;
}

/** Completes the fields that were found by the names of columns. The address of a course stays where a map names it. */
export function completed(
  found: FieldTable,
  rows: readonly Row[],
  columns: readonly string[],
  isMapped: boolean,
): Completed {
  const used = usedColumns(found);
  const contents = columns.map((column) => contentOf(column, rows.slice(0, sampled)));
  const free = contents.filter(({ column }) => !used.has(column));
  const repeating = free.filter(({ repeats }) => repeats).map(({ column }) => column);
  const all = {
    title: free.find(({ isText, repeats }) => isText && !repeats)?.column,
    date_published: free.find(({ isDate }) => isDate)?.column,
    provider: repeating[0],
    categories: repeating.at(found.provider ? 0 : 1),
  };
  const open = Object.entries(all).filter(([field, column]) => column !== undefined && !(field in found));
  const proposals: Completed['proposals'] = Object.fromEntries(open);
  const fields = { ...found };
  const questions: Question[] = [];
  if (found.title === undefined) {
    questions.push(whichColumn('title', proposals.title, columns));
    // Nothing is written while a question is open; with this the others are found.
    fields.title = [proposals.title === undefined ? { template: '?' } : [proposals.title]];
  }
  const named = columnsOf(found.linkurl);
  const links = [...named, ...columnsOf(fields.title)].map(linkOf).filter((one) => columns.includes(one));
  const others = free.filter(({ isAddress }) => isAddress).map(({ column }) => column);
  const hasAddresses = contents.some(({ column, hasAddress }) => hasAddress && named.includes(column));
  if (!isMapped && links.length > 0) fields.linkurl = [...links.map((one) => [one]), ...(found.linkurl ?? [])];
  else if (!isMapped && !hasAddresses && others.length === 1) {
    fields.linkurl = [others];
    return { fields, proposals, questions, taken: others[0] };
  } else if (found.linkurl === undefined) {
    questions.push(others.length > 0 ? whichColumn('linkurl', others[0], others) : whichAddress(columns));
    fields.linkurl = [{ template: 'https://example.org/' }];
  }
  return { fields, proposals, questions };
}

function contentOf(column: string, rows: readonly Row[]) {
  const cells = rows.flatMap((row) => row.get(column)).filter((cell) => cell.trim() !== '');
  const dates = new DateColumn(undefined);
  const isMost = (is: (cell: string) => boolean) => cells.length > 0 && cells.filter(is).length >= cells.length * 0.8;
  const isDate = (cell: string) => /\d/u.test(cell) && cell.length > 4 && 'date' in (dates.read(cell, 'dmy') ?? {});
  // Words, not codes.
  const isWords = (cell: string) => cell.length <= 200 && /\p{L}{2}/u.test(cell) && !/^\S*\d\S*$/u.test(cell);
  return {
    column,
    hasAddress: cells.some((cell) => address.test(cell)),
    isAddress: isMost((cell) => address.test(cell)),
    isDate: isMost(isDate),
    isText: isMost((cell) => isWords(cell) && !address.test(cell) && !isDate(cell)),
    /** Few values that come again: a provider or a subject. */
    repeats: cells.length > 3 && new Set(cells).size * 2 <= cells.length && isMost(isWords),
  };
}

function columnsOf(alternatives: FieldTable[FieldName] = []): readonly string[] {
  return alternatives.flatMap((one) => ('template' in one || 'split' in one ? [] : one));
}

function whichColumn(field: 'title' | 'linkurl', proposed: string | undefined, columns: readonly string[]): Question {
  const text = `Which column is the ${field === 'title' ? 'title' : 'address'} of a course?`;
  const hint = proposed === undefined ? {} : { suggestion: proposed };
  const remedy = `say which it is by a pair in --map, such as ${field}=${proposed ?? columns[0] ?? 'COLUMN'}`;
  return { ...unknown(field, columns, remedy), prefix: `${field}=`, text, choices: columns, ...hint };
}

function whichAddress(columns: readonly string[]): Question {
  const example = `https://example.org/{${columns[0] ?? 'COLUMN'}}`;
  const how = `${example}, in which {} holds the name of a column`;
  const text = `No column has addresses: how is that of a course made, such as ${how}?`;
  const remedy = `say which it is, or how addresses are made, by a pair in --map, such as linkurl:=${how}`;
  return { ...unknown('linkurl', columns, remedy), prefix: 'linkurl:=', text };
}

function unknown(field: FieldName, columns: readonly string[], remedy: string) {
  const finding = `no column is known as ${field}; the columns are ${shownColumns(columns)}`;
  return { option: 'map', rule: 'import-format', finding, remedy } as const;
}
