// Breadcrumbs and lists of courses as search engines read them: in JSON-LD, the same as the page shows, in terms of schema.org.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plain } from '../build/run.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { filesIn } from '../helpers/folders.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';
import { blocksIn, decoded, expand, unknownTermsIn } from './harvester.ts';

const { baseUrl } = plain;
const built = async () => sharedBuild(await variedCatalog(), { pages: true });

interface Data {
  readonly '@type': string | readonly string[];
  readonly itemListElement: readonly { readonly position: number; readonly name: string; readonly url: string }[];
}

/** All pages for people but the front page and those of other outputs, by their addresses. */
async function pagesIn(out: string): Promise<Map<string, string>> {
  const folders = ['courses', 'providers', 'categories', 'languages'];
  const paths = folders.flatMap((folder) => filesIn(join(out, folder)).map((path) => `${folder}/${path}`));
  return new Map(
    paths.map((path) => [
      `${baseUrl}/${path
        .split('/')
        .map(encodeURIComponent)
        .join('/')
        .replace(/index\.html$/u, '')}`,
      readFileSync(join(out, path), 'utf8'),
    ]),
  );
}

function dataIn(page: string, type: string): Data[] {
  return blocksIn(page)
    .map((block): Data => JSON.parse(block))
    .filter((data) => data['@type'] === type);
}

/** The links in a part of a page: their absolute addresses, and their texts. */
function linksOf(markup: string, address: string): (readonly [address: string, text: string])[] {
  return Array.from(markup.matchAll(/<a\b[^>]*? href="([^"]*)"[^>]*>(.*?)<\/a>/gsu), ([, href = '', text = '']) => [
    new URL(decoded(href), address).href,
    decoded(text.replaceAll(/<[^>]*>/gu, '')),
  ]);
}

describe('the BreadcrumbList of a page', () => {
  it('is there exactly where the page shows breadcrumbs, with the same links, and ends with the page', async () => {
    let pages = 0;
    for (const [address, page] of await pagesIn(await built())) {
      const nav = /<nav class="crumbs"[^>]*>(.*?)<\/nav>/su.exec(page)?.[1];
      const lists = dataIn(page, 'BreadcrumbList');
      expect(lists, address).toHaveLength(nav === undefined ? 0 : 1);
      if (nav === undefined) continue;
      pages += 1;
      const title = decoded(/<meta property="og:title" content="([^"]*)"/u.exec(page)?.[1] ?? '');
      const trail = linksOf(nav, address).map(([item, name]) => ({ name, item }));
      expect(lists[0]?.itemListElement, address).toEqual(
        [...trail, { name: title }].map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
      );
    }
    expect(pages).toBeGreaterThan(3000);
  });
});

describe('the ItemList of a page', () => {
  it('names the courses of the page in its order, from three on, by addresses of pages of this site', async () => {
    const pages = await pagesIn(await built());
    const counts = new Set<number>();
    for (const [address, page] of pages) {
      const rows = /<ul class="courses">(.*?)<\/ul>/su.exec(page)?.[1] ?? '';
      const courses = linksOf(rows, address).map(([url]) => url);
      const expected = courses.map((url, index) => ({ '@type': 'ListItem', position: index + 1, url }));
      const lists = dataIn(page, 'ItemList').map(({ itemListElement }) => itemListElement);
      expect(lists, address).toEqual(courses.length < 3 ? [] : [expected]);
      for (const url of courses) expect(pages.has(url), url).toBe(true);
      if (!address.startsWith(`${baseUrl}/courses/`) || address === `${baseUrl}/courses/`) counts.add(courses.length);
    }
    for (const count of [0, 2, 3, 100]) expect(counts).toContain(count);
  });
});

it('both are in terms of schema.org, of which nothing is lost', async () => {
  const out = await built();
  for (const path of ['courses/index.html', 'providers/1/index.html', 'languages/English/page/2/index.html']) {
    for (const block of blocksIn(readFileSync(join(out, path), 'utf8'))) {
      const data = JSON.parse(block);
      expect(unknownTermsIn(data)).toEqual([]);
      const [expanded] = await expand(data);
      expect(Object.keys(expanded ?? {})).toEqual(['@type', 'http://schema.org/itemListElement']);
    }
  }
});
