// API client: reads the published files of this site.
import { addressOf, pagesFolder } from '../../../api/routes.ts';
import type {
  CourseSummary,
  FullCourse,
  ListedCategory,
  ListedLanguage,
  ListedProvider,
} from '../../../api/schemas.ts';
import { maxShownLength, shortened } from '../../../text/shortened.ts';
import type { ListPlace } from './place.ts';

/** A page of a list; the route decides whether there is a `title` or `language`. */
export interface Envelope {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly CourseSummary[];
  readonly title?: string;
  readonly language?: string;
}

/** Courses by year, ascending. This file belongs to the page, not to the API. */
export interface Charts {
  readonly years: readonly (readonly [year: number, courses: number])[];
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

export interface Api {
  readonly latest: () => Promise<readonly FullCourse[]>;
  readonly categories: () => Promise<readonly ListedCategory[]>;
  readonly providers: () => Promise<readonly ListedProvider[]>;
  readonly languages: () => Promise<readonly ListedLanguage[]>;
  readonly course: (linkhash: string) => Promise<FullCourse>;
  readonly page: (list: ListPlace) => Promise<Envelope>;
  readonly charts: () => Promise<Charts>;
}

/** The API of the site at `root`. Calls reject with `NotFoundError` on 404 and with other errors on other failures. */
export function openApi(root: URL): Api {
  /** Only what is under way is shared: how long a response is fresh is for the browser's own cache to know. */
  const underWay = new Map<string, Promise<unknown>>();

  async function get<Body>(address: string, is: (body: unknown) => body is Body): Promise<Body> {
    const url = new URL(address, root).href;
    const body = await (underWay.get(url) ?? load(url));
    if (!is(body)) throw new AnswerError(url);
    return body;
  }

  async function load(url: string): Promise<unknown> {
    const response = fetchJson(url);
    underWay.set(url, response);
    try {
      return await response;
    } finally {
      underWay.delete(url);
    }
  }

  return {
    latest: () => get(addressOf('.', 'latest'), isList),
    categories: () => get(addressOf('.', 'categories'), isList),
    providers: () => get(addressOf('.', 'providers'), isList),
    languages: () => get(addressOf('.', 'languages'), isList),
    course: (linkhash) => get(addressOf('.', 'course', linkhash), isCourse),
    page: (list) => get(pageAddress(list), isEnvelope),
    charts: () => get('./charts.json', isCharts),
  };
}

/** The address of a page as a file, which works on every host and with both forms of page links. */
export function pageAddress({ list, parameter, page }: ListPlace): string {
  return `${addressOf('.', list, parameter)}${pagesFolder}/${page}/`;
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (response.status === 404) throw new NotFoundError(url);
  if (!response.ok) throw new AnswerError(url, response.status);
  return JSON.parse(await response.text(), shown);
}

/** Addresses lead nowhere if they are cut. */
const addresses = new Set(['linkurl', 'next', 'previous']);

/** Shortens everything but addresses. */
function shown(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || addresses.has(field)) return value;
  if (field !== 'description') return shortened(value);
  // A tag that is cut would hide the ellipsis.
  return shortened(value, maxShownLength.description).replace(/<[a-z/!][^<>]*…$/iu, '…');
}

// These checks only detect responses that are not from the API. That its files match their schemas is tested elsewhere.

function isList(body: unknown) {
  return Array.isArray(body);
}

function isCourse(body: unknown): body is FullCourse {
  return hasField(body, 'linkhash');
}

function isEnvelope(body: unknown): body is Envelope {
  return hasField(body, 'results') && Array.isArray(body.results);
}

function isCharts(body: unknown): body is Charts {
  return hasField(body, 'years');
}

function hasField<Field extends string>(body: unknown, field: Field): body is Record<Field, unknown> {
  return typeof body === 'object' && body !== null && field in body;
}
