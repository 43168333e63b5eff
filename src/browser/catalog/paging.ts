// Pages: how many a list has. The size of a page is not published, but every page tells enough.
import type { Envelope } from './api.ts';

/** The number of pages, as page `page`, which is there, tells it. */
export function pagesOf({ count, next, results }: Pick<Envelope, 'count' | 'next' | 'results'>, page: number): number {
  // The last page is the last; every other is full.
  if (next === null || results.length === 0) return page;
  return Math.max(page + 1, Math.ceil(count / results.length));
}
