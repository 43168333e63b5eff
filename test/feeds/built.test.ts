// The feeds that a build publishes: what each announces, where it leads, what links to it, and a feed reader that subscribes to them.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import type { FullCourse, CourseSummary } from '../../src/api/records.ts';
import { plain } from '../build/run.ts';
import { plainCourse } from '../build/small-catalog.ts';
import { buildInto, sharedBuild } from '../helpers/builds.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn, writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';
import { hashOf, Kept, minute } from '../journal/kept.ts';
import { siteInTest } from '../preview/site.ts';

const { baseUrl } = plain;
const withPages = { pages: true } as const;

/** The folder of each list in the API, by that of its pages and its feed. */
const inApi = {
  providers: (name: string) => `providers/${name}/courses`,
  categories: (name: string) => `categories/${name}`,
  languages: (name: string) => `languages/${name}/courses`,
};

describe('the feed of a list', () => {
  it('announces its ten newest courses, each with its page, and every page of the list links to it', async () => {
    const out = await sharedBuild(await variedCatalog(), withPages);
    const newest = newestFirst(out);
    const feeds = filesIn(join(out, 'feeds'));
    const sizes = new Set<number>();
    for (const [kind, folderOf] of Object.entries(inApi)) {
      for (const name of listsIn(out, kind)) {
        const members = membersOf(join(out, 'api/v1', folderOf(name)));
        const announced = newest.filter((linkhash) => members.has(linkhash)).slice(0, 10);
        expect(alternatesIn(out, `feeds/${kind}/${name}/feed.xml`), name).toEqual(announced.map(pageOf));
        sizes.add(announced.length);
        for (const page of filesIn(join(out, kind, name)))
          expect(feedLinkedFrom(out, `${kind}/${name}/${page}`)).toBe(join('feeds', kind, name, 'feed.xml'));
        expect(feeds).toContain(`${kind}/${name}/feed.xml`);
      }
    }
    expect(feeds).toHaveLength(Object.keys(inApi).flatMap((kind) => listsIn(out, kind)).length);
    expect(sizes).toContain(10);
    expect(sizes).toContain(0);
  });

  it('leads to the courses themselves without course pages', async ({ folder }) => {
    const kept = new Kept(folder, { ...withPages, coursePages: false });
    kept.write(new Map([[1, 'One']]));
    await kept.build(minute(1));
    for (const feed of ['feed.xml', 'feeds/providers/2/feed.xml']) {
      expect(alternatesIn(kept.out, feed)).toEqual(['https://example.org/courses/1']);
      expect(readFileSync(join(kept.out, feed), 'utf8')).not.toContain('rel="related"');
    }
  });
});

it('the feeds of a catalog and of its lists have the pictures of its courses, and only then the namespace of pictures', async ({
  folder,
}) => {
  const picture = 'https://pictures.example/1.png';
  const courses = [plainCourse(1, { image: picture }), plainCourse(2, { level: 'beginner' })];
  const source = { 'providers.json': '[{"id":1,"name":"One"}]', 'categories.json': '[]' };
  const feedsOf = async (name: string, some: readonly object[]) => {
    const out = join(folder, name);
    await buildInto(
      join(folder, `source-${name}`),
      out,
      { ...source, 'courses.json': JSON.stringify(some) },
      withPages,
    );
    return ['feed.xml', 'feeds/providers/1/feed.xml', 'feed.json'].map((path) => readFileSync(join(out, path), 'utf8'));
  };
  for (const feed of await feedsOf('with', courses)) expect(feed.split(picture)).toHaveLength(2);
  for (const feed of await feedsOf('without', courses.slice(1))) expect(feed).not.toMatch(/media|image/u);
});

describe('the feeds of a catalog with a journal', () => {
  it('announce what was added, at its time, whatever changed since and whenever it was published', async ({
    folder,
  }) => {
    const kept = new Kept(folder, withPages);
    const titles = new Map(Array.from({ length: 40 }, (_, id) => [id + 100, 'Old']));
    kept.write(titles);
    await kept.build(minute(1));
    // The smaller of these ids are published in earlier years.
    for (const id of [5, 4]) {
      kept.write(titles.set(id, 'New'));
      await kept.build(minute(10 - id));
    }
    kept.write(titles.set(5, 'New, and edited').set(110, 'Old, and edited'));
    const { changes } = await kept.build(minute(7));
    const feed = readFileSync(join(kept.out, 'feed.xml'), 'utf8');
    expect(alternatesIn(kept.out, 'feed.xml').slice(0, 2)).toEqual([4, 5].map((id) => pageOf(hashOf(id))));
    expect(entriesIn(feed)[0]).toContain(`<published>${minute(6)}</published>\n<updated>${minute(6)}</updated>`);
    expect(entriesIn(feed)[1]).toContain(`<published>${minute(5)}</published>\n<updated>${minute(7)}</updated>`);
    expect(feed).toContain(`</title>\n<updated>${minute(7)}</updated>`);
    expect(alternatesIn(kept.out, 'feeds/providers/1/feed.xml')[0]).toBe(pageOf(hashOf(4)));
    const { items } = JSON.parse(readFileSync(join(kept.out, 'feed.json'), 'utf8'));
    expect(items[1]).toMatchObject({ date_published: minute(5), date_modified: minute(7), url: pageOf(hashOf(5)) });
    expect(items[0]).not.toHaveProperty('date_modified');

    expect(changes.changed).toContain('feeds/providers/2/feed.xml');
    const again = await kept.build(minute(8));
    expect(again.changes).toEqual({ added: [], changed: [], removed: [] });
  });
});

describe.skipIf(isMissing('newsboat') || isMissing('python3'))(
  `a feed reader${neededFor('newsboat')}${neededFor('python3')}`,
  () => {
    it('opens the page of each course, from the feed of the catalog and from those of lists', async ({ folder }) => {
      const { out, url } = await siteInTest({
        data: 'data',
        chosen: { ...withPages, baseUrl: 'https://catalog.example/open' },
      });
      const paths = ['feed.xml', 'feeds/languages/English/feed.xml', 'feeds/providers/1/feed.xml'];
      const opened = await openedByNewsboat(
        folder,
        paths.map((path) => new URL(path, url).href),
      );
      const announced = new Set(paths.flatMap((path) => alternatesIn(out, path)));
      expect(announced.size).toBeGreaterThan(15);
      expect(opened).toEqual([...announced].toSorted());
      for (const address of opened)
        expect(address).toMatch(/^https:\/\/catalog\.example\/open\/courses\/[\da-f]{32}\/$/u);
    });
  },
);

/** Subscribes Newsboat to the feeds; the addresses that it opens for their entries, sorted, those of an entry of several feeds once. */
async function openedByNewsboat(folder: string, feeds: readonly string[]): Promise<string[]> {
  const file = (name: string) => join(folder, name);
  writeFiles(folder, { urls: feeds.join('\n'), config: '' });
  const options = ['--url-file', file('urls'), '--cache-file', file('cache.db'), '--config-file', file('config')];
  const run = promisify(execFile);
  const environment = { env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' } };
  await run(pathOf('newsboat'), [...options, '--execute', 'reload'], environment);
  const query = `import sqlite3, sys
for (url,) in sqlite3.connect(sys.argv[1]).execute('select url from rss_item order by url'): print(url)`;
  const { stdout } = await run(pathOf('python3'), ['-c', query, file('cache.db')]);
  return stdout.trimEnd().split('\n');
}

/** The linkhashes of all courses in the order of the latest list. */
function newestFirst(out: string): string[] {
  const views = join(out, 'api/v1/courses/view');
  const courses = readdirSync(views).map((linkhash): FullCourse => readJson(join(views, linkhash, 'index.json')));
  const timeOf = ({ date_published: date }: FullCourse) => date.padEnd('0001-01-01T00:00:00.000000'.length, '0');
  const newest = courses.toSorted((a, b) => (timeOf(a) === timeOf(b) ? b.id - a.id : timeOf(a) < timeOf(b) ? 1 : -1));
  return newest.map(({ linkhash }) => linkhash);
}

/** The names of the lists of a kind that have pages. */
function listsIn(out: string, kind: string): string[] {
  return readdirSync(join(out, kind)).filter((name) => name !== 'index.html' && name !== 'page');
}

/** The linkhashes of the courses on all pages of a list. */
function membersOf(folder: string): Set<string> {
  const pages = filesIn(join(folder, 'page')).map((page) => readJson(join(folder, 'page', page)));
  return new Set(pages.flatMap(({ results }) => results.map(({ linkhash }: CourseSummary) => linkhash)));
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function pageOf(linkhash: string): string {
  return `${baseUrl}/courses/${linkhash}/`;
}

function entriesIn(feed: string): string[] {
  return feed.match(/<entry[\s\S]*?<\/entry>/gu) ?? [];
}

/** Every address that an entry of a feed names as the one of its page: a feed with several for one entry has too many. */
function alternatesIn(out: string, path: string): string[] {
  return entriesIn(readFileSync(join(out, path), 'utf8')).flatMap((entry) =>
    Array.from(entry.matchAll(/<link rel="alternate"[^>]* href="([^"]*)"/gu), ([, href = '']) => href),
  );
}

/** The path of the feed that a page links to, if it does in its head and, by the same title, in its text. */
function feedLinkedFrom(out: string, path: string): string | undefined {
  const page = readFileSync(join(out, path), 'utf8');
  const [, title, inHead] =
    /<link rel="alternate" type="application\/atom\+xml" title="([^"]+)" href="([^"]*)">/u.exec(page) ?? [];
  if (inHead === undefined || !page.includes(`<a href="${inHead}"><bdi>${title}</bdi></a>`)) return undefined;
  return decodeURIComponent(new URL(inHead, `https://example.org/${path}`).pathname.slice(1));
}
