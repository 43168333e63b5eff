// Field readers: the values that rows have for a field, by columns or templates, and which commas in them separate subjects.
import { countEach } from '../../collections/count-each.ts';
import { quoteText } from '../../text/quote.ts';
import { isHostFirst } from '../../urls/parse-url.ts';
import { columnsOfAlternative, type Alternative, type FieldName, type FieldTable } from '../fields/fields.ts';
import type { SourceRows } from '../formats/format.ts';
import type { Notes } from '../notes.ts';
import type { Row } from '../rows.ts';

/** Reads the non-empty values of a field. */
export type FieldReader = (row: Row) => readonly string[];

export type DateField = 'date_published' | 'date_modified';

const none: readonly string[] = [];

/** The reader of a field: the first alternative with a value counts. */
export function readerOf(field: FieldName, { [field]: alternatives = [] }: FieldTable): FieldReader {
  const readers = alternatives.map((alternative) => alternativeReader(alternative, field));
  return (row) => {
    for (const read of readers) {
      const values = read(row);
      if (values.length > 0) return values;
    }
    return none;
  };
}

/** Readers of dates by their columns or templates: the dates of each have one order. */
export function dateReaders(field: DateField, { [field]: alternatives = [] }: FieldTable) {
  const readers = alternatives.flatMap((alternative): [string, FieldReader][] =>
    'template' in alternative
      ? [[alternative.template, alternativeReader(alternative, field)]]
      : columnsOfAlternative(alternative).map((column) => [column, alternativeReader([column], field)]),
  );
  return new Map(readers);
}

function alternativeReader(alternative: Alternative, field: FieldName): FieldReader {
  if ('template' in alternative) return (row) => fillColumns(alternative.template, row, field);
  if ('split' in alternative) {
    const { columns, split } = alternative;
    return (row) => columns.flatMap((column) => row.get(column)).flatMap((value) => value.split(split));
  }
  return (row) => alternative.flatMap((column) => row.get(column)).filter((value) => value !== '');
}

/** A template with its columns filled in; no value if one of them is empty. */
function fillColumns(template: string, row: Row, field: FieldName): readonly string[] {
  let isComplete = true;
  const text = template.replaceAll(/\{([^{}]+)\}/gu, (_, column: string) => {
    const [value = ''] = row.get(column.trim());
    isComplete &&= value !== '';
    if (field !== 'linkurl' || isHostFirst(value) || value.startsWith('/')) return value;
    return encodeURI(value).replaceAll(/[?#]/gu, encodeURIComponent);
  });
  return isComplete && text !== '' ? [text] : none;
}

/** Whether any column of a field is split at a sign that the map names. */
export function hasOwnSplit(alternatives: FieldTable[FieldName]): boolean {
  return alternatives?.some((alternative) => 'split' in alternative) === true;
}

/** The items in a cell. */
export function splitCell(text: string): string[] {
  return text.split(/[|;\r\n]+/u);
}

/** Splits subjects: "Arts, Design" is two where "Design" stands alone elsewhere, or where both come with others. */
export function commaSplitter({ rows, texts, fields }: SourceRows, read: FieldReader, notes: Notes) {
  const isSplit = texts === 'cells' && fields.categories !== undefined && !hasOwnSplit(fields.categories);
  const cells = new Set<string>();
  for (const row of isSplit ? rows : []) for (const cell of read(row)) cells.add(cell);
  const items = new Set([...cells].flatMap((cell) => splitCell(cell)).map((item) => item.trim()));
  /** Number of different items that contain each part. */
  const counts = countEach([...items].flatMap(partsBetweenCommas));
  return (item: string): readonly string[] => {
    if (!isSplit || !item.includes(',')) return [item];
    const parts = partsBetweenCommas(item);
    if (parts.some((part) => items.has(part)) || parts.every((part) => (counts.get(part) ?? 0) > 1)) return parts;
    notes.add('guessed', 'comma within one subject; --map categories=COLUMN split "," makes two', quoteText(item));
    return [item];
  };
}

function partsBetweenCommas(item: string): string[] {
  return item.split(',').flatMap((part) => part.trim() || []);
}
