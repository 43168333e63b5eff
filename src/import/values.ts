// Values: what a row has for a field, by columns or by a template.
import type { FieldName, FieldTable, Row } from './format.ts';

/** The columns, or templates, of dates, and their cells in a row. */
export function cellsOfDates({
  date_published: alternatives = [],
}: FieldTable): Map<string, (row: Row) => readonly string[]> {
  const cells = new Map<string, (row: Row) => readonly string[]>();
  for (const one of alternatives) {
    if ('template' in one) cells.set(one.template, (row) => filled(one.template, row, 'date_published'));
    else for (const column of one) cells.set(column, (row) => row.get(column));
  }
  return cells;
}

/** The values of some columns that are not empty. */
export function unitedValues(row: Row, columns: readonly string[]): readonly string[] {
  const values = columns.length === 1 ? row.get(columns[0] ?? '') : columns.flatMap((column) => [...row.get(column)]);
  return values.some((value) => value === '') ? values.filter((value) => value !== '') : values;
}

/** A template with its columns filled in; nothing if one of them is empty. */
export function filled(template: string, row: Row, field: FieldName): readonly string[] {
  let isWhole = true;
  const text = template.replaceAll(/\{([^{}]+)\}/gu, (_, column: string) => {
    const [value = ''] = row.get(column.trim());
    isWhole &&= value !== '';
    return field === 'linkurl' ? encodeURI(value).replaceAll(/[?#]/gu, encodeURIComponent) : value;
  });
  return isWhole && text !== '' ? [text] : [];
}
