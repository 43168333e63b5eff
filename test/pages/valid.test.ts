// Course pages by the book: the sitemap by its schema, JSON-LD by the context of schema.org.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBuild } from '../build/run.ts';
import { attackCatalog } from '../browser/attack.ts';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { isMissing, neededFor, pathOf } from '../programs.ts';
import { words } from '../words.ts';
import { firstBlockIn, expand, isContextMissing, neededForContext, unknownTermsIn } from './harvester.ts';

const xsd = '../shared/formats/schemas/sitemap/sitemap.xsd';

const full = {
  'providers.json': JSON.stringify([{ id: 1, name: 'A & B', url: 'https://a.example/?b=1&c=2' }]),
  'categories.json': JSON.stringify([{ id: 7, name: 'Web </script>', children: [{ id: 8, name: 'a/b' }] }]),
  'languages.json': JSON.stringify([{ name: 'Lingua Franca Nova', tag: 'lfn' }, 'English', 'Klingon']),
  'courses.json': JSON.stringify([
    {
      id: 1,
      title: ' Known ',
      linkurl: 'https://example.org/a|b?c=[d]#e#f',
      provider: 1,
      language: ['Lingua Franca Nova', 'English', 'Klingon'],
      date_published: '2024-05-28T23:30:00-02:00',
      date_modified: '2024-06-01T10:00:00',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      author: 'A & B; Ann &amp; Bob&rlm;; C&eacute;',
      tags: 'x, y, x',
      categories: [8],
      description: '<p>One</p><script>two</script><p>Three</p>',
    },
    { id: 2, title: 'Bare', linkurl: 'notes.pdf', provider: 1, language: 'Klingon', date_published: '2024-01-01' },
  ]),
};

const folder = makeFolder();
const chosen = { coursePages: true, site: true, baseUrl: 'https://courses.example.org', title: 'C' } as const;
const builds = ['full', 'attack', 'sample'] as const;
beforeAll(async () => {
  writeFiles(join(folder, 'data-full'), full);
  writeFiles(join(folder, 'data-attack'), attackCatalog());
  for (const name of builds) {
    const data = name === 'sample' ? 'data' : join(folder, `data-${name}`);
    await runBuild({ data, out: join(folder, name), chosen });
  }
});
afterAll(() => removeFolder(folder));

const pagesOf = (name: string) =>
  readdirSync(join(folder, name, 'courses')).map((hash) =>
    readFileSync(join(folder, name, 'courses', hash, 'index.html'), 'utf8'),
  );
const dataOf = (page: string): Record<string, unknown> => JSON.parse(firstBlockIn(page) ?? 'null');

describe('the JSON-LD of a course', () => {
  it('has each field that the catalog has, in plain schema.org form', () => {
    const provider = {
      '@id': 'https://courses.example.org/providers/1/',
      '@type': 'Organization',
      name: 'A & B',
      sameAs: 'https://a.example/?b=1&c=2',
    };
    const [known, bare] = pagesOf('full')
      .map(dataOf)
      .toSorted((a, b) => (a['name'] === 'Known' ? -1 : b['name'] === 'Known' ? 1 : 0));
    expect(known).toEqual({
      '@context': 'https://schema.org',
      '@id': 'https://example.org/a%7Cb?c=%5Bd%5D#e%23f',
      '@type': ['Course', 'LearningResource'],
      name: 'Known',
      description: 'One\n\nThree',
      url: 'https://example.org/a%7Cb?c=%5Bd%5D#e%23f',
      inLanguage: ['lfn', 'en'],
      datePublished: '2024-05-29',
      dateModified: '2024-06-01',
      keywords: 'x, y, a/b',
      author: [
        { '@type': 'Organization', name: 'A & B' },
        { '@type': 'Person', name: 'Ann & Bob\u{200f}' },
        { '@type': 'Person', name: 'C\u{e9}' },
      ],
      provider,
      publisher: provider,
      learningResourceType: 'Course',
      mainEntityOfPage: {
        '@type': 'WebPage',
        '@id': expect.stringMatching(/^https:\/\/courses\.example\.org\/courses\/[0-9a-f]{32}\/$/u),
      },
      license: 'https://creativecommons.org/licenses/by/4.0/',
    });
    expect(Object.keys(bare ?? {})).toEqual(
      words`@context @id @type name url datePublished provider publisher learningResourceType mainEntityOfPage`,
    );
  });

  it.skipIf(isContextMissing).each(builds)(
    `of %s expands under the context of schema.org with no unknown term${neededForContext}`,
    async (name) => {
      const courses = pagesOf(name).slice(0, 40).map(dataOf);
      expect(unknownTermsIn(courses)).toEqual([]);
      for (const data of courses) {
        const [expanded] = await expand(data);
        const terms = Object.keys(data).filter((key) => !key.startsWith('@'));
        expect(Object.keys(expanded ?? {}).toSorted()).toEqual(
          ['@id', '@type', ...terms.map((term) => `http://schema.org/${term}`)].toSorted(),
        );
      }
    },
  );

  it('is one block a page, which no text in it ends, and no text of a page becomes markup', () => {
    for (const page of pagesOf('attack')) {
      expect(page.match(/<script/giu)).toHaveLength(1);
      const elements = [...page.matchAll(/<\/?([a-z][a-z0-9]*)/giu)].map(([, name = '']) => name);
      const known = words`html head meta title link script body header a bdi main p h1 dl div dt dd ul li time footer`;
      expect(elements.filter((name) => !known.includes(name))).toEqual([]);
      const names = [...page.matchAll(/<[a-z][^>]*>/giu)].map(([tag]) => tag.replaceAll(/"[^"]*"/gu, ''));
      expect(names.filter((tag) => /\s(?:on\w+|style)=/iu.test(tag))).toEqual([]);
    }
  });

  it('is beside the same details for people', () => {
    const known = pagesOf('full').find((page) => page.includes('Lingua')) ?? '';
    const rows = [...known.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/gu)];
    const textOf = (markup = '') =>
      markup
        .replaceAll('</li>', ', ')
        .replaceAll(/<[^>]*>|, $|, (?=<\/ul>)/gu, '')
        .trim();
    expect(rows.map(([, name, markup]) => [name, textOf(markup)])).toEqual([
      ['Provider', 'A &amp; B'],
      ['Website', 'https://a.example/?b=1&amp;c=2'],
      ['Authors', 'A &amp; B, Ann &amp; Bob\u{200f}, C\u{e9}'],
      ['Languages', 'Lingua Franca Nova, English, Klingon'],
      ['Category', 'Web &lt;/script&gt; › a/b'],
      ['Tags', 'x, y, x'],
      ['Published', '2024-05-29'],
      ['Updated', '2024-06-01'],
      ['License', 'https://creativecommons.org/licenses/by/4.0/'],
    ]);
    expect(known).toContain('<dt>Provider</dt><dd><a href="../../providers/1/">');
  });

  it('links to web addresses only', () => {
    for (const page of pagesOf('attack')) {
      const links = [...page.matchAll(/<a [^>]*?href="([^"]*)"/gu)].map(([, href = '']) => href);
      expect(links.length).toBeGreaterThan(3);
      for (const href of links) expect(href).toMatch(/^(?:https?:\/\/|(?:\.\.\/)+)/u);
    }
  });
});

it('lists of courses have a footer only where there is a catalog page to lead to', async () => {
  const withSite = readFileSync(join(folder, 'full/providers/index.html'), 'utf8');
  expect(withSite).toMatch(/<footer><a .*<\/footer>\n<\/body>/u);
  await runBuild({ data: join(folder, 'data-full'), out: join(folder, 'bare'), chosen: { ...chosen, site: false } });
  expect(readFileSync(join(folder, 'bare/providers/index.html'), 'utf8')).toMatch(/<\/main>\n<\/body>/u);
});

describe('the sitemap', () => {
  const invalid = (path: string) =>
    execFileSync(pathOf('xmllint'), ['--noout', '--schema', xsd, path], { encoding: 'utf8', stdio: 'pipe' });

  it.skipIf(isMissing('xmllint') || !existsSync(xsd)).each(builds)(`of %s is valid${neededFor('xmllint')}`, (name) => {
    expect(invalid(join(folder, name, 'sitemap.xml'))).toBe('');
  });

  it('tells the day of the last change only where the course does', () => {
    const text = readFileSync(join(folder, 'full/sitemap.xml'), 'utf8');
    expect(text.match(/<lastmod>[^<]*/gu)).toEqual(['<lastmod>2024-06-01']);
  });

  it('is named by robots.txt where the site has no path, and public/robots.txt takes its place', async () => {
    const named = readFileSync(join(folder, 'full/robots.txt'), 'utf8');
    expect(named).toBe('User-agent: *\nAllow: /\n\nSitemap: https://courses.example.org/sitemap.xml\n');
    writeFiles(folder, { 'public/robots.txt': 'mine', 'public-path/a.txt': 'a' });
    const data = join(folder, 'data-full');
    await runBuild({ data, out: join(folder, 'mine'), chosen: { ...chosen, public: join(folder, 'public') } });
    expect(readFileSync(join(folder, 'mine/robots.txt'), 'utf8')).toBe('mine');
    const baseUrl = 'https://example.org/courses';
    const out = join(folder, 'path');
    await runBuild({ data, out, chosen: { ...chosen, baseUrl, public: join(folder, 'public-path') } });
    expect(snapshot(out).has('robots.txt')).toBe(false);
  });
});
