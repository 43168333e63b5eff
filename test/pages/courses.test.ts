// All courses, newest first: each once on the way from page to page, and few pages that a new course changes; also where courses have no pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { plainCourse } from '../build/small-catalog.ts';
import { runBuild } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn, writeFiles } from '../helpers/folders.ts';

const day = (id: number) => new Date(Date.UTC(2020, 0, id)).toISOString().slice(0, 10);
const files = (count: number) => ({
  'providers.json': '[{"id":1,"name":"One"}]',
  'categories.json': '[]',
  'courses.ndjson': Array.from({ length: count }, (_, at) => {
    // The newest course has the lowest id.
    return JSON.stringify(plainCourse(at + 1, { title: `Course ${count - at}`, date_published: day(count - at) }));
  }).join('\n'),
});

/** Titles in the order of the pages, as a visitor finds them who follows the links. */
function walk(out: string): { titles: string[]; pages: string[] } {
  const [titles, pages]: [string[], string[]] = [[], []];
  let address: URL | undefined = new URL('https://a.example/courses/');
  let from: string | undefined;
  while (address) {
    const path: string = address.pathname;
    const page = readFileSync(join(out, path, 'index.html'), 'utf8');
    const to = (rel: string) => new RegExp(`rel="${rel}" href="([^"]*)"`, 'u').exec(page)?.[1];
    const previous = to('prev');
    expect(previous === undefined ? undefined : new URL(previous, address).pathname).toBe(from);
    pages.push(path);
    titles.push(...[...page.matchAll(/class="title"[^>]*>([^<]*)/gu)].map(([, title = '']) => title));
    from = path;
    const next = to('next');
    address = next === undefined ? undefined : new URL(next, address);
  }
  return { titles, pages };
}

it.for([0, 1, 19, 20, 99, 100, 119, 120, 121, 220, 450])(
  'of %i courses, the links lead to each once, newest first',
  async (count, { folder }) => {
    const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
    writeFiles(data, files(count));
    await runBuild({ data, out, chosen: { pages: true } });
    const { titles, pages } = walk(out);
    expect(titles).toEqual(Array.from({ length: count }, (_, at) => `Course ${count - at}`));
    const written = filesIn(join(out, 'courses')).filter((path) => /^(?:page\/\d+\/)?index\.html$/u.test(path));
    expect(pages.map((path) => `${path.slice('/courses/'.length)}index.html`).toSorted()).toEqual(written.toSorted());
    const sitemap = readFileSync(join(out, 'sitemap.xml'), 'utf8');
    for (const path of pages) expect(sitemap).toContain(`${path}</loc>`);
  },
);

it('a new course changes the first page alone, or adds one page, and a course less removes it', async ({ folder }) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  const build = async (count: number) => {
    writeFiles(data, {
      ...files(count),
      'courses.ndjson': Array.from({ length: count }, (_, at) =>
        JSON.stringify(plainCourse(at + 1, { date_published: day(at + 1) })),
      ).join('\n'),
    });
    const { changes } = await runBuild({ data, out, chosen: { pages: true } });
    const isPage = (path: string) => /^courses\/(?:page\/\d+\/)?index\.html$/u.test(path);
    return Object.fromEntries(
      (['added', 'changed', 'removed'] as const).map((kind) => [kind, [...changes[kind]].filter(isPage)]),
    );
  };
  await build(318);
  expect(await build(319)).toEqual({ added: [], changed: ['courses/index.html'], removed: [] });
  expect(await build(320)).toEqual({
    added: ['courses/page/3/index.html'],
    changed: ['courses/index.html', 'courses/page/2/index.html'],
    removed: [],
  });
  expect(await build(319)).toEqual({
    added: [],
    changed: ['courses/index.html', 'courses/page/2/index.html'],
    removed: ['courses/page/3/index.html'],
  });
});

it('without course pages a title leads to the course itself, and all other pages are there', async ({ folder }) => {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  writeFiles(data, {
    ...files(0),
    'courses.json': JSON.stringify([plainCourse(1), plainCourse(2, { linkurl: 'notes.pdf', title: 'Notes' })]),
  });
  await runBuild({ data, out, chosen: { pages: true, coursePages: false } });
  expect(filesIn(join(out, 'courses'))).toEqual(['index.html']);
  for (const path of ['index.html', 'courses/index.html', 'providers/1/index.html']) {
    const page = readFileSync(join(out, path), 'utf8');
    expect(page, path).toContain(`<a class="title" href="${plainCourse(1).linkurl}" dir="auto"`);
    expect(page, path).toMatch(/<a class="title" dir="auto" lang="en" rel="[^"]*">Notes<\/a>/u);
    expect(page, path).not.toContain('ItemList');
  }
  const sitemap = readFileSync(join(out, 'sitemap.xml'), 'utf8');
  expect(sitemap).toContain('/courses/</loc>');
  expect(sitemap).not.toMatch(/courses\/[\da-f]{32}/u);
});
