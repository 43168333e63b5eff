// Catalogs that the client reads: a small one, built with all that it can read, and what its source has.
import { smallCatalog } from '../build/small-catalog.ts';
import type { Chosen } from '../build/run.ts';
import { sharedBuild } from '../helpers/builds.ts';

const source = smallCatalog(60);
export const { courses } = source;

/** Where such a build expects to be published, which is not where tests serve it. */
const baseUrl = 'https://courses.example.org/open';

/** A build of it with few courses on a page, to be read only. */
export async function builtCatalog(chosen: Partial<Chosen> = {}): Promise<string> {
  return builtFrom(source, chosen);
}

/** The same of other courses. */
export async function builtOf(others: readonly object[], chosen: Partial<Chosen> = {}, more = {}): Promise<string> {
  return builtFrom({ ...source, courses: others, ...more }, chosen);
}

async function builtFrom(records: object, chosen: Partial<Chosen>): Promise<string> {
  const files = Object.entries(records).map(([name, each]) => [`${name}.json`, JSON.stringify(each)]);
  return sharedBuild(Object.fromEntries(files), { baseUrl, pageSize: 4, ...chosen });
}

/** All values of an iteration. */
export async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}
