// Pages: a list that comes in several responses, each naming the next.
import { parseUrl } from '../urls.ts';
import type { ReadContext, Resource } from './format.ts';
import type { ObjectRow, Rows } from './rows.ts';

/** Reads the records of a list from its first page on; not whole if a page names a next one that is not read. A page that comes again ends it. */
export async function readPages<T>(
  first: Resource,
  read: (resource: Resource) => T | Promise<T>,
  nextOf: (page: T) => unknown,
  rowsOf: (page: T, resource: Resource) => Iterable<ObjectRow>,
  { web, remarks, onProgress, signal }: ReadContext,
): Promise<{ readonly rows: Rows; readonly isWhole: boolean }> {
  const seen = new Set<string>();
  const rows: Rows = web?.rows ?? [];
  for (let resource = first; ;) {
    signal.throwIfAborted();
    seen.add(resource.address);
    const page = await read(resource);
    for (const row of rowsOf(page, resource)) rows.push(row);
    const next = nextOf(page);
    if (next === undefined || next === null || next === false || next === '') return { rows, isWhole: true };
    const to = typeof next === 'string' ? parseUrl(next, resource.finalUrl ?? resource.address)?.href : undefined;
    // A file on this machine is what somebody saved of a list.
    if (web === undefined || to === undefined || seen.has(to)) return { rows, isWhole: false };
    const spent = web.spent();
    if (spent !== undefined) {
      remarks.add('leftOut', `page after ${spent}`, to);
      return { rows, isWhole: false };
    }
    onProgress({ done: seen.size, total: seen.size + 1, what: `${seen.size} pages` });
    resource = await web.get(to);
  }
}
