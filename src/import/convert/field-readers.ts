// Field readers: the values that rows have for a field, by columns or templates.
import { isDayKind } from '../../catalog/date.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { parseUrl } from '../../text/parse-url.ts';
import { hasWebScheme } from '../../text/web-address.ts';
import { partsOf, type Alternative, type MappedFields } from '../fields/fields.ts';
import type { InputRows } from '../formats/format.ts';
import type { NumberText, Row } from '../rows.ts';
import { isPartialAddress } from '../values/addresses.ts';
import { trimInvisible } from '../values/invisible.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { textListIn } from '../values/text-lists.ts';

/** Reads the non-empty values of a field. */
export type FieldReader = (row: Row) => readonly string[];

/** What a reader depends on in its input. */
interface InputFields extends Pick<InputRows, 'texts'> {
  readonly fields: MappedFields;
}

/** The fields that hold dates. */
export function dateFieldsOf(fields: FieldTable): readonly string[] {
  return ['date_published', ...Object.entries(fields).flatMap(([name, { kind }]) => (isDayKind(kind) ? [name] : []))];
}

const none: readonly string[] = [];

/** Fields whose values are read as they are: a text in brackets is one text. */
const wholeFields: ReadonlySet<string> = new Set(['title', 'linkurl', 'description']);

/** The reader of a field: the first alternative with a value counts. */
export function readerOf(field: string, { fields, texts }: InputFields, numberText?: NumberText): FieldReader {
  const { [field]: alternatives = [] } = fields;
  const readers = alternatives.map((alternative) => alternativeReader(alternative, field, texts, numberText));
  return (row) => {
    for (const read of readers) {
      const values = read(row);
      if (values.length > 0) return values;
    }
    return none;
  };
}

/** Readers of dates by their columns or templates: the dates of each have one order. */
export function dateReaders(field: string, { fields, texts }: InputFields) {
  const { [field]: alternatives = [] } = fields;
  const read = (part: Alternative) => alternativeReader(part, field, texts);
  const readers = alternatives.flatMap((alternative): (readonly [string, FieldReader])[] => {
    const { template, columns } = partsOf(alternative);
    return template === undefined ? columns.map((column) => [column, read([column])]) : [[template, read(alternative)]];
  });
  return new Map(readers);
}

function alternativeReader(
  alternative: Alternative,
  field: string,
  texts: InputRows['texts'],
  numberText?: NumberText,
): FieldReader {
  const { template, columns, split, unit } = partsOf(alternative);
  if (template !== undefined) return (row) => fillColumns(template, row, field, numberText);
  if (texts === 'exact') return (row) => columns.flatMap((column) => row.get(column)).filter((value) => value !== '');
  const isWhole = texts !== 'cells' || wholeFields.has(field);
  const itemsIn = (value: string) =>
    (isWhole ? undefined : textListIn(value)) ?? (split === undefined ? [value] : value.split(split));
  return (row) => {
    const items: string[] = [];
    for (const column of columns)
      for (const value of row.get(column, numberText))
        for (const item of itemsIn(value)) if (!isPlaceholder(item)) items.push(withUnit(trimInvisible(item), unit));
    return items;
  };
}

/** A number alone with the unit of its columns: other columns of the field may have another one. */
function withUnit(text: string, unit: string | undefined): string {
  return unit !== undefined && /[1-9]/u.test(text) && /^\d+(?:[.,]\d+)?$/u.test(text) ? `${text} ${unit}` : text;
}

/** A template with its columns filled in; no value if one of them is empty. */
function fillColumns(template: string, row: Row, field: string, numberText?: NumberText): readonly string[] {
  let isComplete = true;
  const text = template.replaceAll(/\{([^{}]+)\}/gu, (_, column: string, offset: number) => {
    const [value = ''] = row.get(column.trim(), numberText);
    isComplete &&= !isPlaceholder(value);
    const isAddress = isPartialAddress(value) || (offset === 0 && hasWebScheme(value));
    if (field !== 'linkurl' || isAddress) return value;
    return encodeURI(value).replaceAll(/[?#]/gu, encodeURIComponent);
  });
  // Browsers would resolve `..` too.
  const isDotted = field === 'linkurl' && /\/\.{1,2}\//u.test(text);
  return isComplete && text !== '' ? [isDotted ? (parseUrl(text)?.href ?? text) : text] : none;
}

/** Whether any column of a field is split at a sign that the map names. */
export function hasOwnSplit(alternatives: readonly Alternative[] = []): boolean {
  return alternatives.some((alternative) => 'split' in alternative);
}

/** The items in a cell. A comma at the end of a line separates them too. */
export function splitCell(text: string): string[] {
  return text.split(/[|;\r\n]+/u).map((item) => item.trim().replace(/,$/u, ''));
}

/** The results of reading some texts, without duplicates. */
export function uniqueFrom(texts: readonly string[], read: (text: string) => readonly string[]): readonly string[] {
  const [only = ''] = texts;
  return texts.length === 1 ? read(only) : [...new Set(texts.flatMap(read))];
}
