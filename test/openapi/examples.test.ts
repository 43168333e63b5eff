// Examples of the OpenAPI document that a build writes: each is a possible response of the API, whatever the names are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuild, type Chosen } from '../build/run.ts';
import { inFolder, writeFiles } from '../folders.ts';
import type { OpenapiDocument } from './document.ts';

const lists = {
  category: '/api/v1/categories/{category_id}/',
  language: '/api/v1/languages/{language}/courses/',
  provider: '/api/v1/providers/{provider_id}/courses/',
} as const;

const course = (id: number, year: number, categories: number[]) => ({
  id,
  title: `Course ${id}`,
  linkurl: `https://example.org/${id}`,
  provider: 2,
  language: 'Deutsch',
  date_published: `${year}-01-01T00:00:00.0`,
  categories,
});

/** Two names with a slash; the second has two levels below it. */
const categories = [
  { id: 1, name: 'First/One' },
  { id: 2, name: 'Second/Two', children: [{ id: 21, name: 'Child', children: [{ id: 211, name: 'Grandchild' }] }] },
];
const older = course(101, 2001, [1]);

describe('the example of a list', () => {
  it.each([
    ['in a top-level category', [2], 2],
    ['in a child category', [21], 2],
    ['further below', [211], 2],
    ['in no category', [], 1],
  ])('is page 1 of the list of the newest course, %s, as the build wrote it', async (_, ids, category) => {
    await inBuild([older, { ...older, id: 99, linkurl: 'x:' }, course(102, 2002, ids)], { pageSize: 2 }, (out) => {
      const read = (path: string): unknown => JSON.parse(readFileSync(join(out, path, 'index.json'), 'utf8'));
      expect(documentIn(out).paths[lists.category]?.parameters?.[0]?.example).toBe(category);
      expect(exampleIn(out, 'category')).toEqual(read(`api/v1/categories/${category}`));
      expect(exampleIn(out, 'language')).toEqual(read('api/v1/languages/Deutsch/courses'));
      expect(exampleIn(out, 'provider')).toEqual(read('api/v1/providers/2/courses'));
      expect(exampleIn(out, 'provider')).toMatchObject({ count: 3, results: [{ id: 99 }, { id: 101 }] });
    });
  });

  it('is omitted where a page may have more courses than an example should', () =>
    inBuild([older], { pageSize: 101 }, (out) => expect(exampleIn(out, 'provider')).toBeUndefined()));

  it('is omitted, as that of the course, where its texts are long', () =>
    inBuild([{ ...older, description: 'a'.repeat(1e6) }, course(102, 2000, [1])], {}, (out) => {
      expect(exampleIn(out, 'provider')).toMatchObject({ count: 2 });
      expect(readFileSync(join(out, 'openapi.json')).length).toBeLessThan(200_000);
    }));
});

function exampleIn(out: string, list: keyof typeof lists): unknown {
  return documentIn(out).paths[lists[list]]?.get.responses['200']?.content?.['application/json']?.example;
}

function documentIn(out: string): OpenapiDocument {
  return JSON.parse(readFileSync(join(out, 'openapi.json'), 'utf8'));
}

function inBuild<T>(courses: readonly object[], chosen: Partial<Chosen>, use: (out: string) => T): Promise<T> {
  return inFolder(async (folder) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    writeFiles(data, {
      'providers.json': JSON.stringify([1, 2].map((id) => ({ id, name: `Provider ${id}` }))),
      'categories.json': JSON.stringify(categories),
      'courses.json': JSON.stringify(courses),
    });
    await runBuild({ data, out, chosen: { ...chosen, site: true } });
    return use(out);
  });
}
