// The schemas of the OpenAPI document: whatever a build writes is valid, and nothing damaged is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSchemas } from '../../scripts/bundle/schemas.ts';
import { pageLinkForms } from '../../src/api/paging.ts';
import { catalog } from '../build/catalogs.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild } from '../build/run.ts';
import { sharedBuild } from '../builds.ts';
import { inFolder, makeFolder, removeFolder } from '../folders.ts';
import { forAll } from '../for-all.ts';
import { isRealMissing, neededForReal, realCatalog } from '../real-catalog.ts';
import { documentOf, inputOf, sampleBuild } from './document.ts';
import { damagesOf, faultsIn, validatorOf, validatorsOf } from './validate.ts';

describe.each(pageLinkForms)('every file of a build with %s links', { timeout: 180_000 }, (pageLinks) => {
  const faultsOf = (out: string) => {
    const document = documentOf(inputOf(out, { pageLinks }));
    const { files, faults, met } = faultsIn(out, document);
    return { files, faults, unmet: Object.keys(document.paths).filter((path) => !met.has(path)) };
  };

  it('of the sample catalog is a valid response of its endpoint, and every endpoint has one', async () => {
    const { files, faults, unmet } = faultsOf(await sampleBuild(pageLinks));
    expect(faults).toEqual([]);
    expect(files).toBeGreaterThan(100);
    expect(unmet).toEqual([]);
  });

  it.skipIf(isRealMissing)(`of the real catalog is a valid response, too${neededForReal}`, async () => {
    const { files, faults } = faultsOf(await sharedBuild(realCatalog, { pageLinks }));
    expect(faults).toEqual([]);
    expect(files).toBeGreaterThan(4497);
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

describe('a schema', () => {
  const folder = makeFolder();
  let out: string;
  beforeAll(async () => {
    out = await sampleBuild('query');
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

  it('is tested here for each name in the document', () => {
    const { components } = documentOf(inputOf(out));
    expect(Object.keys(values).toSorted()).toEqual(Object.keys(components.schemas).toSorted());
  });

  it.each(Object.keys(values))('%s accepts a record as written, and no damaged one', (name) => {
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
