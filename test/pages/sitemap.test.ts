// The sitemap above the limit of a file: an index of files by the start of the linkhash, of which a new course rewrites one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '../fixture.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { buildMuchLater, runBuild, type Chosen } from '../build/run.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { addressesIn } from './harvester.ts';

const baseUrl = 'https://courses.example.org';
const chosen = { baseUrl, coursePages: true } satisfies Partial<Chosen>;

/** A document as the protocol of sitemaps has it. Its schema for an index is in no package; that for a sitemap is used on whole builds. */
function documentOf(root: string, children: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${children}</${root}>\n`;
}

const digits = Array.from({ length: 16 }, (_, digit) => digit.toString(16));

it('is cut by the start of the linkhash, and a new course rewrites one file', async ({ folder }) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  const build = async (sitemapSize: number) => buildMuchLater({ data, out, chosen: { ...chosen, sitemapSize } });
  const get = (address: string) => readFileSync(join(out, address.slice(baseUrl.length)), 'utf8');
  const listed = () => addressesIn(`${baseUrl}/sitemap.xml`, get);
  writeCatalog(data, smallCatalog(300), oneFileEach);
  await build(50_000);
  const whole = listed().map(({ address }) => address);
  expect(whole.length).toBeGreaterThan(300);

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

  writeCatalog(data, smallCatalog(301), oneFileEach);
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
