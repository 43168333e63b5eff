// The schemas and examples of the OpenAPI document: whatever a build writes is valid, and nothing damaged is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSchemas } from '../../scripts/bundle/schemas.ts';
import { pageLinkForms } from '../../src/api/paging.ts';
import { catalog } from '../build/catalogs.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { inFolder, makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { variedCatalog, variedCounts } from '../helpers/varied-catalog.ts';
import {
  documentOf,
  inputOf,
  sampleBuild,
  damagesOf,
  faultsIn,
  validatorOf,
  validatorsOf,
  type OpenapiDocument,
} from './document.ts';

describe.each(pageLinkForms)('every file of a build with %s links', (pageLinks) => {
  const faultsOf = (out: string) => {
    const document = documentOf(inputOf(out, { pageLinks }));
    const { files, faults, met } = faultsIn(out, document);
    const paths = Object.keys(document.paths).filter((path) => path.startsWith('/api/v1/'));
    return { files, faults, unmet: paths.filter((path) => !met.has(path)) };
  };

  it('of the sample catalog is a valid response of its endpoint, and every endpoint has one', async () => {
    const { files, faults, unmet } = faultsOf(await sampleBuild(pageLinks));
    expect(faults).toEqual([]);
    expect(files).toBeGreaterThan(100);
    expect(unmet).toEqual([]);
  });

  it('of any catalog is a valid response, too', () =>
    forAll(20, [catalog], async (given) => {
      await inFolder(async (folder) => {
        const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
        writeCatalog(data, given, oneFileEach);
        await runBuild({ data, out, chosen: { pageLinks, pageSize: 3 } });
        expect(faultsOf(out).faults).toEqual([]);
      });
    }));
});

it('every file of the varied catalog is a valid response, too', async () => {
  const out = await sharedBuild(await variedCatalog(), { pages: true });
  const { files, faults } = faultsIn(out, documentOf(inputOf(out)));
  expect(faults).toEqual([]);
  expect(files).toBeGreaterThan(variedCounts.courses);
});

describe('a schema', () => {
  const folder = makeFolder();
  let out: string;
  beforeAll(async () => {
    out = await sampleBuild('query');
    await writeSchemas(join(folder, 'published'));
    const chosen = { journal: join(folder, 'journal.ndjson') };
    await runBuild({ data: 'data', out: join(folder, 'kept'), chosen });
  });
  afterAll(() => removeFolder(folder));

  const read = (path: string): unknown => JSON.parse(readFileSync(join(out, 'api/v1', path, 'index.json'), 'utf8'));
  /** With all schemas. */
  const features = { pages: true, frontPage: true, coursePages: true, dumps: true, journal: true };
  const changes = (): unknown => JSON.parse(readFileSync(join(folder, 'kept/changes/since.json'), 'utf8'));
  const first = (value: unknown, field?: string): unknown => {
    const list: unknown = field === undefined ? value : Object.getOwnPropertyDescriptor(value, field)?.value;
    return Array.isArray(list) ? list[0] : undefined;
  };
  const values: Record<string, () => unknown> = {
    Index: () => read(''),
    Latest: () => read('courses/latest'),
    Course: () => first(read('courses/latest')),
    Providers: () => read('providers'),
    Provider: () => first(read('providers')),
    Categories: () => read('categories'),
    Category: () => first(read('categories')),
    ChildCategory: () => first(first(read('categories')), 'children'),
    Languages: () => read('languages'),
    Language: () => first(read('languages')),
    CategoryCourses: () => read('categories/10'),
    LanguageCourses: () => read('languages/English/courses'),
    ProviderCourses: () => read('providers/1/courses/page/2'),
    CourseSummary: () => first(read('providers/1/courses'), 'results'),
    Build: () => JSON.parse(readFileSync(join(out, 'build.json'), 'utf8')),
    ChangeParts: changes,
    ChangePart: () => first(changes()),
    Error: () => JSON.parse(readFileSync(join(out, '404.json'), 'utf8')),
  };

  it('is tested here for each name in the document', () => {
    const { components } = documentOf(inputOf(out, { features }));
    expect(Object.keys(values).toSorted()).toEqual(Object.keys(components.schemas).toSorted());
  });

  it.each(Object.keys(values))('%s accepts a record as written, and no damaged one', (name) => {
    const value = values[name]?.();
    const file = name.replaceAll(/(?!^)(?=[A-Z])/gu, '-').toLowerCase();
    const alone = validatorOf(JSON.parse(readFileSync(join(folder, 'published/schemas', `${file}.json`), 'utf8')));
    const inDocument = validatorsOf(documentOf(inputOf(out, { features })))(`#/components/schemas/${name}`);
    const damages = damagesOf(value);
    expect(damages.length).toBeGreaterThan(5);
    for (const validate of [alone, inDocument]) {
      expect(validate(value)).toBe('');
      expect(damages.filter((damaged) => validate(damaged.value) === '').map(({ what }) => what)).toEqual([]);
    }
  });
});

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
    await runBuild({ data, out, chosen: { ...chosen, pages: true } });
    return use(out);
  });
}
