// The header of a list: the rows in which its headings stand.
import { trimInvisible } from '../../values/invisible.ts';
import { isHeading, isTitleHeading } from './headings.ts';

type Cells = readonly (string | undefined)[];

/** Rows among which the headings are looked for. Those above them are a title. */
export const maxHeaderRows = 20;

/** Whether these rows are headings of a list of courses, and a course below them. */
export function isList(rows: readonly Cells[]): boolean {
  const { names, end } = findHeader(rows);
  return end < rows.length && names.some(isTitleHeading);
}

/**
 * The headings of a list, and the rows in which they stand: the row with the most known headings, and adjacent rows that have no other
 * cells. Where none is known, the first row about as full as the others; if that has values or links to a page, as `isLinked` says of
 * a row, columns have numbers for names.
 */
export function findHeader(rows: readonly Cells[], isLinked: (row: number) => boolean = () => false) {
  const texts = rows.slice(0, maxHeaderRows).map((cells) => Array.from(cells, (cell = '') => trimInvisible(cell)));
  const counts = texts.map((cells) => cells.filter((cell) => cell !== '').length);
  const widest = Math.max(...counts);
  const known = texts.map((cells, row) => knownHeadings(cells, counts[row] ?? 0, widest));
  const isAllKnown = (row: number) => Number(known[row]) > 0 && known[row] === counts[row];
  const most = Math.max(...known);
  const best = counts.findIndex((count, row) => (most > 0 ? known[row] === most : count * 2 >= widest));
  if (isRecord(texts[best]) || (most === 0 && isLinked(best))) {
    const width = Math.max(...texts.map(({ length }) => length));
    const names = Array.from({ length: width }, (_, column) => `Column ${column + 1}`);
    return { names, first: best, end: best };
  }
  let first = best;
  while (isAllKnown(first - 1)) first -= 1;
  const names: string[] = [];
  let end = first;
  // The lower of two headings says more: "Link" below "Course". A row that names no further column is a record.
  while (end <= best || (isAllKnown(end) && texts[end]?.some((cell, column) => cell !== '' && !names[column]))) {
    for (const [column, cell] of (texts[end] ?? []).entries()) names[column] = cell || (names[column] ?? '');
    end += 1;
  }
  return { names, first, end };
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
