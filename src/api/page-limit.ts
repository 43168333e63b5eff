// The page limit: how far the links of a list are followed if they never end.

/** Pages that are read beyond the number that a list promises. */
const extraPages = 3;

/** Maximum number of pages to read of a list, by the `count` on its first page and the number of items there. */
export function pageLimit(count: number, items: number): number {
  return Math.ceil(count / Math.max(1, items)) + extraPages;
}
