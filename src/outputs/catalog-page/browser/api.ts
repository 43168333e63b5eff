// API client: reads the published files of this site.
import { addressOf, pageSegment } from '../../../api/routes.ts';
import type { Envelope, FullCourse, ListedCategory, ListedLanguage, ListedProvider } from '../../../api/records.ts';
import { maxShownLength, shortened } from '../../../text/shortened.ts';
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

/** The host has no such file. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

/** The host answered with something that is not of the API; the status if that says so. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  constructor(
    readonly address: string,
    readonly status?: number,
  ) {
    super(`${address} ${status === undefined ? 'is not a valid API response' : `answered with status ${status}`}`);
  }
}

export type Api = ReturnType<typeof apiClient>;

/** The API of the site at `root`, with character references decoded in titles and authors. Calls reject with `NotFoundError` on 404 and with other errors on other failures. */
export function apiClient(root: URL, decode: (text: string) => string) {
  /** Only what is under way is shared: how long a response is fresh is for the browser's own cache to know. */
  const underWay = new Map<string, Promise<unknown>>();

  async function get<Body>(address: string, field: keyof Body, is = isKnown): Promise<Body> {
    const url = new URL(address, root).href;
    const response = underWay.get(url) ?? fetchJson(url, decode).finally(() => underWay.delete(url));
    underWay.set(url, response);
    const body = await response;
    if (!isBody<Body>(body, field, is)) throw new AnswerError(url);
    return body;
  }

  return {
    latest: () => get<readonly FullCourse[]>(addressOf('.', 'latest'), 'length'),
    categories: () => get<readonly ListedCategory[]>(addressOf('.', 'categories'), 'length'),
    providers: () => get<readonly ListedProvider[]>(addressOf('.', 'providers'), 'length'),
    languages: () => get<readonly ListedLanguage[]>(addressOf('.', 'languages'), 'length'),
    course: (linkhash: string) => get<FullCourse>(addressOf('.', 'course', linkhash), 'linkhash'),
    page: (list: ListPlace) => get<Envelope>(pageFileAddress(list), 'results', Array.isArray),
    charts: () => get<Charts>('./charts.json', 'years'),
  };
}

/** The address of a page as a file, which works on every host and with both forms of page links. */
export function pageFileAddress({ route, parameter, page }: ListPlace): string {
  return `${addressOf('.', route, parameter)}${pageSegment}/${page}/`;
}

async function fetchJson(url: string, decode: (text: string) => string): Promise<unknown> {
  const response = await fetch(url);
  if (response.status === 404) throw new NotFoundError(url);
  if (!response.ok) throw new AnswerError(url, response.status);
  return JSON.parse(await response.text(), (field, value: unknown) => shown(field, value, decode));
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

/** Only detects what is not from the API. That its files match their schemas is tested elsewhere. */
function isBody<Body>(body: unknown, field: keyof Body, isExpected: (value: unknown) => boolean): body is Body {
  return typeof body === 'object' && body !== null && isExpected(Reflect.get(body, field));
}

function isKnown(value: unknown): boolean {
  return value !== undefined;
}
