// Pages: a list that comes in several responses, each naming the next.
import type { ReadContext, Resource } from './format.ts';

const maxPages = 20_000;

export interface Pages<T> {
  readonly pages: readonly { readonly resource: Resource; readonly page: T }[];
  /** False if a page named a next one that could not be read. */
  readonly isWhole: boolean;
}

/** Reads a list from its first page on. A page that comes again ends it. */
export async function readPages<T>(
  first: Resource,
  read: (resource: Resource) => T | Promise<T>,
  nextOf: (page: T) => unknown,
  { web, onProgress, signal }: ReadContext,
): Promise<Pages<T>> {
  const seen = new Set<string>();
  const pages: { resource: Resource; page: T }[] = [];
  for (let resource = first; ;) {
    signal.throwIfAborted();
    const address = resource.finalUrl ?? resource.address;
    seen.add(resource.address);
    const page = await read(resource);
    pages.push({ resource, page });
    const next = nextOf(page);
    if (next === undefined || next === null || next === false || next === '') return { pages, isWhole: true };
    if (typeof next !== 'string' || !URL.canParse(next, address)) return { pages, isWhole: false };
    const to = new URL(next, address).href;
    // A file on this machine is what somebody saved of a list.
    if (web === undefined || seen.has(to) || pages.length >= maxPages) return { pages, isWhole: false };
    onProgress({ done: pages.length, total: pages.length + 1, what: `${pages.length} pages` });
    resource = await web.get(to);
  }
}
