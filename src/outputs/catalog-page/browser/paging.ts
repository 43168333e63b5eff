// The number of pages of a list, derived from one page, since the page size is not published.
import type { Envelope } from './api.ts';

/** The number of pages, from the existing page `page`. */
export function pagesOf({ count, next, results }: Pick<Envelope, 'count' | 'next' | 'results'>, page: number): number {
  // Every page but the last is full, so its results give the page size.
  if (next === null || results.length === 0) return page;
  return Math.max(page + 1, Math.ceil(count / results.length));
}
