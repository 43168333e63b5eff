// What all static pages have: lists of every kind, footer links, a logo, a language, a page of downloads and one for missing addresses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBuild, type Chosen } from '../build/run.ts';
import { makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { addressesIn, decoded, linksIn } from './harvester.ts';

const baseUrl = 'https://courses.example.org/of';
const out = makeFolder();
const names = ['Zebra', 'éclair', 'apple', 'Echo'];
const course = (id: number) => ({
  id,
  title: `Course ${id}`,
  linkurl: `https://example.org/${id}`,
  provider: 1 + (id % 4),
  language: id % 2 === 0 ? ['Español'] : ['English', 'Español'],
  categories: id % 3 === 0 ? [12] : [],
  date_published: '2024-05-28',
});
const links = [
  { label: 'Impressum & Co', address: 'https://example.org/imprint?a=1&b=2' },
  { label: 'Privacy', address: 'privacy.html' },
];
const chosen = {
  baseUrl,
  pages: true,
  dumps: ['csv', 'ndjson', 'parquet'],
  title: 'C & D',
  license: 'https://example.org/license',
  logo: 'pictures/logo.svg',
  footerLinks: links,
  host: 'nginx',
} satisfies Partial<Chosen>;

beforeAll(async () => {
  writeFiles(join(out, 'public'), {
    'pictures/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'privacy.html': 'Privacy',
  });
  writeFiles(join(out, 'data'), {
    'providers.json': JSON.stringify(names.map((name, at) => ({ id: at + 1, name }))),
    'categories.json': JSON.stringify([
      { id: 20, name: 'Arts' },
      {
        id: 10,
        name: 'Web',
        children: [
          { id: 12, name: 'Z' },
          { id: 11, name: 'A', children: [{ id: 13, name: 'Deep' }] },
        ],
      },
    ]),
    'courses.json': JSON.stringify(Array.from({ length: 204 }, (_, at) => course(at + 1))),
  });
  const build = (name: string, more: Partial<Chosen> = {}) =>
    runBuild({
      data: join(out, 'data'),
      out: join(out, name),
      chosen: { ...chosen, public: join(out, 'public'), ...more },
    });
  await build('dist');
  await build('arabic', { locale: 'ar' });
  await build('spanish', { locale: 'es' });
  await build('plain', { host: 'github-pages' });
  await build('typed', { host: 'firebase' });
});
afterAll(() => removeFolder(out));

const fileAt = (path: string, name = 'dist') => readFileSync(join(out, name, path), 'utf8');
const mainOf = (page: string) => page.replace(/^[\s\S]*<main[^>]*>|<\/main>[\s\S]*$/gu, '');
/** Names and counts of lists, in order. */
const itemsOf = (path: string, build?: string) =>
  [...fileAt(path, build).matchAll(/dir="auto">([^<]*)<\/a> <span class="count">([^<]*)</gu)].map(([, name, count]) => [
    name,
    count,
  ]);

describe('lists', () => {
  it('are in alphabetical order, whatever their case and accents, with counts', () => {
    expect(itemsOf('providers/index.html').map(([name]) => name)).toEqual(['apple', 'Echo', 'éclair', 'Zebra']);
    expect(itemsOf('languages/index.html')).toEqual([
      ['English', '102'],
      ['Español', '204'],
    ]);
    expect(itemsOf('categories/index.html')).toEqual([
      ['Arts', '0'],
      ['Web', '68'],
      ['A', '0'],
      ['Z', '68'],
    ]);
  });

  it('of a category lead to those above and below it', () => {
    expect(fileAt('categories/11/index.html')).toContain(
      '<li><a href="../../categories/13/"><bdi>Deep</bdi> <span class="count">0</span></a></li>',
    );
    const above = linksIn(mainOf(fileAt('categories/13/index.html')), `${baseUrl}/categories/13/`);
    expect(above).toEqual(['categories/', 'categories/10/', 'categories/11/'].map((path) => `${baseUrl}/${path}`));
  });

  it('have a hundred courses to a page, each with its provider, languages and date in words', () => {
    const pages = ['', 'page/2/', 'page/3/'].map((end) => fileAt(`languages/Español/${end}index.html`));
    expect(pages.map((page) => page.match(/<p class="by">/gu)?.length)).toEqual([100, 100, 4]);
    expect(pages[0]).toContain(
      '>Course 1</a><p class="by"><span><bdi>éclair</bdi></span> <span><bdi>English</bdi></span> <span><bdi>Español</bdi></span> <time datetime="2024-05-28">May 28, 2024</time></p>',
    );
    expect(pages[1]).toMatch(
      /rel="prev" href="[^"]*languages\/Espa%C3%B1ol\/"[\s\S]*rel="next" href="[^"]*\/page\/3\/"/u,
    );
    expect(pages[1]).toContain(`<link rel="canonical" href="${baseUrl}/languages/Espa%C3%B1ol/page/2/">`);
  });

  it('begin with what they have: courses, and of how many providers unless it is one', () => {
    const headOf = (path: string) => /<p class="under-heading">([^<]*)/u.exec(fileAt(path))?.[1];
    expect(headOf('categories/12/index.html')).toBe('68\u{A0}courses · 4\u{A0}providers');
    expect(headOf('providers/1/index.html')).toBe('51\u{A0}courses');
    expect(headOf('languages/Español/page/2/index.html')).toBe('Page 2');
  });

  it('are searched and filtered by one element, which knows the list', () => {
    const page = fileAt('languages/Español/page/2/index.html');
    expect(page).toContain(
      '<course-list list="language:Español">\n<form class="find" role="search" aria-label="Search in Español" action="../../../../languages/Espa%C3%B1ol/">',
    );
    expect(fileAt('categories/20/index.html')).not.toMatch(/course-list/u);
  });

  it('are in the sitemap if they have courses, and each address of it is there', () => {
    const get = (address: string) =>
      fileAt(`${decodeURIComponent(address.slice(baseUrl.length))}${address.endsWith('/') ? 'index.html' : ''}`);
    const addresses = addressesIn(`${baseUrl}/sitemap.xml`, get).map(({ address }) => address);
    for (const address of addresses) expect(get(address)).toContain(`<link rel="canonical" href="${address}"`);
    const folders = ['providers', 'categories', 'languages'];
    const published = folders.flatMap((folder) =>
      readdirSync(join(out, 'dist', folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('index.html'))
        .map((path) => `${folder}/${path}`),
    );
    const filled = published.filter((path) => !fileAt(path).includes('<p class="empty">'));
    expect(filled.length).toBeLessThan(published.length);
    expect(
      addresses.filter((address) => folders.some((folder) => address.startsWith(`${baseUrl}/${folder}/`))),
    ).toHaveLength(filled.length);
    expect(addresses).toContain(`${baseUrl}/courses/`);
  });
});

it('the header leads to all parts of the site, and tells where a page is', () => {
  const [all, one] = ['languages/index.html', 'languages/English/index.html'].map((path) => fileAt(path));
  expect(all).toContain('<a href="../languages/" aria-current="page">');
  expect(one).toContain('<a href="../../languages/" aria-current="true">');
  for (const path of ['courses', 'categories', 'providers', 'charts', 'docs'])
    expect(one).toContain(`<a href="../../${path}/">`);
});

it('every page has the logo and the links, and says so to link previews', () => {
  const [linkhash = ''] = readdirSync(join(out, 'dist/courses'));
  for (const [path, up] of [
    ['providers/1/index.html', '../../'],
    [`courses/${linkhash}/index.html`, '../../'],
    ['downloads/index.html', '../'],
    ['404.html', '/of/'],
    ['index.html', ''],
  ] as const) {
    const page = fileAt(path);
    expect(page).toContain(`<a href="https://example.org/imprint?a=1&amp;b=2"><bdi>Impressum &amp; Co</bdi></a>`);
    expect(page).toContain(`<a href="${up}privacy.html"><bdi>Privacy</bdi></a>`);
  }
});

it('all pages show the logo, and link previews show it of each page', () => {
  for (const path of ['providers/1/index.html', 'downloads/index.html', 'index.html']) {
    expect(fileAt(path)).toContain(`<meta property="og:image" content="${baseUrl}/pictures/logo.svg">`);
  }
  expect(fileAt('downloads/index.html')).toContain('<img src="../pictures/logo.svg" alt="">');
  expect(fileAt('404.html')).toContain('<img src="/of/pictures/logo.svg" alt="">');
  expect(fileAt('index.html')).toContain('<a class="brand" href="./"><img src="pictures/logo.svg" alt="">');
});

it('a logo and links that are not in the public folder, nor published otherwise, are errors', async () => {
  const run = runBuild({
    data: join(out, 'data'),
    out: join(out, 'none'),
    chosen: {
      ...chosen,
      logo: 'none.svg',
      footerLinks: ['none/', 'docs', 'providers/', 'downloads/', 'dumps/courses.csv', 'api/v1/', 'build.json'].map(
        (address) => ({ label: 'Some', address }),
      ),
      public: join(out, 'public'),
    },
  });
  await expect(run).rejects.toMatchObject({
    problems: [
      { rule: 'public-file', finding: 'has no file none.svg, the logo' },
      { rule: 'public-file', finding: 'has no file none/, the page of the link "Some"' },
    ],
  });
});

it('static pages are in the language of the catalog, and in its direction', () => {
  const page = fileAt('categories/12/index.html', 'arabic');
  expect(page).toContain('<html lang="ar" dir="rtl">');
  expect(mainOf(page)).toContain('28 مايو 2024');
});

it('languages have their names in the language of the pages, and are in the order of these', () => {
  const page = fileAt('languages/English/index.html', 'spanish');
  expect(page).toContain('<h1 dir="auto">Inglés</h1>');
  expect(page).toContain('<span><bdi>Inglés</bdi></span>');
  expect(itemsOf('languages/index.html', 'spanish').map(([name]) => name)).toEqual(['Español', 'Inglés']);
  const [linkhash] = /courses\/(\w+)\//u.exec(mainOf(page))?.slice(1) ?? [];
  expect(fileAt(`courses/${linkhash}/index.html`, 'spanish')).toContain('languages/English/"><bdi>Inglés</bdi>');
});

it('the page of downloads names every dump, its size and the license, with commands for all parts', () => {
  const page = fileAt('downloads/index.html');
  const named = linksIn(mainOf(page), `${baseUrl}/downloads/`).filter((link) => link.includes('/dumps/'));
  const written = readdirSync(join(out, 'dist/dumps')).filter((name) => name !== 'datapackage.json');
  expect(named.toSorted()).toEqual(written.map((name) => `${baseUrl}/dumps/${name}`).toSorted());
  const commands = [...page.matchAll(/<code>([^<]*)<\/code>/gu)].map(([, text = '']) => decoded(text));
  expect(commands.join('\n')).toContain(`from read_parquet(['${baseUrl}/dumps/courses.parquet'])`);
  const datasette = `https://lite.datasette.io/?csv=${encodeURIComponent(`${baseUrl}/dumps/courses.csv`)}`;
  expect(page).toContain(`href="${datasette}"`);
  expect(page).toMatch(/>courses\.csv<\/a> <span class="count">[\d.]+ kB</u);
  expect(page).toContain('<a href="https://example.org/license" rel="license">');
});

it('a host that sends one file at every missing address has JSON there, or if only as HTML, a page with the JSON', () => {
  expect(fileAt('404.html', 'typed')).toBe('{"detail":"Not found."}\n');
  expect(fileAt('404.html', 'plain')).toContain('<script type="application/json">{"detail":"Not found."}</script>');
  expect(fileAt('404.html')).not.toContain('application/json');
  expect(fileAt('404.html')).toContain('<meta name="robots" content="noindex">');
});
