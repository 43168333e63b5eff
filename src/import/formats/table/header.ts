// The header of a list: the rows in which its headings stand.
import { countEach } from '../../../text/count-each.ts';
import { trimInvisible } from '../../values/invisible.ts';
import { isPlaceholder } from '../../values/placeholders.ts';
import { isHeading, meaningOf } from './headings.ts';

type Cells = readonly (string | undefined)[];

/** Rows among which the headings are looked for. Those above them are a title. */
export const maxHeaderRows = 20;

/** Whether these rows are headings of a list of courses, and a course below them. */
export function isList(rows: readonly Cells[]): boolean {
  const { names, end } = findHeader(rows);
  return end < rows.length && names.some((name) => meaningOf(name) === 'title');
}

/**
 * The headings of a list, and the rows in which they stand: the row with the most known headings, and adjacent rows that have no other
 * cells. Where none is known, the first row about as full as the others; if that is a record, or has links to a page, as `isLinked`
 * says of a row, columns have numbers for names. `isDoubtful` if it may be either; `hasHeadings` is what the user says.
 */
export function findHeader(
  rows: readonly Cells[],
  isLinked: (row: number) => boolean = () => false,
  hasHeadings?: boolean,
) {
  const texts = rows.slice(0, maxHeaderRows).map((cells) => Array.from(cells, (cell = '') => trimInvisible(cell)));
  const counts = texts.map((cells) => cells.filter((cell) => cell !== '').length);
  const widest = Math.max(...counts);
  const known = texts.map((cells, row) => knownHeadings(cells, counts[row] ?? 0, widest));
  const isNamed = (cell: string) => cell === '' || isHint(cell) || isHeading(cell);
  const isAllKnown = (row: number) => Number(known[row]) > 0 && texts[row]?.every(isNamed) === true;
  const most = Math.max(...known);
  const full = counts.findIndex((count) => count * 2 >= widest);
  const best = most > 0 && hasHeadings !== false ? known.indexOf(most) : full;
  const evidence = evidenceIn(texts[best] ?? [], texts.slice(best + 1), most);
  const isFirstRecord = isRecord(texts[best]) || (most === 0 && isLinked(best)) || evidence === 'record';
  if (hasHeadings === undefined ? isFirstRecord : !hasHeadings) {
    const width = Math.max(...texts.map(({ length }) => length));
    const names = Array.from({ length: width }, (_, column) => `Column ${column + 1}`);
    return { names, first: full, end: full, isDoubtful: false };
  }
  let first = best;
  while (isAllKnown(first - 1)) first -= 1;
  const names: string[] = [];
  let end = first;
  // The lower of two headings says more: "Link" below "Course". A row that names no further column is a record.
  while (end <= best || (isAllKnown(end) && texts[end]?.some((cell, column) => cell !== '' && !names[column]))) {
    let upper = '';
    for (const [column, cell] of (texts[end] ?? []).entries()) {
      const { [column]: above = '' } = names;
      upper = above || upper;
      names[column] = cell === '' || (above !== '' && isHint(cell)) ? above : nameBelow(upper, cell);
    }
    end += 1;
  }
  return { names, first, end, isDoubtful: hasHeadings === undefined && evidence === 'doubt' };
}

/** Whether a cell says how the values below it are written, as `(yyyy-mm-dd)` does. */
function isHint(cell: string): boolean {
  return /^[([].*[)\]]$/u.test(cell);
}

/** A heading below another one, which may be as wide as several columns: with it if that is known, as "Provider Name" is. */
function nameBelow(upper: string, cell: string): string {
  const both = `${upper} ${cell}`;
  return upper !== '' && isHeading(both) ? both : cell;
}

/**
 * Whether a row is headings or a record, by the rows below it: headings have words that repeat nowhere in their columns, above
 * values of another kind. Two known headings leave no doubt.
 */
function evidenceIn(
  cells: readonly string[],
  below: readonly (readonly string[])[],
  known: number,
): 'headings' | 'record' | 'doubt' {
  if (known > 1 || below.length === 0) return 'headings';
  let [asHeadings, asRecord] = [known, 0];
  for (const [column, cell] of cells.entries()) {
    const others = below.map((row) => row[column] ?? '').filter((other) => !isPlaceholder(other));
    if (isPlaceholder(cell) || others.length === 0) continue;
    const kind = kindOf(cell);
    const [usual] = [...countEach(others.map(kindOf))].find(([, times]) => times * 2 > others.length) ?? [];
    if (kind === 'words' ? others.includes(cell) : usual === kind) asRecord += 1;
    else if (usual !== undefined && usual !== kind) asHeadings += 1;
  }
  if (asHeadings > 0 === asRecord > 0) return 'doubt';
  return asHeadings > 0 ? 'headings' : 'record';
}

/** What a cell is by its signs: an address, a number, or a code of a form; words otherwise. */
function kindOf(cell: string): string {
  if (isRecord([cell])) return 'address or date';
  if (!/\p{Nd}/u.test(cell) || /\p{L}{2,}[^\p{L}]+\p{L}{2,}/u.test(cell)) return 'words';
  return cell
    .replaceAll(/\p{Lu}+/gu, 'A')
    .replaceAll(/\p{Ll}+/gu, 'a')
    .replaceAll(/[\p{Nd}.,]+/gu, '1');
}

/** How many known headings a row has, if most of its cells are. */
function knownHeadings(cells: readonly string[], count: number, widest: number): number {
  const known = isRecord(cells) ? 0 : cells.filter(isHeading).length;
  return known * 2 >= count && count >= Math.min(2, widest) ? known : 0;
}

/** Whether a row has a cell that cannot be a heading: an address or a date. */
function isRecord(cells: readonly string[] = []): boolean {
  return cells.some((cell) => /^(?:https?:\/\/|www\.)\S|^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/u.test(cell));
}
