// Values: what rows have for a field, by columns or by templates.
import type { Alternative, FieldName, FieldTable } from './format.ts';
import type { Row } from './rows.ts';

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
