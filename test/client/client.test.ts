// The client of a build: its endpoints, its search, its dumps and its journal; and what it says of requests that fail.
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, vi } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { customFields } from '../../src/options/custom-fields.ts';
import {
  CatalogError,
  NotFoundError,
  NotPublishedError,
  openCatalog,
  type Catalog,
  type Fetch,
  type SearchRequest,
} from '../../src/library/open-catalog.ts';
import { md5 } from '../../src/library/md5.ts';
import { smallCourse } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { forAll } from '../helpers/for-all.ts';
import { freePort } from '../helpers/ports.ts';
import { serving, type Meddle } from '../import/served.ts';
import { builtOnce, minute } from '../journal/kept.ts';
import { all, builtCatalog, builtOf, courses } from './catalogs.ts';

let out = '';
beforeAll(async () => {
  out = await builtCatalog({ pages: true, dumps: ['ndjson', 'csv'] });
});

/** A service with all that the client reads. */
const reading = async <Result>(use: (catalog: Catalog, base: string, log: string[]) => Promise<Result>) =>
  serving(out, async ({ base, log }) => use(await openCatalog(base), base, log));

const jsonOf = (path: string): unknown => JSON.parse(readFileSync(join(out, 'api/v1', path, 'index.json'), 'utf8'));

describe('the client', () => {
  it('has what the endpoints answer', async () => {
    await reading(async (catalog) => {
      expect(await catalog.latest()).toEqual(jsonOf('courses/latest'));
      expect(await catalog.providers()).toEqual(jsonOf('providers'));
      expect(await catalog.categories()).toEqual(jsonOf('categories'));
      expect(await catalog.languages()).toEqual(jsonOf('languages'));
    });
  });

  it('finds a course by its address or its linkhash', async () => {
    await reading(async (catalog, base) => {
      const { linkurl, title } = smallCourse(7);
      for (const key of [linkurl, new URL(linkurl), linkhashOf(linkurl), linkhashOf(linkurl).toUpperCase()])
        expect(await catalog.course(key)).toMatchObject({ id: 7, title, linkurl });
      const missing = catalog.course('https://example.org/courses/none');
      await expect(missing).rejects.toThrow(NotFoundError);
      const address = `${base}/api/v1/courses/view/${linkhashOf('https://example.org/courses/none')}/`;
      await expect(missing).rejects.toMatchObject({ status: 404, address });
      await expect(missing).rejects.toThrow('no course has the address https://example.org/courses/none');
    });
  });

  it('finds a course by its address as people write it, and as browsers do', async () => {
    const written = ['https://a.example', 'https://b.example/', 'https://c.example/é', 'https://d.example/%C3%A9'];
    const others = written.map((linkurl, at) => ({ ...smallCourse(at + 1), linkurl }));
    await serving(await builtOf(others), async ({ base }) => {
      const catalog = await openCatalog(base);
      for (const [at, linkurl] of written.entries())
        for (const key of [linkurl, new URL(linkurl), new URL(linkurl).href])
          expect(await catalog.course(key), String(key)).toMatchObject({ id: at + 1, linkurl });
    });
  });

  it('loads what does not change once, and anew after a while if another build was published', async ({ folder }) => {
    cpSync(out, folder, { recursive: true });
    await serving(folder, async ({ base, log }) => {
      const asked = () => log.splice(0).filter((path) => /build\.json|providers|categories/u.test(path));
      const catalog = await openCatalog(base, { maxAge: 0 });
      const use = async () => {
        await pause(2);
        await catalog.search({ limit: 0 });
        await catalog.providers();
        await catalog.categories();
        return asked();
      };
      const lists = ['/api/v1/providers/', '/api/v1/categories/'];
      expect(await use()).toEqual(expect.arrayContaining([...lists, '/build.json']));
      expect((await use()).filter((path) => lists.includes(path))).toEqual([]);
      const file = join(folder, 'build.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/"digest": ?"./u, '$&0'));
      expect(await use()).toEqual(expect.arrayContaining(lists));
      rmSync(file);
      expect(await use(), 'where the service does not say').toEqual(expect.arrayContaining(lists));
      const lasting = await openCatalog(base);
      await lasting.search({ limit: 0 });
      await lasting.providers();
      expect(asked().toSorted()).toEqual([...lists, '/build.json'].toSorted());
    });
  });

  it.for([
    [403, 'no', true],
    [200, '<!doctype html>', true],
    [503, 'no', false],
  ] as const)('loads everything anew where build.json answers with %d %s: %s', async ([status, body, isAnew]) => {
    await serving(
      out,
      async ({ base, log }) => {
        const catalog = await openCatalog(base, { maxAge: 0 });
        await catalog.providers();
        log.length = 0;
        await pause(2);
        await catalog.providers();
        expect(log.includes('/api/v1/providers/')).toBe(isAnew);
      },
      (path, ...rest) => path === '/build.json' && answering(status, body)(path, ...rest),
    );
  });

  it('has the same build for calls at the same time', async ({ folder }) => {
    cpSync(out, folder, { recursive: true });
    await serving(folder, async ({ base }) => {
      const catalog = await openCatalog(base, { maxAge: 0.2 });
      await catalog.providers();
      const files = ['build.json', 'api/v1/providers/index.json'].map((path) => join(folder, path));
      for (const [file, text] of files.map((path) => [path, readFileSync(path, 'utf8')] as const))
        writeFileSync(file, text.replace(/"digest": ?"./u, '$&0').replace('Provider 1', 'Renamed'));
      await pause(250);
      const answers = await Promise.all([1, 2, 3].map(async () => catalog.providers()));
      for (const providers of answers) expect(providers.map(({ name }) => name)).toContain('Renamed');
    });
  });

  it('makes the linkhash of every text', async () => {
    await forAll(300, [fc.string({ unit: 'grapheme', maxLength: 200 })], (text) => {
      expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'));
    });
  });

  it('has every course of the dumps, also if the host decompresses them', async () => {
    const expected = courses.map(({ linkurl }) => jsonOf(`courses/view/${linkhashOf(linkurl)}`));
    await reading(async (catalog) => expect(await all(catalog.dump())).toEqual(expected));
    const decompressing: Meddle = (path, response) => {
      if (!path.endsWith('.gz')) return false;
      response.writeHead(200).end(gunzipSync(readFileSync(join(out, path))));
      return true;
    };
    await serving(
      out,
      async ({ base }) => expect(await all((await openCatalog(base)).dump())).toEqual(expected),
      decompressing,
    );
  });

  it('takes no dump of another build than the list of dumps', async ({ folder }) => {
    cpSync(join(out, 'dumps'), join(folder, 'dumps'), { recursive: true });
    const file = join(folder, 'dumps/courses.ndjson.gz');
    writeFileSync(file, Buffer.concat([readFileSync(file), readFileSync(file)]));
    await serving(folder, async ({ base }) => {
      await expect(all((await openCatalog(base)).dump())).rejects.toThrow(
        /courses\.ndjson\.gz is not as .* read both again/u,
      );
    });
  });

  it('has what changed since a time, the newest first, and each course once', async ({ folder }) => {
    const titles = new Map(Array.from({ length: 20 }, (_, at) => [at + 1, `Course ${at + 1}`]));
    const kept = await builtOnce(folder, titles, { sitemapSize: 8 });
    titles.set(4, 'Another title');
    titles.delete(5);
    kept.write(titles);
    await kept.build(minute(2));
    await serving(kept.out, async ({ base, log }) => {
      const catalog = await openCatalog(base);
      expect(await all(catalog.changes())).toEqual(kept.lines().toReversed());
      log.length = 0;
      for (const since of [minute(1), new Date(minute(1))]) {
        const changes = await all(catalog.changes(since));
        expect(Object.fromEntries(changes.map(({ id, change }) => [id, change]))).toEqual({
          4: 'updated',
          5: 'deleted',
        });
      }
      expect(log).not.toContain('/changes-2.ndjson');
      expect(await all(catalog.changes(minute(2)))).toEqual([]);
      await expect(all(catalog.changes('yesterday'))).rejects.toThrow(RangeError);
      const first = join(kept.out, 'changes.ndjson');
      writeFileSync(first, readFileSync(first, 'utf8').replace(/.*\n/u, ''));
      await expect(all(catalog.changes())).rejects.toThrow(/changes\.ndjson is not as .* read both again/u);
    });
  });

  it('says what a service does not publish', async ({ folder }) => {
    const plain = await builtCatalog();
    cpSync(plain, folder, { recursive: true });
    rmSync(join(folder, 'api/v1/languages/index.json'));
    await serving(folder, async ({ base }) => {
      const catalog = await openCatalog(base);
      const missing = [catalog.search(), all(catalog.dump()), all(catalog.changes()), catalog.languages()];
      const answers = await Promise.allSettled(missing);
      const reasons = answers.map((answer): unknown => (answer.status === 'rejected' ? answer.reason : answer));
      for (const reason of reasons) expect(reason).toBeInstanceOf(NotPublishedError);
      const texts = reasons.map((reason) => /the service has no (.*)/u.exec(String(reason))?.[1]);
      expect(texts).toEqual([
        expect.stringMatching(/^search index: "static-course-catalog import http.* dump\(\) gives every course$/u),
        'dumps',
        'journal',
        'list of languages',
      ]);
      expect(await catalog.providers()).toHaveLength(2);
    });
    await serving(await builtCatalog({ dumps: ['csv'] }), async ({ base }) => {
      await expect(all((await openCatalog(base)).dump())).rejects.toThrow(/names no dump in NDJSON/u);
    });
  });
});

describe('a search of the client', () => {
  const idsWith = (request: SearchRequest) =>
    reading(async (catalog) => (await catalog.search({ limit: 100, ...request })).courses.map(({ id }) => id));
  const yearOf = ({ date_published }: { date_published: string }) => Number(date_published.slice(0, 4));
  const newestFirst = courses.toSorted((a, b) => b.date_published.localeCompare(a.date_published) || b.id - a.id);

  it('filters by languages, categories, providers and years, one value or several, with texts or numbers', async () => {
    const french = newestFirst.filter(({ language }) => language.includes('Français'));
    expect(await idsWith({ language: 'Français' })).toEqual(french.map(({ id }) => id));
    const some = french.filter((course) => course.provider === 2 && [2012, 2015].includes(yearOf(course)));
    expect(some.length).toBeGreaterThan(0);
    const request = { language: ['Français'], provider: 2, year: [2012, '2015'] };
    expect(await idsWith(request)).toEqual(some.map(({ id }) => id));
    const inPhysics = newestFirst.filter(({ categories = [] }) => categories.includes(11));
    expect(await idsWith({ category: ['11'] })).toEqual(inPhysics.map(({ id }) => id));
    expect(await idsWith({ language: [], provider: undefined })).toEqual(newestFirst.map(({ id }) => id));
  });

  it.for(['Français', 'français', 'French', 'fr', 'FR'])('knows a language as %s', async (language) => {
    const expected = await idsWith({ language: 'Français' });
    expect(expected).toHaveLength(courses.filter((course) => course.language.includes('Français')).length);
    expect(await idsWith({ language })).toEqual(expected);
  });

  it('knows a language by the tag of another country, and none by nothing', async () => {
    const others = ['English', 'Portuguese (Brazil)', 'Sign language'].map((language, at) => {
      return { ...smallCourse(at + 1), language };
    });
    const languages = others.map(({ language }) => language);
    await serving(await builtOf(others, { pages: true }, { languages }), async ({ base }) => {
      const catalog = await openCatalog(base);
      const found = async (language: string) =>
        (await catalog.search({ language })).courses.flatMap((course) => course.language);
      expect(await found('en-US')).toEqual(['English']);
      for (const language of ['pt-PT', 'pt', 'pt-BR']) expect(await found(language)).toEqual(['Portuguese (Brazil)']);
      for (const language of ['', '-', 'xx-YY']) await expect(found(language)).rejects.toThrow(RangeError);
    });
  });

  it('knows categories and providers by their names', async () => {
    expect(await idsWith({ category: 'physics' })).toEqual(await idsWith({ category: 11 }));
    expect(await idsWith({ provider: ['Provider 2', 1] })).toHaveLength(courses.length);
  });

  it.for<[SearchRequest, string]>([
    [{ language: 'Klingon' }, 'language: no course of the catalog has "Klingon"; there are "Français", "English"'],
    [
      { language: ['English', 'Frencais'] },
      'language: no course of the catalog has "Frencais"; did you mean "Français"?',
    ],
    [{ category: 'Phisics' }, 'category: no course of the catalog has "Phisics"; did you mean 11 (Physics)?'],
    [{ provider: 3 }, 'provider: no course of the catalog has "3"; there are 2 (Provider 2), 1 (Provider 1)'],
    [{ year: 'soon' }, 'year: no course of the catalog has "soon"'],
  ])('refuses a value that the catalog does not have: %o', async ([request, message]) => {
    await reading(async (catalog) => {
      await expect(catalog.search(request)).rejects.toThrow(RangeError);
      await expect(catalog.search(request)).rejects.toThrow(message);
    });
  });

  it('finds nothing for such a value instead, if it is asked to, and in a year without courses', async () => {
    expect(await idsWith({ language: 'Klingon', unknown: 'empty' })).toEqual([]);
    expect(await idsWith({ language: ['Klingon', 'fr'], unknown: 'empty' })).toEqual(await idsWith({ language: 'fr' }));
    expect(await idsWith({ year: 1999 })).toEqual([]);
  });

  it('finds page after page, from any course on, and all one after the other', async () => {
    await reading(async (catalog) => {
      for (const request of [{ query: 'course' }, { sort: 'title' }, { language: 'fr', sort: 'newest' }]) {
        const { total, courses: expected } = await catalog.search({ ...request, limit: 100 });
        expect(expected.length).toBeGreaterThan(30);
        const pages = [0, 7, 14, 21, 28].map(async (offset) => catalog.search({ ...request, offset, limit: 7 }));
        const found = (await Promise.all(pages)).flatMap((page) => page.courses);
        expect(found).toEqual(expected.slice(0, 35));
        expect(await all(catalog.searchAll(request))).toEqual(expected);
        expect(await all(catalog.searchAll({ ...request, offset: 5, limit: 11 }))).toEqual(expected.slice(5, 16));
        expect(await catalog.search({ ...request, offset: total })).toMatchObject({ total, courses: [] });
      }
    });
  });

  it('neither repeats nor skips a course where titles with the words as typed come first', async () => {
    const titles = ['Notes on machine learning', 'Learning a machine', 'Machine learning'];
    const learning = Array.from({ length: 60 }, (_, at) => ({
      ...smallCourse(at + 1),
      title: `${titles[at % 3]} ${at}`,
    }));
    await serving(await builtOf(learning, { pages: true }), async ({ base }) => {
      const catalog = await openCatalog(base);
      const request = { query: 'machine learning' };
      const { courses: expected } = await catalog.search({ ...request, limit: 60 });
      for (const limit of [1, 7, 13]) {
        const offsets = Array.from({ length: Math.ceil(60 / limit) }, (_, at) => at * limit);
        const pages = offsets.map(async (offset) => catalog.search({ ...request, offset, limit }));
        expect((await Promise.all(pages)).flatMap((page) => page.courses)).toEqual(expected);
      }
      expect(await all(catalog.searchAll({ ...request, offset: 3, limit: 40 }))).toEqual(expected.slice(3, 43));
    });
  });

  it('says that another build was published while all courses are asked for', async ({ folder }) => {
    const later = await builtOf(courses.slice(0, 20), { pages: true });
    cpSync(out, folder, { recursive: true });
    let isReplaced = false;
    const replacing: Meddle = (path) => {
      if (!isReplaced && path.startsWith('/search/courses/')) {
        isReplaced = true;
        rmSync(folder, { recursive: true });
        cpSync(later, folder, { recursive: true });
      }
      return false;
    };
    await serving(
      folder,
      async ({ base }) => {
        const catalog = await openCatalog(base);
        await expect(all(catalog.searchAll())).rejects.toThrow(
          /has a newer build than when the search began: search again/u,
        );
        expect(await all(catalog.searchAll())).toHaveLength(20);
      },
      replacing,
    );
  });

  it('has the names of the build that its courses are of', async ({ folder }) => {
    cpSync(out, folder, { recursive: true });
    const later = await builtOf(courses.slice(0, 20), { pages: true });
    await serving(folder, async ({ base }) => {
      const catalog = await openCatalog(base);
      await catalog.search({ limit: 0 });
      rmSync(folder, { recursive: true });
      cpSync(later, folder, { recursive: true });
      const providers = join(folder, 'api/v1/providers/index.json');
      writeFileSync(providers, readFileSync(providers, 'utf8').replaceAll('Provider', 'New provider'));
      expect(await catalog.search({ sort: 'listed', offset: 40 })).toMatchObject({ total: 20, courses: [] });
      const { courses: found } = await catalog.search({ sort: 'listed' });
      expect(found.map((course) => course.provider_name)).toEqual(
        courses.slice(0, 20).map(({ provider }) => `New provider ${provider}`),
      );
      expect((await catalog.providers())[0]?.name).toMatch(/^New/u);
    });
  });

  it('sorts no more courses by title than it can, and says so', async () => {
    const many = Array.from({ length: 201 }, (_, at) => smallCourse(at + 1));
    await serving(await builtOf(many, { pages: true }), async ({ base }) => {
      const catalog = await openCatalog(base);
      await expect(catalog.search({ sort: 'title' })).rejects.toThrow(
        new RangeError(
          'sort: at most 200 courses can be sorted by title, and these are 201: narrow them, or sort them yourself',
        ),
      );
      expect(await catalog.search({ sort: 'title', provider: 1 })).toMatchObject({ sort: 'title' });
      // More than are searched for one by one.
      expect(await all(catalog.searchAll())).toHaveLength(201);
    });
  });

  it('finds words, and has of each course what a row shows', async () => {
    await reading(async (catalog) => {
      const { total, sort, courses: found } = await catalog.search({ query: 'optics', limit: 3 });
      const expected = newestFirst.filter(({ title }) => title.includes('optics'));
      expect({ total, sort }).toEqual({ total: expected.length, sort: 'match' });
      const [first] = expected;
      expect(found).toHaveLength(3);
      expect(found[0]).toEqual({
        linkhash: linkhashOf(first?.linkurl ?? ''),
        title: first?.title,
        language: [first?.language].flat(),
        id: first?.id,
        author: first?.author,
        provider: first?.provider,
        provider_name: `Provider ${first?.provider}`,
        date_published: first?.date_published,
        linkurl: first?.linkurl,
        page: `${catalog.address}courses/${linkhashOf(first?.linkurl ?? '')}/`,
      });
    });
    await serving(await builtCatalog({ pages: true, coursePages: false }), async ({ base }) => {
      const { courses: found } = await (await openCatalog(base)).search({ limit: 1 });
      expect(found[0]).toMatchObject({ linkurl: newestFirst[0]?.linkurl });
      expect(found[0]?.page).toBeUndefined();
    });
  });

  it('counts the values of each filter under the choices of the others, with their names', async () => {
    await reading(async (catalog) => {
      const { total, filters } = await catalog.search({ provider: 1, limit: 0 });
      const ofFirst = courses.filter(({ provider }) => provider === 1);
      expect(total).toBe(ofFirst.length);
      const inEnglish = ofFirst.filter(({ language }) => language.includes('English')).length;
      expect(filters.language).toContainEqual({ value: 'English', name: 'English', count: inEnglish });
      const half = courses.length / 2;
      expect(filters.provider.toSorted((a, b) => a.value.localeCompare(b.value))).toEqual([
        { value: '1', name: 'Provider 1', count: half },
        { value: '2', name: 'Provider 2', count: half },
      ]);
      const inScience = ofFirst.filter(({ categories = [] }) => categories.length > 0).length;
      expect(filters.category).toEqual([{ value: '10', name: 'Science', count: inScience }]);
      expect(filters.year.reduce((sum, { count }) => sum + count, 0)).toBe(ofFirst.length);
    });
  });

  it('sorts as it is asked to, and says which order that was', async () => {
    expect(await idsWith({ sort: 'listed' })).toEqual(courses.map(({ id }) => id));
    const titles = new Intl.Collator('en', { numeric: true });
    const byTitle = courses.toSorted((a, b) => titles.compare(a.title, b.title));
    expect(await idsWith({ sort: 'title' })).toEqual(byTitle.map(({ id }) => id));
  });

  it('filters, counts and sorts by fields, and gives them', async () => {
    const levels = ['beginner', 'advanced', undefined];
    const withFields = courses.map((course, at) => {
      const price = at % 2 === 0 ? '0' : `${100 - at} EUR`;
      const start_date = `2027-0${1 + (at % 9)}-15`;
      // No learner chooses by when a course last changed.
      const date_modified = '2026-01-02';
      return {
        ...course,
        ...(levels[at % 3] !== undefined && { level: levels[at % 3] }),
        price,
        date_modified,
        start_date,
        format: 'online',
        credits: at % 5,
      };
    });
    const own = customFields.read('{"credits":{"label":"Credits","kind":"number","filter":true}}');
    await serving(await builtOf(withFields, { pages: true, dumps: ['ndjson'], fields: own }), async ({ base }) => {
      const catalog = await openCatalog<{ credits: number }>(base);
      const request = { fields: { level: 'beginner', price: ['paid'] }, sort: 'price', limit: 100 };
      const found = await catalog.search({ ...request, language: 'English' });
      const expected = withFields.filter(
        ({ language, level, price }) => language.includes('English') && level === 'beginner' && price !== '0',
      );
      expect(found.courses.map(({ id }) => id)).toEqual(expected.toReversed().map(({ id }) => id));
      const [last] = expected.slice(-1);
      const ofLast = {
        level: 'beginner',
        price: { amount: Number.parseFloat(last?.price ?? ''), currency: 'EUR' },
        start_date: last?.start_date,
        format: ['online'],
        credits: last?.credits,
      };
      expect(found.courses[0]?.fields).toEqual(ofLast);
      const whole = await catalog.course(last?.linkurl ?? '', { fields: true });
      expect(whole).toEqual({ ...(await catalog.course(last?.linkurl ?? '')), fields: ofLast });
      const dumped = (await all(catalog.dump())).find(({ id }) => id === last?.id);
      expect(dumped?.fields).toEqual({ ...ofLast, date_modified: '2026-01-02T00:00:00.000000' });
      expect(dumped?.fields?.credits?.toFixed(1)).toBe(last?.credits.toFixed(1));
      expect(found.fields['price']).toContainEqual({ value: 'paid', name: 'paid', count: expected.length });
      const totalOf = async (chosen: NonNullable<SearchRequest['fields']>) =>
        (await (await openCatalog(base)).search({ fields: chosen, limit: 0 })).total;
      const having = (isWanted: (course: (typeof withFields)[number]) => boolean) => withFields.filter(isWanted).length;
      expect(await totalOf({ price: 0 })).toBe(courses.length / 2);
      expect(await totalOf({ price: { to: 60 } })).toBe(having(({ price }) => Number.parseFloat(price) <= 60));
      expect(await totalOf({ format: 'online' }), 'which every course has').toBe(courses.length);
      expect(await totalOf({ start_date: '2027-03' })).toBe(having((course) => course.start_date === '2027-03-15'));
      expect(await totalOf({ start_date: ['2027-03', '2027-05-15', 'upcoming'] })).toBeGreaterThan(0);
      expect(await totalOf({ start_date: { from: '2027-03', to: '2027-05-14' } })).toBe(
        having((course) => ['2027-03-15', '2027-04-15'].includes(course.start_date)),
      );
      expect(await totalOf({ credits: { from: 3 } })).toBe(having(({ credits }) => credits >= 3));
      expect(await totalOf({ credits: 3 })).toBe(having(({ credits }) => credits === 3));
      await expect(totalOf({ level: 'begginer' })).rejects.toThrow(
        'level: no course of the catalog has "begginer"; did you mean "beginner"?',
      );
      await expect(totalOf({ start_date: { from: 'May' } })).rejects.toThrow(
        'start_date: expected a day or a month, got "May"',
      );
      await expect(totalOf({ level: { from: 1 } })).rejects.toThrow(/level: has no ranges/u);
      for (const end of ['2027-13', '2027-02-30', ''])
        await expect(totalOf({ start_date: { to: end } })).rejects.toThrow(RangeError);
      for (const end of ['10 EUR', '', NaN])
        await expect(totalOf({ price: { from: end } })).rejects.toThrow('price: expected a number');
      for (const value of [null, {}, new Date(), { form: 1 }, { from: undefined }, [{ from: 1, too: 2 }]] as const)
        // @ts-expect-error neither is a value or a range
        await expect(totalOf({ credits: value })).rejects.toThrow(
          new TypeError(
            `credits: expected a value or a range { from, to }, got ${JSON.stringify(Array.isArray(value) ? value[0] : value)}`,
          ),
        );
      await expect(totalOf({ start_date: 'soon' })).rejects.toThrow(
        'start_date: no course of the catalog has "soon"; there are "any", "upcoming", "month", or a day, a month, a year, or a range { from, to }',
      );
      await expect(totalOf({ credits: 99 })).rejects.toThrow(/, or a range \{ from, to \}$/u);
      await expect(totalOf({ date_modified: '2026' })).rejects.toThrow(
        new TypeError('there is no field "date_modified" to search by: level, price, format, start_date, credits'),
      );
      await expect(catalog.search({ sort: 'level' })).rejects.toThrow(
        new TypeError('there is no sort "level" to search by: match, newest, title, listed, price, start_date'),
      );
      const inRange = await catalog.search({ fields: { credits: { from: 3 } }, limit: 0 });
      expect(inRange.fields['credits'], 'a range does not count against itself').toHaveLength(5);
      expect((await catalog.fields()).every(({ isFilterable }) => isFilterable)).toBe(true);
      expect((await catalog.fields()).map(({ name, kind }) => [name, kind])).toEqual([
        ['level', 'text'],
        ['price', 'price'],
        ['format', 'list'],
        ['start_date', 'date'],
        ['credits', 'number'],
      ]);
      const { total, fields } = await catalog.search({ fields: { level: [] }, limit: 0 });
      expect(total).toBe(courses.length);
      expect(fields).toEqual({
        level: ['beginner', 'advanced'].map((value) => ({ value, name: value, count: courses.length / 3 })),
      });
    });
  });

  it.for<[SearchRequest, string]>([
    [{ fields: { wheels: 4 } }, 'field "wheels" to search by: the catalog has none'],
    [{ fields: { wheels: [] }, sort: 'wheels' }, 'field "wheels" to search by: the catalog has none'],
    [{ sort: 'nonsense' }, 'sort "nonsense" to search by: match, newest, title, listed'],
    [{ query: 'optics', sort: '' }, 'sort "" to search by: match, newest, title, listed'],
  ])('refuses a field or a sort that the catalog does not have: %o', async ([request, message]) => {
    await reading(async (catalog) => {
      await expect(catalog.search(request)).rejects.toThrow(new TypeError(`there is no ${message}`));
    });
  });

  it('says that there is no index, also if it is asked for fields', async () => {
    await serving(await builtCatalog(), async ({ base }) => {
      const asked = (await openCatalog(base)).search({ fields: { level: 'beginner' }, sort: 'price' });
      await expect(asked).rejects.toThrow(NotPublishedError);
    });
  });

  it('takes another file that is missing for no index that is missing', async () => {
    const withoutCategories: Meddle = (path, ...rest) =>
      path.startsWith('/api/v1/categories/') && answering(404, '{}')(path, ...rest);
    await serving(
      out,
      async ({ base }) => {
        const failing = (await openCatalog(base)).search();
        await expect(failing).rejects.toMatchObject({ name: 'NotFoundError', address: `${base}/api/v1/categories/` });
      },
      withoutCategories,
    );
  });

  it.for([-1, 1.5, Number.NaN, null])('refuses a limit of %s', async (limit) => {
    await reading(async (catalog) => {
      // @ts-expect-error nor is null a number
      const refused = catalog.search({ limit });
      await expect(refused).rejects.toThrow(
        new RangeError(`limit: expected a whole number of at least 0, got ${limit}`),
      );
    });
  });

  it('refuses a filter that it does not know, which would find everything', async () => {
    await reading(async (catalog) => {
      // @ts-expect-error no filter has this name
      await expect(catalog.search({ languages: 'English' })).rejects.toThrow(
        /no filter "languages".*language, category/u,
      );
    });
  });
});

describe('a request of the client that fails', () => {
  it.for<[string, Meddle, RegExp, number | undefined]>([
    ['a status', answering(503, '[]'), /answered with status 503/u, 503],
    ['a page to log in', answering(200, '<!doctype html>'), /is not a valid API response/u, 200],
    ['something else', answering(200, '{"error":1}'), /is not a valid API response/u, 200],
    ['a body that ends too soon', endingEarly, /cannot be read/u, undefined],
  ])('is an error with the address for %s', async ([, meddle, message, status]) => {
    await serving(
      out,
      async ({ base }) => {
        const failing = (await openCatalog(base)).providers();
        await expect(failing).rejects.toBeInstanceOf(CatalogError);
        await expect(failing).rejects.toThrow(message);
        await expect(failing).rejects.toMatchObject({ status, address: `${base}/api/v1/providers/` });
      },
      meddle,
    );
  });

  it('says that a host has the file under the name of an index that it does not serve', async () => {
    const unmapped: Meddle = (path, response) => {
      if (!path.endsWith('/')) return false;
      response.writeHead(403).end();
      return true;
    };
    await serving(
      out,
      async ({ base }) => {
        const catalog = await openCatalog(base);
        for (const failing of [catalog.providers(), catalog.search()])
          await expect(failing).rejects.toThrow(
            /api\/v1\/\w+\/ is not .*index\.json: the host has to answer with that file/u,
          );
      },
      unmapped,
    );
  });

  it('has the reason of a host that does not answer as its cause', async () => {
    const failing = (await openCatalog(`http://127.0.0.1:${await freePort()}`)).latest();
    await expect(failing).rejects.toMatchObject({ status: undefined, cause: expect.any(TypeError) });
    await expect(failing).rejects.toThrow(
      /cannot be reached: Error: connect ECONNREFUSED 127\.0\.0\.1.*check the address/u,
    );
  });

  it('asks by the given fetch whether a host that does not answer hides its answers, and only until the signal', async () => {
    vi.stubGlobal('origin', 'https://elsewhere.example');
    onTestFinished(() => void vi.unstubAllGlobals());
    const asked: Parameters<Fetch>[1][] = [];
    const { signal } = new AbortController();
    const hiding: Fetch = async (_, settings) => {
      asked.push(settings);
      if (settings.mode !== 'no-cors') throw new TypeError('Failed to fetch');
      return new Response();
    };
    const catalog = await openCatalog('http://localhost', { fetch: hiding, signal });
    await expect(catalog.latest()).rejects.toThrow('may not be read by other pages');
    expect(asked.map((settings) => [settings.mode, settings.signal])).toEqual([
      [undefined, signal],
      ['no-cors', signal],
    ]);
  });

  it('has the first reason where a host with several addresses does not answer', async () => {
    const failing = async () => {
      const reasons = [new Error('connect ECONNREFUSED ::1:80'), new Error('connect ECONNREFUSED 127.0.0.1:80')];
      throw new TypeError('fetch failed', { cause: new AggregateError(reasons) });
    };
    const catalog = await openCatalog('http://localhost', { fetch: failing });
    await expect(catalog.latest()).rejects.toThrow('cannot be reached: Error: connect ECONNREFUSED ::1:80');
  });

  it('ends with the reason of the signal', async () => {
    const aborting = new AbortController();
    await serving(out, async ({ base }) => {
      const catalog = await openCatalog(base, { signal: aborting.signal });
      for await (const { id } of catalog.list('provider', 1)) if (id > 0) break;
      aborting.abort(new Error('no longer wanted'));
      await expect(catalog.latest()).rejects.toThrow('no longer wanted');
      await expect(all(catalog.list('provider', 1))).rejects.toThrow('no longer wanted');
      await expect(catalog.search()).rejects.toThrow('no longer wanted');
    });
  });

  it('ends alone with the reason of its own signal, and what it loads is there for others', async () => {
    let [release, waiting] = [() => {}, () => {}];
    const held = new Promise<void>((resolve) => (release = resolve));
    const isHeld = new Promise<void>((resolve) => (waiting = resolve));
    const holding: typeof fetch = async (...args) => {
      waiting();
      await held;
      return fetch(...args);
    };
    await serving(out, async ({ base }) => {
      const catalog = await openCatalog(base, { fetch: holding, concurrency: 1 });
      const aborting = new AbortController();
      const { signal } = aborting;
      const ended = [
        catalog.search({}, { signal }),
        catalog.providers({ signal }),
        catalog.latest({ signal }),
        catalog.course('none', { signal }),
        all(catalog.list('provider', 1, { signal })),
        all(catalog.searchAll({}, { signal })),
        all(catalog.dump({ signal })),
        all(catalog.changes(undefined, { signal })),
      ].map(async (call) => call.then(String, String));
      const lasting = catalog.search();
      await isHeld;
      aborting.abort(new Error('no longer wanted'));
      expect(await Promise.all(ended)).toEqual(ended.map(() => 'Error: no longer wanted'));
      release();
      expect((await lasting).total).toBe(courses.length);
      await expect(catalog.search({}, { signal })).rejects.toThrow('no longer wanted');
    });
  });

  it('ends with the reason of the signal, also if a given fetch does not look at it', async () => {
    const aborting = new AbortController();
    let requests = 0;
    const deaf = async () => {
      requests += 1;
      aborting.abort(new Error('no longer wanted'));
      return new Response('[]');
    };
    const catalog = await openCatalog('https://courses.example.org', { fetch: deaf, signal: aborting.signal });
    await expect(catalog.latest()).rejects.toThrow('no longer wanted');
    await expect(catalog.latest()).rejects.toThrow('no longer wanted');
    expect(requests).toBe(1);
  });
});

/** Answers every request in the same way. */
function answering(status: number, body: string): Meddle {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    return true;
  };
}

/** Breaks the connection in the middle of the body. */
function endingEarly(...[, response]: Parameters<Meddle>): boolean {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('[{"id":1},', () => response.destroy());
  return true;
}
