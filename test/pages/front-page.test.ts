// The front page and the charts: what the catalog has, and ways to it that courses fill.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainCourse } from '../build/small-catalog.ts';
import { sharedBuild } from '../helpers/builds.ts';

const many = Array.from({ length: 30 }, (_, at) => at + 1);
const built = async () =>
  sharedBuild(
    {
      'providers.json': JSON.stringify(many.map((id) => ({ id, name: `Provider ${id}` }))),
      'categories.json': JSON.stringify(
        many.map((id) => ({
          id,
          name: id === 5 ? 'C#&lrm;' : `Category ${id}`,
          children: [{ id: 100 + id, name: `Below ${id}` }],
        })),
      ),
      'courses.json': JSON.stringify(
        many.map((id) =>
          plainCourse(id, {
            provider: id,
            language: id % 3 === 0 ? ['Spanish'] : ['English'],
            categories: many.filter((category) => category >= id).map((category) => 100 + category),
            date_published: `20${10 + (id % 5)}-01-01`,
            ...(id <= 7 ? { price: 0, level: 'beginner' } : { price: '5 EUR', level: 'advanced' }),
          }),
        ),
      ),
    },
    { pages: true, title: 'A & B', description: 'For <everybody>.' },
  );
const bare = async () =>
  sharedBuild(
    { 'providers.json': '[{"id":1,"name":"One"}]', 'categories.json': '[]', 'courses.json': '[]' },
    { pages: true, title: 'Empty' },
  );
const fileAt = async (site: Promise<string>, path: string) => readFileSync(join(await site, path), 'utf8');
const chipsIn = (page: string) =>
  [
    ...page
      .slice(0, page.indexOf('<footer'))
      .matchAll(/<li><a href="([^"]*)"><bdi>([^<]*)<\/bdi>(?: <span class="count">([^<]*)<\/span>)?<\/a><\/li>/gu),
  ].map(([, ...parts]) => parts);

describe('the front page', () => {
  it('says what the catalog is for and what it has, and searches', async () => {
    const page = await fileAt(built(), 'index.html');
    expect(page).toContain('<h1 dir="auto">A &amp; B</h1>\n<p class="lead" dir="auto">For &lt;everybody&gt;.</p>');
    expect(page).toContain('<p class="under-heading">30\u{A0}courses · 30\u{A0}providers · 2\u{A0}languages</p>');
    expect(page.match(/<form [^>]*>/gu)).toEqual([
      '<form class="find" role="search" aria-label="Search courses" action="courses/">',
    ]);
    const first = /<script[^>]*>([^<]*)/u.exec(page)?.[1] ?? '';
    expect(JSON.parse(first)).toMatchObject({ '@graph': [{ '@type': 'WebSite' }, { '@type': 'Dataset' }] });
    for (const feed of ['feed.xml', 'feed.json']) expect(page).toContain(`href="${feed}"`);
  });

  it('leads to what courses can fill, with exact counts', async () => {
    expect(chipsIn(await fileAt(built(), 'index.html'))).toEqual([
      ['courses/?price=free', 'Free', '7'],
      ['courses/?level=beginner', 'For beginners', '7'],
      ['languages/English/', 'English', '20'],
      ['languages/Spanish/', 'Spanish', '10'],
      ['providers/1/', 'Provider 1', '1'],
      ['providers/2/', 'Provider 2', '1'],
    ]);
  });

  it('leads to the courses that begin next where one begins after the newest was published, and to their calendar', async () => {
    const starting = async (start: string) =>
      sharedBuild(
        {
          'providers.json': '[{"id":1,"name":"One"}]',
          'categories.json': '[]',
          'courses.json': JSON.stringify(
            [1, 2].map((id) => plainCourse(id, { date_published: '2026-05-01', start_date: start })),
          ),
        },
        { pages: true },
      );
    const [later, earlier] = [await starting('2026-06-01'), await starting('2026-04-30')];
    expect(chipsIn(readFileSync(join(later, 'index.html'), 'utf8'))).toContainEqual([
      'courses/?sort=start_date',
      'Starts soon',
      undefined,
    ]);
    expect(readFileSync(join(earlier, 'index.html'), 'utf8')).not.toContain('start_date');
    for (const site of [later, earlier])
      for (const [path, up] of [
        ['index.html', ''],
        ['courses/index.html', '../'],
      ] as const) {
        const page = readFileSync(join(site, path), 'utf8');
        expect(page).toContain(`<a href="${up}courses.ics">Calendar of starts</a>`);
        expect(page).toMatch(
          new RegExp(`<link rel="alternate" type="text/calendar" [^>]*href="${up}courses.ics">`, 'u'),
        );
      }
    expect(await fileAt(built(), 'courses/index.html')).not.toContain('courses.ics');
  });

  it('has the eight largest categories with their largest children, decoded, and the newest courses', async () => {
    const page = await fileAt(built(), 'index.html');
    const subjects = [
      ...page.matchAll(/<li><a href="categories\/(\d+)\/"><bdi>[^<]*<\/bdi> <span class="count">(\d+)/gu),
    ];
    expect(subjects.map(([, id, count]) => [id, count])).toEqual(
      Array.from({ length: 8 }, (_, at) => [String(30 - at), String(30 - at)]),
    );
    expect(page).toContain('<p dir="auto">Below 30</p>');
    expect(page).toContain('<a href="categories/">All categories <span class="count">60</span></a>');
    const newest = [...page.matchAll(/<time datetime="(\d{4})/gu)].map(([, year]) => year);
    expect(newest).toEqual(Array.from({ length: 6 }, () => '2014'));
  });

  it('of an empty catalog says so, and offers nothing that nobody could fill', async () => {
    const page = await fileAt(bare(), 'index.html');
    expect(page).toContain('The catalog is empty');
    expect(page).not.toMatch(/<section|class="ways"/u);
  });
});

describe('the charts', () => {
  const rowsOf = (page: string, title: string) => {
    const figure = page.split('<table>').find((part) => part.includes(`<h2>${title}</h2>`)) ?? '';
    const rows = figure.matchAll(/<bdi>([^<]*)<\/bdi>.*?<td class="count">([^<]*)<.*?<rect width="(\d+)"/gu);
    return { figure, rows: Array.from(rows, ([, ...cells]) => cells) };
  };

  it('count the courses of each year, and of the twenty largest lists, with bars in proportion and no script', async () => {
    const page = await fileAt(built(), 'charts/index.html');
    expect(rowsOf(page, 'Courses by year').rows).toEqual(
      ['2010', '2011', '2012', '2013', '2014'].map((year) => [year, '6', '1000']),
    );
    expect(rowsOf(page, 'Courses by language').rows).toEqual([
      ['English', '20', '1000'],
      ['Spanish', '10', '500'],
    ]);
    const { figure, rows } = rowsOf(page, 'Courses by category');
    expect(rows).toHaveLength(20);
    expect(rows[19]).toEqual(['Category 11', '11', '367']);
    expect(figure).toContain('The 20 largest; 10 others (55 courses).');
    expect(figure).toContain('<th scope="col">Category</th><th scope="col" class="count">Courses</th>');
    expect(page.match(/<script/gu)).toHaveLength(1);
    expect(page).not.toMatch(/&amp;lrm;/u);
  });

  it('of an empty catalog say so', async () => {
    expect(await fileAt(bare(), 'charts/index.html')).toContain('There are no courses to chart yet.');
  });
});
