// Pages: a list that comes in several responses, and many responses that are read one by one.
import { pMapIterable } from 'p-map';
import { fieldOf } from '../../catalog/source/record.ts';
import { parseJson } from '../../catalog/source/json.ts';
import { parseUrl } from '../../text/parse-url.ts';
import { elementsOf, Row, type Rows } from '../rows.ts';
import type { ReadContext } from './probe.ts';
import { requestError, type Resource } from './resource.ts';

/** Reads the records of a list from its first page on; not whole if a page names a next one that is not read. A repeated page ends it. */
export async function readPages<T>(
  first: Resource,
  read: (resource: Resource) => T | Promise<T>,
  nextPage: (page: T) => unknown,
  rowsIn: (page: T, resource: Resource) => Iterable<Row>,
  { web, notes, onProgress, signal }: ReadContext,
): Promise<{ readonly rows: Rows; readonly isComplete: boolean }> {
  const seen = new Set<string>();
  const rows: Rows = web?.rows ?? [];
  for (let resource = first; ;) {
    signal.throwIfAborted();
    seen.add(resource.address);
    const page = await read(resource);
    for (const row of rowsIn(page, resource)) rows.push(row);
    const next = nextPage(page);
    if (next === undefined || next === null || next === false || next === '') return { rows, isComplete: true };
    const href = typeof next === 'string' ? parseUrl(next, resource.finalUrl ?? resource.address)?.href : undefined;
    const address = href === undefined ? undefined : (web?.hide(href) ?? href);
    // A file on this machine is what somebody saved of a list.
    if (web === undefined || address === undefined || seen.has(address)) return { rows, isComplete: false };
    if (web.reachedLimit !== undefined) {
      notes.add('skipped', `page after ${web.reachedLimit}`, address);
      return { rows, isComplete: false };
    }
    onProgress({ done: seen.size, total: seen.size + 1, what: `${seen.size} pages` });
    resource = await web.get(address);
  }
}

/** Reads a list that comes in pages of JSON, with its records at `field`, without those for which there is none. Throws a ProblemsError if a page has none: its records would count as missing. */
export async function readJsonPages(
  first: Resource,
  field: string,
  nextPage: (page: unknown) => unknown,
  recordOf: (record: unknown, address: string, location: string) => object | undefined,
  context: ReadContext,
) {
  const read = (resource: Resource) => {
    const { address } = resource;
    const page = parseJson(context.decoder.textOf(resource));
    if (page === undefined) throw requestError(address, 'is not JSON');
    const list = fieldOf(page, field);
    if (typeof list !== 'object' || list === null) throw requestError(address, `has no list "${field}"`);
    return page;
  };
  const rowsIn = (page: unknown, { address }: Resource) =>
    elementsOf(fieldOf(page, field)).flatMap((item, index) => {
      const location = `${address}:record ${index + 1}`;
      const record = recordOf(item, address, location);
      return record === undefined ? [] : [new Row(record, location)];
    });
  return readPages(first, read, nextPage, rowsIn, context);
}

/** Reads many items, several at a time; results are in the order of the items. `noun` names them in the progress. */
export function readEach<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
  noun: string,
  { web, onProgress, signal }: ReadContext,
) {
  const began = performance.now();
  let done = 0;
  const readOne = async (item: T) => {
    signal.throwIfAborted();
    const result = await read(item);
    done += 1;
    const left = Math.ceil((((performance.now() - began) / done) * (items.length - done)) / 60_000);
    const rest = left > 1 ? `, about ${left} minutes left` : '';
    onProgress({ done, total: items.length, what: `${done} of ${items.length} ${noun}${rest}` });
    return result;
  };
  return pMapIterable(items, readOne, { concurrency: web?.concurrency ?? 1 });
}
