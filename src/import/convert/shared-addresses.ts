// Addresses that courses of different titles share: a template of addresses that tells these courses apart.
import { columnsOfAlternative, usedColumns, type Alternative } from '../fields/fields.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Row } from '../rows.ts';
import { foldName } from '../values/texts.ts';

/** A row, with the address and the title that were read of it. */
export interface LocatedRow {
  readonly row: Row;
  readonly linkurl: string;
  readonly title: string;
}

const maxColumns = 20;
/** What may end an address: a number, a date, a slug, or a code. */
const word = /^[\p{L}\p{N}][\p{L}\p{N}._~-]{0,39}$/u;

/**
 * A template such as `{Link}#{Code}`, of what makes the addresses now and one or two columns that have a value in all rows, with
 * which no two courses of different titles share an address. Undefined if there is none.
 */
export function distinctTemplate(
  { fields, unused = [] }: MappedRows,
  rows: readonly LocatedRow[],
  shared: ReadonlySet<string>,
): string | undefined {
  const [alternative, ...others] = fields.linkurl ?? [];
  if (alternative === undefined || others.length > 0) return undefined;
  const base = baseOf(alternative, rows);
  if (base === undefined || rows.some(({ linkurl }) => linkurl.includes('#'))) return undefined;
  const { key = [], catalog_id = [] } = fields;
  const words = [...usedColumns({ key, catalog_id }), ...unused]
    .filter((column) => isNameable(column) && rows.every(({ row }) => word.test(valueOf(row, column))))
    .slice(0, maxColumns);
  // Few words may differ by chance, such as those of a kind; ids, slugs and numbers do not.
  const ids = words.filter((column) => new Set(rows.map(({ row }) => valueOf(row, column))).size === rows.length);
  const numbered = words.filter((column) => rows.every(({ row }) => /\p{N}/u.test(valueOf(row, column))));
  const pairs = numbered.flatMap((first, index) => numbered.slice(index + 1).map((second) => [first, second]));
  const sharing = rows.filter(({ linkurl }) => shared.has(linkurl));
  const single = [...ids, ...numbered].map((column) => [column]);
  const columns = [...single, ...pairs].find((some) => tellApart(some, sharing));
  return columns === undefined ? undefined : `${base}#${columns.map((column) => `{${column}}`).join('-')}`;
}

/** What makes the addresses: a template, or the only column that holds them. */
function baseOf(alternative: Alternative, rows: readonly LocatedRow[]): string | undefined {
  if ('template' in alternative) return alternative.template;
  const isWhole = (column: string) =>
    rows.every(({ row, linkurl }) => valueOf(row, column) !== '' && linkurl.endsWith(valueOf(row, column)));
  const column = columnsOfAlternative(alternative).find((one) => isNameable(one) && isWhole(one));
  return column === undefined ? undefined : `{${column}}`;
}

function tellApart(columns: readonly string[], rows: readonly LocatedRow[]): boolean {
  const titles = new Map<string, string>();
  return rows.every(({ row, linkurl, title }) => {
    const address = JSON.stringify([linkurl, ...columns.map((column) => valueOf(row, column))]);
    const name = foldName(title);
    const earlier = titles.get(address) ?? name;
    titles.set(address, earlier);
    return earlier === name;
  });
}

/** Whether a template may name a column, within quotes of a shell. */
function isNameable(column: string): boolean {
  return !/[{},']/u.test(column);
}

function valueOf(row: Row, column: string): string {
  return row.get(column)[0]?.trim() ?? '';
}
