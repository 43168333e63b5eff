// The courses of the varied catalog, as an index shows them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { variedCatalog } from '../helpers/varied-catalog.ts';
import type { IndexedCourse } from './naive-index.ts';

/** All its courses; the link hash does not matter to a search. */
export async function variedCourses(): Promise<IndexedCourse[]> {
  const folder = await variedCatalog();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const providers = new Map<number, string>(
    JSON.parse(read('providers.json')).map(({ id, name }: { id: number; name: string }) => [id, name]),
  );
  const lines = read('courses.ndjson').trimEnd().split('\n');
  return lines.map((line) => {
    const { id, title, author = '', tags = '', language, provider, linkurl } = JSON.parse(line);
    const names = { provider_name: providers.get(provider) ?? '', categories: [] };
    return { linkhash: `hash-${id}`, id, title, author, tags, language, linkurl, ...names };
  });
}
