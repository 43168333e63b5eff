// Page fields in the dumps: their values, and the columns that have them after those of the interface.
import type { AnyFields, DumpedCourse, FieldValue, Price } from '../../api/records.ts';
import { publishedTime } from '../../catalog/date.ts';
import type { CourseFields, FieldTable, PageKind } from '../../catalog/fields.ts';
import type { Chunks } from '../output.ts';
import { fieldValue } from '../shared/field-values.ts';
import { courseColumns, courseFields, type TableColumn } from './columns.ts';
import type { Cell } from './csv.ts';
import type { DumpsTypes } from './declaration.ts';

/** A column of courses. */
export interface CourseColumn extends TableColumn {
  readonly name: string;
  /** What it holds of a price. */
  readonly part?: keyof Price | undefined;
  readonly valueOf: (course: DumpedCourse) => Cell;
}

/** One of the columns of a kind. */
interface KindColumn {
  /** If the column holds only part of the value. */
  readonly part?: keyof Price;
  readonly type: TableColumn['type'];
  /** Appended to the description of the field. */
  readonly description?: string;
}

/** The currency has a column of its own, so that programs can compare amounts. */
const kindColumns: Readonly<Record<PageKind, readonly KindColumn[]>> = {
  text: [{ type: 'text' }],
  list: [{ type: 'texts' }],
  number: [{ type: 'number' }],
  date: [{ type: 'date' }],
  timestamp: [{ type: 'timestamp' }],
  duration: [{ type: 'text' }],
  price: [
    { part: 'amount', type: 'number', description: 'an amount, 0 if it is free' },
    { part: 'currency', type: 'text', description: 'the currency, none if it is free' },
  ],
  address: [{ type: 'text' }],
  'yes-no': [{ type: 'boolean' }],
};

function isPrice(value: FieldValue): value is Price {
  return typeof value === 'object' && 'amount' in value;
}

/** A value in a column. */
function cellOf(value: FieldValue | undefined, part: keyof Price = 'amount'): Cell {
  if (value === undefined) return null;
  return isPrice(value) ? value[part] : value;
}

/** The page fields of a course; undefined if it has none. */
export function dumpedFields(table: FieldTable, fields: CourseFields): AnyFields | undefined {
  const all = Object.entries(fields);
  if (all.length === 0) return undefined;
  const values = all.map(([name, value]) => {
    const kind = table[name]?.kind ?? 'text';
    return [name, kind === 'timestamp' ? publishedTime(String(value)) : fieldValue(kind, value)] as const;
  });
  return Object.fromEntries(values);
}

/** The same as the source has it: a price is one text there, or the number 0. */
export function sourceValue(value: FieldValue): Exclude<FieldValue, Price> {
  if (!isPrice(value)) return value;
  return value.currency === null ? value.amount : `${value.amount} ${value.currency}`;
}

/** The columns of fields with these names. */
export function fieldColumns(table: FieldTable, names: readonly string[]): CourseColumn[] {
  return Object.entries(table).flatMap(([field, { kind, description: ofField, labels }]) => {
    if (!names.includes(field)) return [];
    return kindColumns[kind].map(({ part, type, description: ofPart }): CourseColumn => {
      const name = part === 'currency' ? `${field}_currency` : field;
      const title = part === 'currency' ? `${labels.en} (currency)` : labels.en;
      const description = ofPart === undefined ? ofField : `${ofField}: ${ofPart}`;
      return {
        name,
        part,
        type,
        isNullable: true,
        title,
        description,
        valueOf: ({ fields }) => cellOf(fields?.[field], part),
      };
    });
  });
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
