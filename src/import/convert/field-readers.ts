// Values: what rows have for a field, by columns or by templates, and which commas in them separate two subjects.
import { quoteText } from '../../problems.ts';
import type { Alternative, FieldName, FieldTable } from '../fields/fields.ts';
import type { Source } from '../formats/format.ts';
import type { Notes } from '../notes.ts';
import type { Row } from '../rows.ts';

/** Reads the values of a field that are not empty. */
export type Reader = (row: Row) => readonly string[];

export type DateField = 'date_published' | 'date_modified';

const nothing: readonly string[] = [];

/** The reader of a field: the first alternative with a value counts. */
export function readerOf(field: FieldName, { [field]: alternatives = [] }: FieldTable): Reader {
  const readers = alternatives.map((one) => readerOfOne(one, field));
  return (row) => {
    for (const read of readers) {
      const values = read(row);
      if (values.length > 0) return values;
    }
    return nothing;
  };
}

/** Readers of dates by their columns or templates: the dates of each have one order. */
export function dateReaders(field: DateField, { [field]: alternatives = [] }: FieldTable): ReadonlyMap<string, Reader> {
  const readers = alternatives.flatMap((one): [string, Reader][] =>
    'template' in one
      ? [[one.template, readerOfOne(one, field)]]
      : ('split' in one ? one.columns : one).map((column) => [column, readerOfOne([column], field)]),
  );
  return new Map(readers);
}

function readerOfOne(one: Alternative, field: FieldName): Reader {
  if ('template' in one) return (row) => filled(one.template, row, field);
  if ('split' in one) {
    const { columns, split } = one;
    return (row) => columns.flatMap((name) => row.get(name)).flatMap((value) => value.split(split));
  }
  const [column = ''] = one;
  return (row) => {
    const values = one.length === 1 ? row.get(column) : one.flatMap((name) => row.get(name));
    return values.includes('') ? values.filter((value) => value !== '') : values;
  };
}

/** A template with its columns filled in; nothing if one of them is empty. */
function filled(template: string, row: Row, field: FieldName): readonly string[] {
  let isWhole = true;
  const text = template.replaceAll(/\{([^{}]+)\}/gu, (_, column: string) => {
    const [value = ''] = row.get(column.trim());
    isWhole &&= value !== '';
    return field === 'linkurl' ? encodeURI(value).replaceAll(/[?#]/gu, encodeURIComponent) : value;
  });
  return isWhole && text !== '' ? [text] : nothing;
}

/** Splits subjects: "Arts, Design" is two where "Design" stands alone elsewhere, or where both come with others. */
export function commaSplitter({ rows, texts, fields }: Source, read: Reader, notes: Notes) {
  const isList = texts === 'cells' && fields.categories?.some((one) => 'split' in one) === false;
  const seen = new Set<string>();
  for (const row of isList ? rows : []) for (const cell of read(row)) seen.add(cell);
  const items = new Set([...seen].flatMap((cell) => cell.split(/[|;\r\n]+/u)).map((item) => item.trim()));
  /** How many different cells have a part. */
  const counts = new Map<string, number>();
  for (const part of [...items].flatMap(partsOf)) counts.set(part, (counts.get(part) ?? 0) + 1);
  return (item: string): readonly string[] => {
    if (!isList || !item.includes(',')) return [item];
    const parts = partsOf(item);
    if (parts.some((part) => items.has(part)) || parts.every((part) => (counts.get(part) ?? 0) > 1)) return parts;
    notes.add('guessed', 'comma within one subject; --map categories=COLUMN split "," makes two', quoteText(item));
    return [item];
  };
}

function partsOf(item: string): string[] {
  return item.split(',').flatMap((part) => part.trim() || []);
}
