// Lists: the paged lists of a build, and every form in which a page can be requested.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { addressPatterns, expressionOf } from '../../../src/api/address-patterns.ts';
import { apiRoot, pageSegment } from '../../../src/api/routes.ts';
import { words } from '../../helpers/words.ts';
import { ask } from './ask.ts';

export interface PagedList {
  /** Below the root of the site, with slashes at both ends; not encoded. */
  readonly path: string;
  readonly pages: number;
}

/** Every paged list of a build, the longest first. */
export function listsOf(dist: string): PagedList[] {
  const paged = addressPatterns().filter((pattern) => pattern.paged);
  const isList = new RegExp(`^/(?:${paged.map(expressionOf).join('|')})/$`, 'u');
  return readdirSync(join(dist, apiRoot), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === pageSegment)
    .map(({ parentPath }) => ({
      path: `${parentPath.slice(dist.length)}/`,
      pages: readdirSync(join(parentPath, pageSegment)).length,
    }))
    .filter(({ path }) => isList.test(path))
    .toSorted((one, other) => other.pages - one.pages || (one.path < other.path ? -1 : 1));
}

/** A path encoded for an address. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/');
}

/** The paths, decoded and with their trailing slash, that the same path without it does not redirect to with its query. */
export async function brokenRedirects(baseUrl: string, paths: readonly string[]): Promise<string[]> {
  const broken: string[] = [];
  for (const path of paths) {
    const address = new URL(`${baseUrl}${encodePath(path)}`);
    for (const query of ['', '?page=1', '?page=1&source=a%20b']) {
      const requested = `${address.pathname.replace(/\/$/u, '')}${query}`;
      const { status, headers } = await ask(baseUrl, { path: requested });
      const location = headers.get('location');
      if (![301, 302, 307, 308].includes(status) || location === undefined) {
        broken.push(`${requested}: status ${status}, to ${location}`);
        continue;
      }
      // As a client reads it: how much of a name is encoded is up to the server.
      const { origin, pathname, search } = new URL(location, baseUrl);
      const isRight =
        origin === address.origin && decodeURIComponent(pathname) === decodeURIComponent(address.pathname);
      const reached = (await ask(baseUrl, { path: `${pathname}${search}` })).status;
      if (!isRight || search !== query || reached !== 200)
        broken.push(`${requested}: to ${location}, status ${reached}`);
    }
  }
  return broken;
}

export interface Query {
  /** With its question mark; empty for none. */
  readonly text: string;
  /** The page in the response; undefined for a 404. */
  readonly page: number | undefined;
  /** Sent by every client that follows `next`; a host that maps the query only partly has to map these. */
  readonly plain: boolean;
}

/** The queries for a list of `last` pages, at least three. */
export function queriesFor(last: number): Query[] {
  const rows = (plain: boolean, page: number | undefined, texts: readonly string[]) =>
    texts.map((text) => ({ text, page, plain }));
  const next = String(last + 1);
  return [
    ...rows(true, 1, ['', '?page=1', '?source=feed']),
    ...rows(true, 2, words`?page=2 ?page=2&source=feed ?source=feed&page=2`),
    ...rows(true, last, [`?page=${last}`]),
    ...rows(true, undefined, [`?page=${next}`]),
    // Names that only resemble `page` do not count, and of several the first does.
    ...rows(
      false,
      1,
      words`? ?page ?page= ?page=&source=feed ?xpage=2 ?page2=2 ?Page=2 ?PAGE=2 ?page[]=2 ?a=page=2
      ?page=&page=2 ?page&page=2`,
    ),
    ...rows(false, 2, words`?&&page=2& ?my_page=3&page=2 ?page=2&page=3 ?page=2&page=abc`),
    ...rows(false, 3, words`?source=&page=3&lang=en`),
    // No page has these numbers, and they lead not out of the list.
    ...rows(
      false,
      undefined,
      words`?page=abc&page=2 ?page=0 ?page=02 ?page=-1 ?page=+2 ?page=2.0 ?page=1e0 ?page=2,3
      ?page=abc ?page=last ?page=2%0A ?page=2%00 ?page=%D9%A2 ?page=${'9'.repeat(20)} ?page=${'9'.repeat(300)}
      ?page=../x ?page=.. ?page=%2e%2e ?page=%2E%2E%2F ?page=2/ ?page=2/../3 ?page=2%2F..%2F3 ?page=../../../providers
      ?page=$1 ?page={path}`,
    ),
    // Names and values may be percent-encoded, once, and a plus is a space.
    ...rows(false, 1, words`?pag%65 ?p%61ge= ?page%3D2 ?%26page=2 ?+page=2 ?%50age=2 ?p%6ge=2 ?p%2561ge=2 ?page%00=2`),
    ...rows(false, 2, words`?page=%32 ?p%61ge=2 ?p%61ge=2&page=3 ?page=%32&page=3`),
    ...rows(false, 3, words`?%70%61%67%65=%33 ?page=3&p%61ge=2`),
    ...rows(false, last, [
      `?page=${encoded(String(last))}`,
      `?page=${encoded(String(last).slice(0, -1))}${String(last).slice(-1)}`,
    ]),
    ...rows(
      false,
      undefined,
      words`?page=${encoded(next)} ?page=${encoded('9'.repeat(20))} ?page=%30 ?page=%30%32
      ?page=0%32 ?page=%61 ?page=%2532 ?page=2%26page=3 ?page=%3 ?page=% ?page=%32% ?page=%FF ?page=2+ ?page=%2B2
      ?page=2%20`,
    ),
  ];
}

/** Every character percent-encoded. */
function encoded(text: string): string {
  return text.replace(/./gu, (character) => `%${character.codePointAt(0)?.toString(16)}`);
}

/** Queries composed of meaningful parts, for a list of `last` pages. */
export function anyQuery(last: number): fc.Arbitrary<Query> {
  return fc.array(anyPart, { maxLength: 8 }).map((parts) => {
    const text = `?${parts.join('')}`;
    const page = pageRequestedBy(text);
    return { text, page: page !== undefined && page <= last ? page : undefined, plain: true };
  });
}

const anyPart = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('page', 'p%61ge', 'pag%65', '=', '&', '1', '2', '3', '%31', '%32', '%33') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('+', '%', '%3', '0', '%30', '%26', '%3D', '%2532', '/', '..', ';', 'a', 'Page'),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[!$-~]{1,3}$/u) },
);

/** The page that a query requests, by the rules of HTML forms; undefined for one that no list has. */
function pageRequestedBy(query: string): number | undefined {
  const pairs = query.slice(1).split('&');
  const values = pairs.flatMap((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/su.exec(pair) ?? [];
    return decoded(name) === 'page' ? [decoded(value)] : [];
  });
  const [first = ''] = values;
  if (first === '') return 1;
  return /^[1-9][0-9]*$/u.test(first) ? Number(first) : undefined;
}

/** A plus is a space; anything that is not a percent-encoding stands for itself. */
function decoded(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/giu, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
