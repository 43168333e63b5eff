// The courses of the real catalog, as an index shows them. They are not part of the repository.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedCourse } from './naive-index.ts';

export const realCatalog = '../shared/data/free-programming-courses';

export const isRealCatalogThere = existsSync(realCatalog);

/** All its courses; what a link hash is does not matter to a search. */
export function realCourses(): IndexedCourse[] {
  const providers = new Map<number, string>(
    JSON.parse(read('providers.json')).map(({ id, name }: { id: number; name: string }) => [id, name]),
  );
  const lines = read('courses.ndjson').trimEnd().split('\n');
  return lines.map((line) => {
    const { id, title, author, tags, language, provider } = JSON.parse(line);
    return { linkhash: `hash-${id}`, id, title, author, tags, language, provider_name: providers.get(provider) ?? '' };
  });
}

function read(name: string): string {
  return readFileSync(join(realCatalog, name), 'utf8');
}
