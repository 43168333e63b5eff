// Addresses that courses of different titles share: a template of addresses that tells these courses apart.
import { partsOf, usedColumns, type Alternative } from '../fields/fields.ts';
import { unusedContents } from '../propose/column-content.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import type { Row } from '../rows.ts';
import { foldName } from '../values/texts.ts';
import { batchesOf, isEvery } from './batches.ts';

/** A row, with the address and the title that were read of it. */
export interface LocatedRow {
  readonly row: Row;
  readonly linkurl: string;
  readonly title: string;
}

/** Columns that are tried alone, and those of them that are tried in pairs: each trial may read all rows. */
const maxColumns = 20;
const maxPaired = 8;
/** What may end an address: a number, a date, a slug, or a code. */
const word = /^[\p{L}\p{N}][\p{L}\p{N}._~-]{0,39}$/u;

/**
 * A template such as `{Link}#{Code}`, of what makes the addresses now and one or two columns that have a value in all rows, with
 * which no two courses of different titles share an address. Undefined if there is none. Throws the reason of the signal once it is
 * aborted.
 */
export async function distinctTemplate(
  mapped: MappedRows,
  rows: readonly LocatedRow[],
  shared: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { fields } = mapped;
  const [alternative, ...others] = fields.linkurl ?? [];
  if (alternative === undefined || others.length > 0) return undefined;
  const base = await baseOf(alternative, rows, signal);
  if (base === undefined || rows.some(({ linkurl }) => linkurl.includes('#'))) return undefined;
  const { key = [], catalog_id = [] } = fields;
  const words: string[] = [];
  const unused = unusedContents(mapped).map(({ column }) => column);
  for (const column of [...usedColumns({ key, catalog_id }), ...unused]) {
    if (words.length === maxColumns) break;
    const isWord = ({ row }: LocatedRow) => word.test(columnText(row, column));
    if (isNameable(column) && (await isEvery(rows, signal, isWord))) words.push(column);
  }
  const columns = await tellingColumns(words, rows, shared, signal);
  return columns === undefined ? undefined : `${base}#${columns.map((column) => `{${column}}`).join('-')}`;
}

/** The first one or two columns of words that tell apart the courses which share an address. */
async function tellingColumns(
  words: readonly string[],
  rows: readonly LocatedRow[],
  shared: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  // Few words may differ by chance, such as those of a kind; ids, slugs and numbers do not.
  for (const column of words) if (await isDistinct(column, rows, signal)) return [column];
  const numbered: string[] = [];
  for (const column of words)
    if (await isEvery(rows, signal, ({ row }) => /\p{N}/u.test(columnText(row, column)))) numbered.push(column);
  const paired = numbered.slice(0, maxPaired);
  const pairs = paired.flatMap((first, index) => paired.slice(index + 1).map((second) => [first, second]));
  const sharing = rows.filter(({ linkurl }) => shared.has(linkurl));
  // Most columns fail at the same rows, which are found once.
  const alike: (readonly [LocatedRow, LocatedRow])[] = [];
  const differ = (columns: readonly string[]) =>
    alike.every(([a, b]) => columns.some((column) => columnText(a.row, column) !== columnText(b.row, column)));
  for (const columns of [...numbered.map((column) => [column]), ...pairs]) {
    if (!differ(columns)) continue;
    const found = await alikeIn(columns, sharing, signal);
    if (found === undefined) return columns;
    alike.push(found);
  }
  return undefined;
}

/** What makes the addresses: a template, or the only column that holds them. */
async function baseOf(alternative: Alternative, rows: readonly LocatedRow[], signal: AbortSignal) {
  const { template, columns } = partsOf(alternative);
  if (template !== undefined) return template;
  for (const column of columns.filter(isNameable)) {
    const isWhole = ({ row, linkurl }: LocatedRow) =>
      columnText(row, column) !== '' && linkurl.endsWith(columnText(row, column));
    if (await isEvery(rows, signal, isWhole)) return `{${column}}`;
  }
  return undefined;
}

function isDistinct(column: string, rows: readonly LocatedRow[], signal: AbortSignal): Promise<boolean> {
  const seen = new Set<string>();
  return isEvery(rows, signal, ({ row }) => seen.size < seen.add(columnText(row, column)).size);
}

/** The first two rows of different titles that share an address and what the columns have; undefined if there are none. */
async function alikeIn(
  columns: readonly string[],
  rows: readonly LocatedRow[],
  signal: AbortSignal,
): Promise<readonly [LocatedRow, LocatedRow] | undefined> {
  const seen = new Map<string, LocatedRow>();
  for await (const batch of batchesOf(rows, signal))
    for (const row of batch) {
      // There is no space in a word.
      const address = `${columns.map((column) => columnText(row.row, column)).join(' ')} ${row.linkurl}`;
      const earlier = seen.get(address);
      if (earlier === undefined) seen.set(address, row);
      else if (earlier.title !== row.title && foldName(earlier.title) !== foldName(row.title)) return [earlier, row];
    }
  return undefined;
}

/** Whether a template may name a column, within quotes of a shell. */
function isNameable(column: string): boolean {
  return !/[{},']/u.test(column);
}

function columnText(row: Row, column: string): string {
  return row.get(column)[0]?.trim() ?? '';
}
