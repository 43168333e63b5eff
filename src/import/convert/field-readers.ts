// Field readers: the values that rows have for a field, by columns or templates, and which commas in them separate subjects.
import { countEach } from '../../collections/count-each.ts';
import { quoteText } from '../../text/quote.ts';
import { isHostFirst } from '../../urls/parse-url.ts';
import { columnsOfAlternative, type Alternative, type FieldName, type FieldTable } from '../fields/fields.ts';
import type { SourceRows } from '../formats/format.ts';
import type { Notes } from '../notes.ts';
import type { Row } from '../rows.ts';
import { trimInvisible } from '../values/invisible.ts';
import { standsForNothing } from '../values/nothing.ts';
import { textListIn } from '../values/text-lists.ts';

/** Reads the non-empty values of a field. */
export type FieldReader = (row: Row) => readonly string[];

/** What a reader depends on in its source. */
type SourceFields = Pick<SourceRows, 'fields' | 'texts'>;

export type DateField = 'date_published' | 'date_modified';

const none: readonly string[] = [];

/** Fields whose values are read as they are: a text in brackets is one text. */
const wholeFields: ReadonlySet<FieldName> = new Set(['title', 'linkurl', 'description']);

/** The reader of a field: the first alternative with a value counts. */
export function readerOf(field: FieldName, { fields, texts }: SourceFields): FieldReader {
  const { [field]: alternatives = [] } = fields;
  const readers = alternatives.map((alternative) => alternativeReader(alternative, field, texts));
  return (row) => {
    for (const read of readers) {
      const values = read(row);
      if (values.length > 0) return values;
    }
    return none;
  };
}

/** Readers of dates by their columns or templates: the dates of each have one order. */
export function dateReaders(field: DateField, { fields, texts }: SourceFields) {
  const { [field]: alternatives = [] } = fields;
  const readers = alternatives.flatMap((alternative): [string, FieldReader][] =>
    'template' in alternative
      ? [[alternative.template, alternativeReader(alternative, field, texts)]]
      : columnsOfAlternative(alternative).map((column) => [column, alternativeReader([column], field, texts)]),
  );
  return new Map(readers);
}

function alternativeReader(alternative: Alternative, field: FieldName, texts: SourceRows['texts']): FieldReader {
  if ('template' in alternative) return (row) => fillColumns(alternative.template, row, field);
  const columns = columnsOfAlternative(alternative);
  const split = 'split' in alternative ? alternative.split : undefined;
  if (texts === 'exact') return (row) => columns.flatMap((column) => row.get(column)).filter((value) => value !== '');
  const isWhole = texts !== 'cells' || wholeFields.has(field);
  const itemsIn = (value: string) =>
    (isWhole ? undefined : textListIn(value)) ?? (split === undefined ? [value] : value.split(split));
  return (row) =>
    columns
      .flatMap((column) => row.get(column))
      .flatMap(itemsIn)
      .filter((value) => !standsForNothing(value))
      .map(trimInvisible);
}

/** A template with its columns filled in; no value if one of them is empty. */
function fillColumns(template: string, row: Row, field: FieldName): readonly string[] {
  let isComplete = true;
  const text = template.replaceAll(/\{([^{}]+)\}/gu, (_, column: string) => {
    const [value = ''] = row.get(column.trim());
    isComplete &&= !standsForNothing(value);
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
