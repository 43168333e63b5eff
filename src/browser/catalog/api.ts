// The API as the page reads it: the published files of its own host, each asked for once while it is remembered.
import { addressOf, pagesFolder } from '../../api/routes.ts';
import type { ChildCategory, CourseSummary, FullCourse, ListedProvider } from '../../api/schemas.ts';
import type { List } from './place.ts';

export interface Category extends ChildCategory {
  readonly children: readonly ChildCategory[];
}

export interface Language {
  readonly name: string;
  readonly course_count: number;
}

/** A page of a list; `title` and `language` where the route has them. */
export interface Envelope {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly CourseSummary[];
  readonly title?: string;
  readonly language?: string;
}

/** Courses by year, ascending: a file of the page, not of the API. */
export interface Charts {
  readonly years: readonly (readonly [year: number, courses: number])[];
}

/** The host has no such file. */
export class Missing extends Error {
  override readonly name = 'Missing';
}

export interface Api {
  readonly latest: () => Promise<readonly FullCourse[]>;
  readonly categories: () => Promise<readonly Category[]>;
  readonly providers: () => Promise<readonly ListedProvider[]>;
  readonly languages: () => Promise<readonly Language[]>;
  readonly course: (linkhash: string) => Promise<FullCourse>;
  readonly page: (list: List) => Promise<Envelope>;
  readonly charts: () => Promise<Charts>;
}

/** Answers that are remembered; the oldest is forgotten first. */
const mostRemembered = 200;

/** The API below the root of the site. Fails with `Missing` on 404, with another error where there is no answer to read. */
export function openApi(root: URL): Api {
  const remembered = new Map<string, Promise<unknown>>();

  async function get<Body>(address: string, is: (body: unknown) => body is Body): Promise<Body> {
    const url = new URL(address, root).href;
    const body = await (remembered.get(url) ?? remember(url));
    if (!is(body)) throw new Error(`${url} is not what the API answers`);
    return body;
  }

  function remember(url: string): Promise<unknown> {
    const answer = read(url);
    remembered.set(url, answer);
    // A failure is not remembered: the reader may try again.
    answer.catch(() => remembered.delete(url));
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    return answer;
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

/** The file of a page, which is there on every host and in both forms of page links. */
export function pageAddress({ list, parameter, page }: List): string {
  return `${addressOf('.', list, parameter)}${pagesFolder}/${page}/`;
}

async function read(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (response.status === 404) throw new Missing(url);
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}`);
  return response.json();
}

// Enough to tell an answer of the API from any other. That every file has the schema of its endpoint is proved where
// they are written.

function isList(body: unknown) {
  return Array.isArray(body);
}

function isCourse(body: unknown): body is FullCourse {
  return holds(body, 'linkhash');
}

function isEnvelope(body: unknown): body is Envelope {
  return holds(body, 'results');
}

function isCharts(body: unknown): body is Charts {
  return holds(body, 'years');
}

function holds(body: unknown, field: string): boolean {
  return typeof body === 'object' && body !== null && field in body;
}
