// Examples of the OpenAPI document that a build writes: each is a possible response of the API, whatever the names are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseExamples } from '../../src/site/openapi/chosen.ts';
import { runBuild } from '../build/run.ts';
import { inFolder, writeFiles } from '../folders.ts';
import { documentOf, inputOf, type OpenapiDocument } from './document.ts';

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
    ['in a top-level category', [2]],
    ['in a child category', [21]],
    ['further below', [211]],
  ])('of the courses in a category uses that of the newest course %s, even if names hold a slash', async (_, ids) => {
    const { paths } = await documentFor([older, course(102, 2002, ids)]);
    expect(exampleOf({ paths }, 'category')).toMatchObject({ count: 1, title: 'Second/Two', results: [{ id: 102 }] });
    expect(paths[lists.category]?.parameters?.[0]?.example).toBe(2);
  });

  it('of the courses in a category is omitted if the newest course has none, even if others have one', async () => {
    const { paths } = await documentFor([older, course(102, 2002, [])]);
    expect(exampleOf({ paths }, 'category')).toBeUndefined();
    expect(paths[lists.category]?.parameters?.[0]?.example).toBe(1);
    expect(exampleOf({ paths }, 'language')).toMatchObject({ language: 'Deutsch', results: [{ id: 102 }] });
    expect(exampleOf({ paths }, 'provider')).toMatchObject({ count: 2, results: [{ id: 102 }] });
  });

  it('is empty if the list is', async () => {
    const { paths } = await documentFor([course(102, 2002, [])]);
    expect(exampleOf({ paths }, 'category')).toMatchObject({ count: 0, title: 'First/One', results: [] });
  });

  it('is omitted for a language that the course is not in', () =>
    inBuild([older, { ...course(102, 2002, [1]), language: 'English' }], (out) => {
      expect(exampleOf(documentOf(inputOf(out, {}, 'Deutsch')), 'language')).toBeUndefined();
      expect(exampleOf(documentOf(inputOf(out, {}, 'English')), 'language')).toMatchObject({ results: [{ id: 102 }] });
    }));
});

it('a category is not guessed if its path is ambiguous', () => {
  const top = (name: string, id: number) => ({ name, category_id: String(id), course_count: 1, children: [] });
  const listed = { providers: [], languages: [], categories: [top('A', 1), top('A/B', 2), top('C', 3)] };
  const { category } = chooseExamples({ ...full, categories: ['All/A/B/D'], categories_ids: [9] }, listed);
  expect(category?.name).toBe('C');
});

const full = {
  linkhash: '0'.repeat(32),
  title: '',
  description: '',
  tags: '',
  provider: 1,
  provider_name: '',
  language: [],
  date_published: '2001-01-01T00:00:00.0',
  id: 1,
  linkurl: '',
  author: '',
  catalog_id: null,
};

function exampleOf({ paths }: Pick<OpenapiDocument, 'paths'>, list: keyof typeof lists): unknown {
  return paths[lists[list]]?.get.responses['200']?.content?.['application/json']?.example;
}

/** The document that a build of the courses writes. */
function documentFor(courses: readonly object[]): Promise<OpenapiDocument> {
  return inBuild(courses, (out) => JSON.parse(readFileSync(join(out, 'openapi.json'), 'utf8')));
}

function inBuild<T>(courses: readonly object[], use: (out: string) => T): Promise<T> {
  return inFolder(async (folder) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    writeFiles(data, {
      'providers.json': JSON.stringify([1, 2].map((id) => ({ id, name: `Provider ${id}` }))),
      'categories.json': JSON.stringify(categories),
      'courses.json': JSON.stringify(courses),
    });
    await runBuild({ data, out });
    return use(out);
  });
}
