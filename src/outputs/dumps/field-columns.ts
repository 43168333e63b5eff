// Page fields in the dumps: turns values into cells, and adds the columns of page fields after those of the interface.
import type { DumpedCourse } from '../../api/records.ts';
import { readDate } from '../../catalog/date.ts';
import type { CourseFields, FieldTable, PageKind } from '../../catalog/fields.ts';
import type { Chunks } from '../output.ts';
import { courseColumns, courseFields, type TableColumn } from './columns.ts';
import type { Cell } from './csv.ts';
import type { DumpsTypes } from './declaration.ts';

/** The page fields of a course, by column name. */
type FieldCells = Readonly<Record<string, Cell>>;

/** A column of courses. */
export interface CourseColumn extends TableColumn {
  readonly name: string;
  readonly valueOf: (course: DumpedCourse) => Cell;
}

/** One of the columns of a kind. */
interface KindColumn {
  /** Suffix of the column name, if the column holds only part of the value. */
  readonly part?: string;
  readonly type: TableColumn['type'];
  /** Appended to the description of the field. */
  readonly description?: string;
  readonly cellOf: (texts: readonly string[]) => Cell;
}

const currencyPart = 'currency';

const only = ([text = '']: readonly string[]): Cell => text;

/** The currency has a column of its own, so that programs can compare amounts. */
const kindColumns: Readonly<Record<PageKind, readonly KindColumn[]>> = {
  text: [{ type: 'text', cellOf: only }],
  list: [{ type: 'texts', cellOf: (texts) => texts }],
  number: [{ type: 'number', cellOf: ([text]) => Number(text) }],
  date: [{ type: 'date', cellOf: only }],
  timestamp: [{ type: 'timestamp', cellOf: ([text = '']) => publishedTime(text) }],
  duration: [{ type: 'text', cellOf: only }],
  price: [
    {
      type: 'number',
      description: 'an amount, 0 if it is free',
      cellOf: ([text = '']) => Number(text.split(' ', 1)[0]),
    },
    {
      part: currencyPart,
      type: 'text',
      description: 'the currency, none if it is free',
      cellOf: ([text = '']) => text.split(' ')[1] ?? null,
    },
  ],
  address: [{ type: 'text', cellOf: only }],
  'yes-no': [{ type: 'boolean', cellOf: ([text]) => text === 'yes' }],
};

/** A timestamp in the form of `date_published`. */
function publishedTime(text: string): string {
  const date = readDate(text);
  // `fieldReader` lets no other through.
  if (typeof date === 'string') throw new Error(`${text} ${date}`);
  return date.text;
}

/** The cells of a course in the columns of fields; undefined if it has no fields. */
export function fieldCells(table: FieldTable, fields: CourseFields): FieldCells | undefined {
  if (Object.keys(fields).length === 0) return undefined;
  const cells = Object.entries(fields).flatMap(([name, value]) => {
    const texts = [value].flat();
    return kindColumns[table[name]?.kind ?? 'text'].map(({ part, cellOf }): [string, Cell] => {
      return [columnName(name, part), cellOf(texts)];
    });
  });
  return Object.fromEntries(cells.filter(([, cell]) => cell !== null));
}

/** The fields in these cells by their names in the source: a price is one value there. */
export function sourceFields(cells: FieldCells): Record<string, Exclude<Cell, null>> {
  const fields: Record<string, Exclude<Cell, null>> = {};
  for (const [name, cell] of Object.entries(cells)) {
    const currency = cells[columnName(name, currencyPart)];
    const isPart = name.endsWith(columnName('', currencyPart));
    if (cell !== null && !isPart) fields[name] = currency == null ? cell : `${String(cell)} ${String(currency)}`;
  }
  return fields;
}

/** The columns of fields with these names. */
export function fieldColumns(table: FieldTable, names: readonly string[]): CourseColumn[] {
  return Object.entries(table).flatMap(([field, { kind, description: ofField, labels }]) => {
    if (!names.includes(field)) return [];
    return kindColumns[kind].map(({ part, type, description: ofPart }): CourseColumn => {
      const name = columnName(field, part);
      const title = part === undefined ? labels.en : `${labels.en} (${part})`;
      const description = ofPart === undefined ? ofField : `${ofField}: ${ofPart}`;
      return { name, type, isNullable: true, title, description, valueOf: ({ fields }) => fields?.[name] ?? null };
    });
  });
}

function columnName(field: string, part: string | undefined): string {
  return part === undefined ? field : `${field}_${part}`;
}

/** All columns of courses, including those of the page fields with these names. */
export function columnsWithFields(table: FieldTable, names: readonly string[]): CourseColumn[] {
  const ofInterface = courseFields.map((name): CourseColumn => {
    return { ...courseColumns[name], name, valueOf: (course) => course[name] };
  });
  return [...ofInterface, ...fieldColumns(table, names)];
}

/** The names of the fields that at least one course of these chunks has, in the order of the table. */
export function fieldsIn(table: FieldTable, chunks: Chunks<DumpsTypes['collected']>): string[] {
  const found = new Set(Array.from({ length: chunks.count }, (_, chunk) => chunks.collected.fields(chunk)).flat());
  return Object.keys(table).filter((name) => found.has(name));
}
