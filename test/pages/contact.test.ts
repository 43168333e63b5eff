// The option `contact`: links in the footers to suggest a course and to report a problem with one, as an issue or a mail that is begun.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHTML } from 'entities';
import { describe, expect } from 'vitest';
import { linkhashOf } from '../../src/catalog/course.ts';
import { localeTags, type LocaleTag } from '../../src/text/locales/tags.ts';
import { contact as kind, whyInvalid } from '../../src/options/value-kinds.ts';
import { runBuild } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn, writeFiles } from '../helpers/folders.ts';

const repository = 'https://github.com/ada/courses';
const mailbox = 'mailto:courses@example.org';
const titles = [
  'Optics',
  '"><script>x</script> & #1 @all + % ?a=b',
  `${'光学'.repeat(500)}😀`,
  'Zeile\r\nbcc: a@example.org',
];

async function build(folder: string, contact: string | undefined, locale: LocaleTag = 'en') {
  const course = (title: string, at: number) => ({
    id: at + 1,
    title,
    linkurl: `https://a.example/${at}`,
    provider: 1,
    language: 'English',
    date_published: '2024-05-28',
  });
  writeFiles(folder, {
    'data/providers.json': '[{"id": 1, "name": "P"}]',
    'data/categories.json': '[]',
    'data/courses.json': JSON.stringify(titles.map(course)),
  });
  const out = join(folder, `out-${locale}-${contact === undefined ? 'none' : contact.length}`);
  const baseUrl = 'https://courses.example.org/of';
  const chosen = { contact, locale, baseUrl, pages: true, dumps: ['csv'] as const };
  await runBuild({ data: join(folder, 'data'), out, chosen });
  const page = (path: string) => readFileSync(join(out, path), 'utf8');
  const coursePage = (at: number) => page(`courses/${linkhashOf(`https://a.example/${at}`)}/index.html`);
  return { out, page, coursePage };
}

const linksTo = (html: string, start: string) =>
  [...html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/gu)].flatMap(([, href = '', text = '']) => {
    const address = decodeHTML(href);
    return address.startsWith(start) ? [[address, decodeHTML(text.replaceAll(/<[^>]*>/gu, ''))] as const] : [];
  });

describe('a repository', () => {
  it('is linked to in the footer of every page but that for frames, by the form and by an issue that names the course', async ({
    folder,
  }) => {
    const { out, page, coursePage } = await build(folder, repository);
    const suggest = [`${repository}/issues/new?template=course.yml`, 'Suggest a course'] as const;
    const pages = filesIn(out).filter((path) => path.endsWith('.html') && !/^(?:docs|embed)\//u.test(path));
    expect(pages.length).toBeGreaterThan(8);
    for (const path of pages) expect(linksTo(page(path), repository), path).toContainEqual(suggest);
    for (const [at, title] of titles.entries()) {
      const [report] = linksTo(coursePage(at), `${repository}/issues/new?title=`);
      expect(report?.[1]).toBe('Report a problem with this course');
      expect(report?.[0].length).toBeLessThan(8000);
      const { searchParams, hash } = new URL(report?.[0] ?? '');
      const line = title.replaceAll(/\s+/gu, ' ');
      const shown = line.length > 200 ? `${line.slice(0, 200)}…` : line;
      expect(searchParams.get('title')).toBe(`Problem with the course “${shown}”`);
      expect(searchParams.get('body')).toContain(`/of/courses/${linkhashOf(`https://a.example/${at}`)}/`);
      expect([...searchParams.keys(), hash]).toEqual(['title', 'body', '']);
    }
  });

  it.for(localeTags)('is linked to in the language of the pages: %s', async (locale, { folder }) => {
    const { page, coursePage } = await build(folder, repository, locale);
    const labels = [
      ...linksTo(page('index.html'), repository),
      ...linksTo(coursePage(0), `${repository}/issues/new?title`),
    ];
    expect(labels).toHaveLength(2);
    const english = new Set(['Suggest a course', 'Report a problem with this course']);
    expect(labels.filter(([, label]) => english.has(label))).toHaveLength(locale === 'en' ? 2 : 0);
  });
});

it('a mailbox gets a mail whose subject names the course, and no other line', async ({ folder }) => {
  const { coursePage } = await build(folder, mailbox);
  for (const [at, title] of titles.entries()) {
    const [[report] = [''], [suggest] = ['']] = linksTo(coursePage(at), mailbox);
    expect(suggest).toBe(`${mailbox}?subject=Suggest%20a%20course`);
    expect(report).toMatch(/^mailto:courses@example\.org\?subject=[\w.!~*'()%-]+&body=[\w.!~*'()%-]+$/u);
    const subject = decodeURIComponent(/subject=([^&]*)/u.exec(report)?.[1] ?? '');
    expect(subject).toContain(title.replaceAll(/\s+/gu, ' ').slice(0, 200));
    expect(subject).not.toMatch(/[\r\n]/u);
  }
});

it('without one every page is the same but for these links', async ({ folder }) => {
  const [without, with_] = [await build(folder, undefined), await build(folder, repository)];
  const plain = (text: string) =>
    text
      .replaceAll(/(?: |<li>)<a href="https:\/\/github[^"]*">.*?<\/a>(?:<\/li>\n)?/gu, '')
      .replaceAll(/<ul>\n<\/ul>\n/gu, '')
      .replaceAll(/<nav class="bottom"[^>]*><\/nav>/gu, '');
  expect(filesIn(with_.out)).toEqual(filesIn(without.out));
  for (const path of filesIn(without.out).filter((name) => name.endsWith('.html'))) {
    expect(without.page(path)).not.toContain('github');
    expect(plain(with_.page(path)), path).toBe(without.page(path));
  }
});

it.for([
  ['http://github.com/user/repo', false],
  ['https://github.com/user', false],
  ['https://github.com/user/repo/issues?x=1', false],
  ['javascript:alert(1)', false],
  ['mailto:a@example.org?bcc=b@example.org', false],
  ['courses@example.org', false],
  ['https://github.com/user/repo.git', true],
  ['https://gitlab.com/user/repo', false],
  ['https://github.com.example.org/user/repo', false],
  ['https://github.com/user/repo/', true],
  ['mailto:a.b+c@example.org', true],
] as const)('as a value, %s is taken: %s', ([text, isTaken]) => {
  expect(whyInvalid(text, kind) === undefined).toBe(isTaken);
  expect(isTaken ? kind.read(text) : '').not.toMatch(/\.git$|\/$/u);
});
