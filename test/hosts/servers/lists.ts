// Lists: the paged lists of a build, found by their folders, and the walk through one of them over HTTP.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { addressPatterns, expressionOf } from '../../../src/api/address-patterns.ts';
import { apiRoot, pagesFolder } from '../../../src/api/routes.ts';
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
    .filter((entry) => entry.isDirectory() && entry.name === pagesFolder)
    .map(({ parentPath }) => ({
      path: `${parentPath.slice(dist.length)}/`,
      pages: readdirSync(join(parentPath, pagesFolder)).length,
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

const page = z.object({
  count: z.number(),
  next: z.string().nullable(),
  results: z.array(z.object({ id: z.number() })),
});

/** Follows `next` from a list's own address, for at most as many pages as it has; returns one line for each fault. */
export async function brokenWalk(baseUrl: string, { path, pages }: PagedList): Promise<string[]> {
  const ids = new Set<number>();
  let seen = 0;
  let counted = 0;
  for (let at: string | null = `${baseUrl}${encodePath(path)}`; at !== null;) {
    if (seen === pages) return [`${path}: more than its ${pages} pages; the last link is ${at}`];
    if (!at.startsWith(baseUrl)) return [`${path}: the link ${at} leads away`];
    const { status, body } = await ask(baseUrl, { path: at.slice(new URL(at).origin.length) });
    if (status !== 200) return [`${at}: status ${status}`];
    const found = page.parse(JSON.parse(body.toString()));
    for (const { id } of found.results) ids.add(id);
    seen += 1;
    counted = found.count;
    at = found.next;
  }
  if (seen !== pages) return [`${path}: ${seen} pages of ${pages}`];
  return ids.size === counted ? [] : [`${path}: ${ids.size} courses of ${counted}`];
}

/** The faults of the walks through all lists of a build. */
export async function brokenWalks({ baseUrl, dist }: { baseUrl: string; dist: string }): Promise<string[]> {
  const broken: string[] = [];
  for (const list of listsOf(dist)) broken.push(...(await brokenWalk(baseUrl, list)));
  return broken;
}

/** The paths, decoded and with their trailing slash, that the same path without it does not redirect to with its query. */
export async function brokenRedirects(baseUrl: string, paths: readonly string[]): Promise<string[]> {
  const broken: string[] = [];
  for (const path of paths) {
    const address = new URL(`${baseUrl}${path.split('/').map(encodeURIComponent).join('/')}`);
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
