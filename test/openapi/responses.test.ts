// The schemas of the OpenAPI document: whatever a build writes is valid by them, and nothing damaged is.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSchemas } from '../../scripts/bundle/schemas.ts';
import { pageLinkForms } from '../../src/api/paging.ts';
import { catalog } from '../build/catalogs.ts';
import { runBuild } from '../build/run.ts';
import { inFolder, makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { documentOf, inputOf } from './document.ts';
import { damagesOf, faultsIn, validatorOf, validatorsOf } from './validate.ts';

const real = '../shared/data/free-programming-courses';
const isSkipped = process.env['CI'] === undefined && !existsSync(real);

describe.each(pageLinkForms)('every file of a build with %s links', { timeout: 180_000 }, (pageLinks) => {
  const faultsOf = (data: string) =>
    inFolder(async (folder) => {
      const out = join(folder, 'dist');
      await runBuild({ data, out, chosen: { pageLinks, pageSize: 3 } });
      const document = documentOf(inputOf(out, { pageLinks }));
      const { files, faults, met } = faultsIn(out, document);
      return { files, faults, unmet: Object.keys(document.paths).filter((path) => !met.has(path)) };
    });

  it('of the sample catalog is what its endpoint answers by the document, and every endpoint has one', async () => {
    const { files, faults, unmet } = await faultsOf('data');
    expect(faults).toEqual([]);
    expect(files).toBeGreaterThan(100);
    expect(unmet).toEqual([]);
  });

  it.skipIf(isSkipped)(`of the real catalog is, too${isSkipped ? ` (needs ${real})` : ''}`, async () => {
    const { files, faults } = await faultsOf(real);
    expect(faults).toEqual([]);
    expect(files).toBeGreaterThan(4497);
  });

  it('of any catalog is, too', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, async ({ providers, categories, languages, courses }) => {
        await inFolder(async (folder) => {
          writeFiles(join(folder, 'data'), {
            'providers.json': JSON.stringify(providers),
            'categories.json': JSON.stringify(categories),
            'courses.json': JSON.stringify(courses),
            ...(languages && { 'languages.json': JSON.stringify(languages) }),
          });
          expect((await faultsOf(join(folder, 'data'))).faults).toEqual([]);
        });
      }),
      { numRuns: 20 },
    );
  });
});

describe('a schema', () => {
  const folder = makeFolder();
  const out = join(folder, 'dist');
  beforeAll(async () => {
    await runBuild({ data: 'data', out, chosen: { pageSize: 3 } });
    await writeSchemas(join(folder, 'published'));
  });
  afterAll(() => removeFolder(folder));

  const read = (path: string): unknown => JSON.parse(readFileSync(join(out, 'api/v1', path, 'index.json'), 'utf8'));
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
    Error: () => JSON.parse(readFileSync(join(out, '404.json'), 'utf8')),
  };

  it('is tried, whichever the document has', () => {
    const { components } = documentOf(inputOf(out));
    expect(Object.keys(values).toSorted()).toEqual(Object.keys(components.schemas).toSorted());
  });

  it.each(Object.keys(values))('%s takes a record as it was written, and none that was damaged', (name) => {
    const value = values[name]?.();
    const file = name.replaceAll(/(?!^)(?=[A-Z])/gu, '-').toLowerCase();
    const alone = validatorOf(JSON.parse(readFileSync(join(folder, 'published/schemas', `${file}.json`), 'utf8')));
    const inDocument = validatorsOf(documentOf(inputOf(out)))(`#/components/schemas/${name}`);
    const damages = damagesOf(value);
    expect(damages.length).toBeGreaterThan(5);
    for (const validate of [alone, inDocument]) {
      expect(validate(value)).toBe('');
      expect(damages.filter((damaged) => validate(damaged.value) === '').map(({ what }) => what)).toEqual([]);
    }
  });
});
