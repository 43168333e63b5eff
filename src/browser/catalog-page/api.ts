// The API as the page shows it: titles and authors decoded, and long texts shortened.
import { addressOf, pageSegment } from '../../api/routes.ts';
import type { Envelope } from '../../api/records.ts';
import { maxShownLength, shortened } from '../../text/shortened.ts';
import { endpointsOf } from '../../library/endpoints.ts';
import { openRequests } from '../../library/requests.ts';
import type { ListPlace } from './place.ts';

/** Courses by year, ascending. This file belongs to the page, not to the API. */
export interface Charts {
  readonly years: readonly (readonly [year: number, courses: number])[];
}

/** The number of pages of a list, from its page `page`, since the page size is not published. */
export function pagesOf({ count, next, results }: Pick<Envelope, 'count' | 'next' | 'results'>, page: number): number {
  // Every page but the last is full, so its results give the page size.
  if (next === null || results.length === 0) return page;
  return Math.max(page + 1, Math.ceil(count / results.length));
}

export type Api = ReturnType<typeof shownApi>;

/** The API of the site at `root`, with character references decoded in titles and authors. */
export function shownApi(root: URL, decode: (text: string) => string) {
  const requests = openRequests(root, {}, (field, value) => shown(field, value, decode));
  return { ...endpointsOf(requests), charts: async () => requests.body<Charts>('./charts.json', 'years') };
}

/** The address of a page as a file, which works on every host and with both forms of page links. */
export function pageFileAddress({ route, parameter, page }: ListPlace): string {
  return `${addressOf('.', route, parameter)}${pageSegment}/${page}/`;
}

/** Addresses lead nowhere if they are cut. */
const addresses = new Set(['linkurl', 'next', 'previous']);

/** Shortens everything but addresses, and decodes titles and authors. */
function shown(field: string, value: unknown, decode: (text: string) => string): unknown {
  if (typeof value !== 'string' || addresses.has(field)) return value;
  if (field === 'title' || field === 'author') return shortened(decode(value));
  if (field !== 'description') return shortened(value);
  // A tag that is cut would hide the ellipsis.
  return shortened(value, maxShownLength.description).replace(/<[a-z/!][^<>]*…$/iu, '…');
}
