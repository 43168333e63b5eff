// The sitemap above the limit of a file: an index of files by the start of the linkhash, of which a new course rewrites one.
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { addressesIn } from './harvester.ts';

const baseUrl = 'https://courses.example.org';
const chosen = { baseUrl, pages: true } satisfies Partial<Chosen>;

/** A document as the protocol of sitemaps has it. Its schema for an index is in no package; that for a sitemap is used on whole builds. */
function documentOf(root: string, children: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${children}</${root}>\n`;
}

const digits = Array.from({ length: 16 }, (_, digit) => digit.toString(16));

it('is cut by the start of the linkhash, and a new course rewrites one file', async ({ folder }) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  const build = async (sitemapSize: number) => runBuild({ data, out, chosen: { ...chosen, sitemapSize } });
  const get = (address: string) => readFileSync(join(out, address.slice(baseUrl.length)), 'utf8');
  const listed = () => addressesIn(`${baseUrl}/sitemap.xml`, get);
  writeCatalog(data, smallCatalog(302), oneFileEach);
  await build(50_000);
  const whole = listed().map(({ address }) => address);
  expect(whole.length).toBeGreaterThan(302);

  await build(40);
  const ofCourses = (digit: string) => whole.filter((address) => address.startsWith(`${baseUrl}/courses/${digit}`));
  const names = [...digits.filter((digit) => ofCourses(digit).length > 0), 'lists'].map(
    (name) => `sitemap-${name}.xml`,
  );
  const parts = [...get(`${baseUrl}/sitemap.xml`).matchAll(/sitemap-[^<]*/gu)].map(([name]) => name);
  expect(parts.toSorted()).toEqual(names.toSorted());
  const index = parts.map((name) => `<sitemap><loc>${baseUrl}/${name}</loc></sitemap>\n`).join('');
  expect(get(`${baseUrl}/sitemap.xml`)).toBe(documentOf('sitemapindex', index));
  expect(
    listed()
      .map(({ address }) => address)
      .toSorted(),
  ).toEqual(whole.toSorted());
  for (const name of parts) {
    const entries = addressesIn(`${baseUrl}/${name}`, get).map(({ address, modified }) => {
      const day = modified === undefined ? '' : `<lastmod>${modified}</lastmod>`;
      return `<url><loc>${address}</loc>${day}</url>\n`;
    });
    expect(entries.length).toBeLessThanOrEqual(40);
    expect(get(`${baseUrl}/${name}`)).toBe(documentOf('urlset', entries.join('')));
  }

  writeCatalog(data, smallCatalog(303), oneFileEach);
  const { added, changed } = (await build(40)).changes;
  const page = [...added].find((path) => path.startsWith('courses/')) ?? '';
  const rewritten = [...changed].filter((path) => path.startsWith('sitemap-'));
  expect(rewritten).toEqual([`sitemap-${page.slice('courses/'.length, 'courses/'.length + 1)}.xml`]);
});

it('is one file up to the limit, and divided above it', async ({ folder }) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  writeCatalog(data, smallCatalog(30), oneFileEach);
  const addresses = () => readFileSync(join(out, 'sitemap.xml'), 'utf8').split('<loc>').length - 1;
  await runBuild({ data, out, chosen });
  const all = addresses();
  for (const [sitemapSize, isDivided] of [
    [all, false],
    [all - 1, true],
  ] as const) {
    await runBuild({ data, out, chosen: { ...chosen, sitemapSize } });
    expect(readFileSync(join(out, 'sitemap.xml'), 'utf8').includes('<sitemapindex')).toBe(isDivided);
  }
});

/** More than fit on one page of a provider. */
const ids = Array.from({ length: 250 }, (_, at) => at + 1);
const edited = 150;

function courses(title: string): string {
  const lines = ids.map((id) =>
    JSON.stringify({
      id,
      title: id === edited ? title : `Course ${id}`,
      linkurl: `https://example.org/${id}`,
      provider: 1 + (id % 2),
      language: 'English',
      date_published: '2020-01-01',
    }),
  );
  return `${lines.join('\n')}\n`;
}

it('rewrites the lists of course pages where only the tag of a language is new', async ({ folder }) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  const ofPages = { pages: true } as const;
  writeFiles(data, {
    'providers.json': '[{"id":1,"name":"One"}]',
    'categories.json': '[]',
    'languages.json': '[{"name":"Klingon"}]',
    'courses.ndjson': courses('Old').replaceAll('"provider":2', '"provider":1').replaceAll('English', 'Klingon'),
  });
  await runBuild({ data, out, chosen: ofPages });
  writeFileSync(join(data, 'languages.json'), '[{"name":"Klingon","tag":"tlh"}]');
  await runBuild({ data, out, chosen: ofPages });
  expect(readFileSync(join(out, 'providers/1/index.html'), 'utf8')).toContain('lang="tlh"');
  await runBuild({ data, out: join(folder, 'fresh'), chosen: ofPages });
  expect(snapshot(out)).toEqual(snapshot(join(folder, 'fresh')));
});

it('rewrites for an edited title one view, one course page, a page of each of its lists, one of all courses and no other HTML, and all files count', async ({
  folder,
}) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  writeFiles(data, {
    'providers.json': JSON.stringify([1, 2].map((id) => ({ id, name: `Provider ${id}` }))),
    'categories.json': '[]',
    'courses.ndjson': courses('Old'),
  });
  const run = {
    data,
    out,
    chosen: { pages: true, dumps: ['ndjson', 'csv'], latest: 3 },
  } as const;
  await runBuild(run);
  writeFileSync(join(data, 'courses.ndjson'), courses('New'));
  const { changes, ...result } = await runBuild(run);
  const linkhash = createHash('md5').update(`https://example.org/${edited}`).digest('hex');
  const rewritten = [...changes.changed].filter((path) => /\.html$|\/view\/|sitemap/u.test(path));
  expect(rewritten.toSorted()).toEqual(
    [
      `api/v1/courses/view/${linkhash}/index.json`,
      `courses/${linkhash}/index.html`,
      'courses/page/2/index.html',
      'languages/English/page/2/index.html',
      'providers/1/index.html',
    ].toSorted(),
  );
  expect([...changes.added, ...changes.removed]).toEqual([]);
  expect(readFileSync(join(out, 'providers/1/index.html'), 'utf8')).toContain('>New</a>');
  const files = snapshot(out);
  expect(files.has('providers/1/page/2/index.html')).toBe(true);
  const entries = [...files.keys()].map((path) => statSync(join(out, path))).filter((entry) => entry.isFile());
  expect(result).toMatchObject({ files: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) });
});
