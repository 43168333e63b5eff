// Cells of categories: which signs in a column separate subjects, or the levels of one, as its other cells show.
import { countEach } from '../../text/count-each.ts';
import { quoteText } from '../../text/quote.ts';
import type { Notes } from '../notes.ts';
import type { MappedRows } from '../propose/map-columns.ts';
import { distinctValues } from './batches.ts';
import { hasOwnSplit, readerOf, splitCell } from './field-readers.ts';

export interface CategoryCells {
  /** What separates the levels of a category. */
  readonly separator: RegExp;
  /** The subjects in an item of a cell. */
  readonly subjectsIn: (item: string) => readonly string[];
}

/** Signs that separate levels in every column, and those that do where a column has no other. */
const sureLevels = { cells: /\s?[-=]{0,2}>\s?|\s+\/\s+/u, values: /\s?[-=]{0,2}>\s?/u };
// A sign may also end a quotation.
const otherLevels = [
  /\s?→\s?/u,
  /(?<!«[^»]{0,100})\s»\s/u,
  /(?<!‹[^›]{0,100})\s›\s/u,
  /(?<=[\p{L}\p{N})])\s?::\s?(?=[\p{L}\p{N}(])/u,
];
const bullet = /^[•‣◦·▪●■*–-]\s+/u;
const bulletWithin = /\s+[•‣◦▪●■]\s+/u;
const number = /^\d{1,2}[.)]\s+/u;

/** Reads a column as a whole. What is not certain stays in the names of categories, with a note. */
export async function categoryCells(input: MappedRows, notes: Notes, signal: AbortSignal): Promise<CategoryCells> {
  const { rows, texts, fields, levelSign } = input;
  if (levelSign !== undefined) return { separator: new RegExp(levelSign, 'u'), subjectsIn: (item) => [item] };
  const isCell = texts === 'cells';
  const isSplit = isCell && !hasOwnSplit(fields.categories);
  const isRead = texts !== 'exact' && fields.categories !== undefined;
  const cells = isRead ? await distinctValues(rows, readerOf('categories', input), signal) : [];
  const lists = Array.from(cells, (cell) => (isSplit ? splitCell(cell) : [cell]).map((item) => item.trim()));
  const items = new Set(lists.flat());
  const levels = isCell ? sureLevels.cells : sureLevels.values;
  const used = [levels, ...otherLevels].filter((sign) => [...items].some((item) => sign.test(item)));
  const separator = used.length === 1 ? (used[0] ?? levels) : levels;
  const mark = markOf(lists);
  const splitAtCommas = splitterAt(/,/u, items, (item) => {
    notes.add('guessed', 'comma within one subject; --map categories=COLUMN split "," makes two', quoteText(item));
  });
  const subjectsIn = (item: string) => {
    const rest = mark === undefined ? item : item.replace(mark, '');
    if (otherLevels.some((sign) => sign !== separator && sign.test(rest)))
      notes.add('guessed', 'sign that may separate levels of a category, kept in its name', quoteText(item));
    if ([bullet, number].some((sign) => sign.test(rest)))
      notes.add('guessed', 'bullet or number before a category, kept in its name', quoteText(item));
    return (mark === bullet ? rest.split(bulletWithin) : [rest]).flatMap((part) =>
      isSplit ? splitAtCommas(part) : [part],
    );
  };
  return { separator, subjectsIn };
}

/** What stands before all items of a column: bullets, or numbers that count the items of each cell. */
function markOf(lists: readonly (readonly string[])[]): RegExp | undefined {
  const items = lists.flat();
  if (items.length === 0) return undefined;
  if (items.every((item) => bullet.test(item))) return bullet;
  const isCounted = (list: readonly string[]) =>
    list.every((item, index) => number.test(item) && Number.parseInt(item, 10) === index + 1);
  // A single number may be part of a name, such as "1. Semester".
  return lists.every(isCounted) && lists.some(({ length }) => length > 1) ? number : undefined;
}

/**
 * Splits items at signs that may also be in a name: "Arts, Design" is two where "Design" stands alone elsewhere, or where both come
 * with others. `onDoubt` hears of those that stay one.
 */
export function splitterAt(
  sign: RegExp,
  items: ReadonlySet<string>,
  onDoubt: (item: string, parts: readonly string[]) => void,
): (item: string) => readonly string[] {
  const partsOf = (item: string) => item.split(sign).flatMap((part) => part.trim() || []);
  /** Number of different items that contain each part. */
  const counts = countEach([...items].flatMap(partsOf));
  return (item) => {
    if (!sign.test(item)) return [item];
    const parts = partsOf(item);
    if (parts.some((part) => items.has(part)) || parts.every((part) => (counts.get(part) ?? 0) > 1)) return parts;
    onDoubt(item, parts);
    return [item];
  };
}
