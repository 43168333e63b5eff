// The page of a course, element by element, and by the book: the sitemap by its schema, JSON-LD by the context of schema.org.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackCatalog } from '../browser/attack.ts';
import { runBuild } from '../build/run.ts';
import { filesIn, makeFolder, removeFolder, writeFiles, snapshot } from '../helpers/folders.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { words } from '../helpers/words.ts';
import { decoded, firstBlockIn, expand, unknownTermsIn } from './harvester.ts';

const baseUrl = 'https://courses.example.org/open%20data';
/** A word of one character, and forty of nine: the 16th of these ends after 161 characters. */
const longText = `A ${'sentences '.repeat(40)}`.trim();
const withoutSpaces = `Python ${'本课程介绍如何使用编程语言解决实际问题，适合没有任何基础的初学者。'.repeat(8)}`;
/** Browsers take minutes to lay a longer text of such signs out. */
const longer = `a${'\u0301'.repeat(30_000)}`;
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

const courseOf = <Fields extends object>(id: number, title: string, language: string | string[], fields: Fields) => {
  const linkurl = `https://example.org/${id}?a=1&b=2`;
  return { id, title, linkurl, language, provider: 1, date_published: '2024-05-28', ...fields };
};
const license = 'https://creativecommons.org/licenses/by/4.0/';
const description = '<p>Zwei "Wörter" &amp;</p><p>noch <b>mehr</b></p>';
const german = courseOf(1, 'Informatik & Co', 'Deutsch', { description, license });
const tagged = courseOf(2, 'Elefen', 'Lingua Franca Nova', { linkurl: 'notes.pdf', description: 'Un curso' });
const several = courseOf(3, 'Several', ['Deutsch', 'English'], { description: longText });
const unknown = courseOf(4, 'tlhIngan', 'Klingon', { description: 'Qapla' });
const bare = courseOf(5, 'Bare', 'English', { date_published: '2019-12-31' });
const long = courseOf(6, longer, 'English', {
  linkurl: `https://example.org/6?${longer}`,
  description: longer,
  author: `${'Ann; Bob; '.repeat(1000)}${longer}`,
  tags: longer,
});
const authors = upTo(1101).map((id) => `Author ${id}`);
const crowded = courseOf(7, 'Crowded', 'English', { author: authors.join('; '), categories: upTo(102) });
const chinese = courseOf(8, 'Python', ['Chinese', '中文', 'English'], { description: withoutSpaces });
const twiceNamed = courseOf(9, 'Signs', ['Chinese', '中文'], { description: `A ${'😀'.repeat(300)}` });
const all = [german, tagged, several, unknown, bare, long, crowded, chinese, twiceNamed];
type Written = (typeof all)[number];

const otherLanguages = ['Deutsch', 'English', 'Klingon', 'Chinese', '中文'];

const out = makeFolder();
beforeAll(async () => {
  const data = join(out, 'data');
  writeFiles(data, {
    'providers.json': JSON.stringify([{ id: 1, name: 'A & B', url: 'https://a.example/?b=1&c=2' }]),
    'categories.json': JSON.stringify(crowded.categories.map((id) => ({ id, name: `Category ${id}` }))),
    'languages.json': JSON.stringify([{ name: 'Lingua Franca Nova', tag: 'lfn' }, ...otherLanguages]),
    'courses.json': JSON.stringify(all),
  });
  await runBuild({
    data,
    out: join(out, 'dist'),
    chosen: { pages: true, baseUrl, title: 'C & D' },
  });
});
afterAll(() => removeFolder(out));

const hashOf = ({ linkurl }: Written) => createHash('md5').update(linkurl).digest('hex');
const fileAt = (path: string) => readFileSync(join(out, 'dist', path), 'utf8');
const pageOf = (one: Written) => fileAt(`courses/${hashOf(one)}/index.html`);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Up to the next tag, without the space around it. */
  readonly text: string;
}

function elementsIn(markup: string): Element[] {
  const found = [...markup.matchAll(/<([a-z][\w-]*)((?: [\w:-]+="[^"]*")*)>([^<]*)/gu)];
  expect(found.length).toBe(markup.match(/<[a-z]/gu)?.length);
  return found.map(([, name = '', attributes = '', text = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...attributes.matchAll(/ ([\w:-]+)="([^"]*)"/gu)].map(([, key = '', value = '']) => [key, decoded(value)]),
    ),
    text: decoded(text.trim()),
  }));
}

function headOf(one: Written): Element[] {
  return elementsIn(pageOf(one).replace(/^[\s\S]*<head>|<\/head>[\s\S]*$/gu, ''));
}

/** Elements of the body: those of this name, with this class if one is given. */
function inBody(one: Written, name: string, className?: string): Element[] {
  return elementsIn(pageOf(one).replace(/^[\s\S]*<\/head>/u, '')).filter(
    (element) => element.name === name && (className === undefined || element.attributes['class'] === className),
  );
}

describe('the head of a course page', () => {
  it('has a title, a description, Open Graph, one address, the JSON, a style sheet, a script, a policy and the data', () => {
    const address = `${baseUrl}/courses/${hashOf(german)}/`;
    const head = headOf(german);
    const data = head.filter(({ attributes }) => attributes['type'] === 'application/ld+json');
    expect(data.map(({ text }) => JSON.parse(text))).toMatchObject([
      { '@context': 'https://schema.org', name: 'Informatik & Co' },
      { '@context': 'https://schema.org', '@type': 'BreadcrumbList' },
    ]);
    const expected = elementsIn(`
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types static-course-catalog">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Informatik &amp; Co – C &amp; D</title>
<meta name="description" content="Zwei &quot;Wörter&quot; &amp; noch mehr">
<meta property="og:description" content="Zwei &quot;Wörter&quot; &amp; noch mehr">
<meta property="og:type" content="website">
<meta property="og:site_name" content="C &amp; D">
<meta property="og:title" content="Informatik &amp; Co">
<meta property="og:url" content="${address}">
<link rel="canonical" href="${address}">
<link rel="alternate" type="application/json" href="../../api/v1/courses/view/${hashOf(german)}/">
<script type="application/ld+json">
<script type="application/ld+json">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../../pages.css">
<script src="../../pages.js">`);
    expect(head.map((element) => (data.includes(element) ? { ...element, text: '' } : element))).toEqual(expected);
    for (const file of ['pages.css', 'pages.js']) expect(existsSync(join(out, 'dist', file))).toBe(true);
    expect(existsSync(join(out, 'dist/api/v1/courses/view', hashOf(german)))).toBe(true);
  });

  it.each([
    ['cut at a space, within 160 characters', several, `A${' sentences'.repeat(15)}…`],
    ['of 160 characters where there are no spaces', chinese, `${withoutSpaces.slice(0, 159)}…`],
    ['cut after a whole character', twiceNamed, `A ${'😀'.repeat(78)}…`],
    ['the provider where there is no text', bare, 'A course from A & B'],
  ])('has a description that is %s', (_, one, text) => {
    const isDescription = ({ attributes }: Element) =>
      attributes['name'] === 'description' || attributes['property'] === 'og:description';
    const found = headOf(one).filter(isDescription);
    expect(found.map(({ attributes }) => attributes['content'])).toEqual([text, text]);
  });
});

describe('a course page', () => {
  it.each([
    ['the tag of its one language', german, 'de'],
    ['the tag that the source gives this language', tagged, 'lfn'],
    ['the tag of its one language with two names', twiceNamed, 'zh'],
    ['no tag where it has several languages', several, undefined],
    ['no tag where that of its language is unknown', unknown, undefined],
  ])('gives title and text of a course %s', (_, one, lang) => {
    const attributes = { dir: 'auto', ...(lang !== undefined && { lang }) };
    expect(inBody(one, 'h1')).toEqual([{ name: 'h1', attributes, text: one.title }]);
    const shown = [...inBody(one, 'p', 'description lines'), ...inBody(one, 'div', 'description')];
    expect(shown).toMatchObject([{ attributes }]);
    const inPage = pageOf(one).match(/ lang="[^"]*"/gu);
    expect(inPage).toEqual([' lang="en"', ...(lang === undefined ? [] : Array(2).fill(` lang="${lang}"`))]);
    const inList = elementsIn(fileAt('providers/1/index.html')).find(({ text }) => text === one.title);
    expect(inList?.attributes).toEqual({ class: 'title', href: `../../courses/${hashOf(one)}/`, ...attributes });
  });

  it('names its languages once each in structured data, whatever names they have', () => {
    const languagesOf = (one: Written) => JSON.parse(firstBlockIn(pageOf(one)) ?? '').inLanguage;
    expect(languagesOf(chinese)).toEqual(['zh', 'en']);
    expect(languagesOf(twiceNamed)).toBe('zh');
  });

  it('shows the whole description as it was written, and no empty paragraph', () => {
    expect(pageOf(german)).toContain(
      '<div class="description" dir="auto" lang="de"><p>Zwei "Wörter" &amp;</p><p>noch <b>mehr</b></p></div>',
    );
    expect(inBody(several, 'p', 'description lines').map(({ text }) => text)).toEqual([longText]);
    expect(pageOf(bare)).not.toContain('class="description');
    expect(pageOf(bare)).not.toContain('class="text"');
  });

  it('shows no more of a text than a browser lays out at once, and has all of it in its data', () => {
    const texts = inBody(long, 'bdi');
    const address = texts.findIndex(({ attributes }) => attributes['class'] === 'address');
    expect(texts[address]?.text).toBe(`${long.linkurl.slice(0, 2000)}…`);
    const details = texts.slice(address + 1);
    const shown = `${longer.slice(0, 2000)}…`;
    expect(details.slice(0, 6).map(({ text }) => text)).toEqual(['English', 'Ann', 'Bob', shown, 'A & B', shown]);
    expect(inBody(long, 'h1').map(({ text }) => text)).toEqual([shown]);
    expect(inBody(long, 'p', 'description lines').map(({ text }) => text)).toEqual([`${longer.slice(0, 20_000)}…`]);
    expect(fileAt('providers/1/index.html').length).toBeLessThan(20_000);
    const data: unknown = JSON.parse(firstBlockIn(pageOf(long)) ?? '');
    const author = ['Ann', 'Bob', longer].map((name) => ({ '@type': 'Person', name }));
    expect(data).toMatchObject({ name: longer, description: longer, author });
  });

  it('says how many items of a long list it does not show', () => {
    const items = inBody(crowded, 'li').flatMap(({ text }) => (text === '' ? [] : text));
    expect(items).toEqual(['and 1,001 more', 'and 2 more']);
    const shown = inBody(crowded, 'bdi').map(({ text }) => text);
    expect(shown).toEqual(expect.arrayContaining(['Author 100', 'Category 100']));
    expect(shown).not.toContain('Author 101');
    expect(shown).not.toContain('Category 101');
  });

  it('marks every link to another site as one that the catalog does not vouch for', () => {
    const outward = all.flatMap((one) =>
      inBody(one, 'a').filter(({ attributes }) => /^\w+:/u.test(attributes['href'] ?? '')),
    );
    const addresses = all.map(({ linkurl }) => linkurl).filter((linkurl) => linkurl.startsWith('https:'));
    expect(new Set(outward.map(({ attributes }) => attributes['href']))).toEqual(
      new Set([...addresses, 'https://a.example/?b=1&c=2', german.license]),
    );
    for (const { attributes } of outward) expect(attributes['rel']).toBe('noopener nofollow ugc');
  });

  it('leads to its JSON', () => {
    const json = inBody(german, 'a').find(({ text }) => text === 'This course as JSON');
    expect(json?.attributes['href']).toBe(`../../api/v1/courses/view/${hashOf(german)}/`);
  });

  it('says under its title who offers it and in which languages', () => {
    expect(pageOf(several)).toContain(
      '<p class="by"><span><a href="../../providers/1/"><bdi>A &amp; B</bdi></a></span> <span><bdi>Deutsch</bdi></span> <span><bdi>English</bdi></span></p>',
    );
  });
});

const xsd = 'test/pages/sitemap.xsd';

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

const folder = join(out, 'valid');
const chosen = { pages: true, baseUrl: 'https://courses.example.org', title: 'C' } as const;
const builds = ['full', 'attack', 'sample'] as const;
beforeAll(async () => {
  writeFiles(join(folder, 'data-full'), full);
  writeFiles(join(folder, 'data-attack'), attackCatalog());
  for (const name of builds) {
    const data = name === 'sample' ? 'data' : join(folder, `data-${name}`);
    await runBuild({ data, out: join(folder, name), chosen });
  }
});

const pagesOf = (name: string) =>
  filesIn(join(folder, name, 'courses'))
    .filter((path) => path !== 'index.html')
    .map((path) => readFileSync(join(folder, name, 'courses', path), 'utf8'));
const dataOf = (page: string): Record<string, unknown> => JSON.parse(firstBlockIn(page) ?? 'null');

describe('the JSON-LD of a course', () => {
  it('has each field that the catalog has, in plain schema.org form', () => {
    const provider = {
      '@id': 'https://courses.example.org/providers/1/',
      '@type': 'Organization',
      name: 'A & B',
      url: 'https://a.example/?b=1&c=2',
    };
    const [known, minimal] = pagesOf('full')
      .map(dataOf)
      .toSorted((a, b) => (a['name'] === 'Known' ? -1 : b['name'] === 'Known' ? 1 : 0));
    expect(known).toEqual({
      '@context': 'https://schema.org',
      '@id': 'https://example.org/a%7Cb?c=%5Bd%5D#e%23f',
      '@type': ['Course', 'LearningResource'],
      name: 'Known',
      description: 'One\n\nThree',
      url: 'https://example.org/a%7Cb?c=%5Bd%5D#e%23f',
      inLanguage: ['lfn', 'en', { '@type': 'Language', name: 'Klingon' }],
      datePublished: '2024-05-29T01:30:00',
      dateModified: '2024-06-01T10:00:00',
      keywords: 'x, y',
      about: [{ '@id': 'https://courses.example.org/categories/8/', '@type': 'DefinedTerm', name: 'a/b' }],
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
    expect(Object.keys(minimal ?? {})).toEqual(
      words`@context @id @type name description url inLanguage datePublished provider publisher learningResourceType mainEntityOfPage`,
    );
    // Search engines list no course without a text: it is the one that the head has in that case.
    expect(minimal?.['description']).toBe('A course from A & B');
  });

  it.each(builds)('of %s expands as schema.org, with no unknown term', async (name) => {
    const courses = pagesOf(name).slice(0, 40).map(dataOf);
    expect(unknownTermsIn(courses)).toEqual([]);
    for (const data of courses) {
      const [expanded] = await expand(data);
      const terms = Object.keys(data).filter((key) => !key.startsWith('@'));
      expect(Object.keys(expanded ?? {}).toSorted()).toEqual(
        ['@id', '@type', ...terms.map((term) => `http://schema.org/${term}`)].toSorted(),
      );
    }
  });

  it('is the first of two blocks a page, which no text in them ends, and no text of a page becomes markup', () => {
    for (const page of pagesOf('attack')) {
      expect(page.match(/<script(?! src="\.\.\/\.\.\/pages\.js"><\/script>)/giu)).toHaveLength(2);
      const elements = [...page.matchAll(/<\/?([a-z][a-z0-9]*)/giu)].map(([, name = '']) => name);
      const known = words`html head meta title link script body header nav ol form input button a bdi main p h1 aside span dl div dt dd ul li time footer`;
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
      ['Languages', 'Lingua Franca Nova, English, Klingon'],
      ['Authors', 'A &amp; B, Ann &amp; Bob\u{200f}, C\u{e9}'],
      ['Provider', 'A &amp; B'],
      ['Website', 'https://a.example/?b=1&amp;c=2'],
      ['Category', 'Web &lt;/script&gt; › a/b'],
      ['Tags', 'x, y, x'],
      ['Published', 'May 29, 2024'],
      ['License', 'https://creativecommons.org/licenses/by/4.0/'],
      ['Updated', 'June 1, 2024'],
    ]);
    expect(known).toContain('<dt>Provider</dt><dd><a href="../../providers/1/">');
  });

  it('links to web addresses only', () => {
    for (const page of pagesOf('attack')) {
      const links = [...page.matchAll(/<a [^>]*?href="([^"]*)"/gu)].map(([, href = '']) => href);
      expect(links.length).toBeGreaterThan(3);
      for (const href of links) expect(href).toMatch(/^(?:https?:\/\/|(?:\.\.\/)+|#content$)/u);
    }
  });
});

describe('the sitemap', () => {
  const validate = (path: string) =>
    execFileSync(pathOf('xmllint'), ['--noout', '--schema', xsd, path], { encoding: 'utf8', stdio: 'pipe' });

  it.skipIf(isMissing('xmllint')).each(builds)(`of %s is valid${neededFor('xmllint')}`, (name) => {
    const path = join(folder, name, 'sitemap.xml');
    expect(validate(path)).toBe('');
    const text = readFileSync(path, 'utf8');
    for (const damaged of [
      text.replace('</loc>', '</loc><loc>https://example.org/</loc>'),
      text.replace('<loc>http', '<loc>ttp'),
    ]) {
      writeFiles(folder, { 'damaged.xml': damaged });
      expect(() => validate(join(folder, 'damaged.xml'))).toThrow('fails to validate');
    }
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
    const below = join(folder, 'path');
    const address = 'https://example.org/courses';
    await runBuild({ data, out: below, chosen: { ...chosen, baseUrl: address, public: join(folder, 'public-path') } });
    expect(snapshot(below).has('robots.txt')).toBe(false);
  });
});
