// Owns the measurements of the pages for people: scores, sizes, and the first paint of the filters.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { z } from 'zod';
import { openPreview } from '../../src/preview/preview.ts';
import { countEach } from '../../src/collections/count-each.ts';
import { freePort } from '../../test/helpers/ports.ts';
import { pathOf } from '../../test/helpers/programs.ts';
import { buildCommand } from './commands.ts';
import { openCompressed } from './compressed.ts';
import { count } from './contenders.ts';
import type { Plan } from './plan.ts';
import { drawCatalog } from './drawn.ts';
import type { Figure } from './figures.ts';
import { areWithin, type Scored, scoresOf, scoreTable } from './lighthouse.ts';
import { measure, median } from './measure.ts';
import { figureTable, isMissed, machine } from './report.ts';
import { firstPaintOfFilters, type Load, loadsOf, sumOf } from './visits.ts';

export interface SitePlan extends Plan {
  /** The source folder of a real catalog, with its courses in `courses.ndjson`. */
  catalog: string;
}

interface Measured {
  first: readonly Load[];
  search: readonly Load[];
  course: readonly Load[];
  apiReference: readonly Load[];
  /** Of the facet files, of the real and of the large catalog. */
  facets: number;
  facetsOfMany: number;
  /** Medians, of visits that begin with a list, and of those from the front page. */
  firstPaint: number;
  firstPaintFromFront: number;
}

const newest = z.array(z.object({ linkhash: z.string(), provider: z.number() }));
const listed = z.object({ results: z.array(z.object({ title: z.string() })) });

/** Measures, and returns the report. */
export async function benchSite(plan: SitePlan): Promise<{ text: string; isWithin: boolean }> {
  const { rounds, root, progress } = plan;
  const executable = process.env['CHROMIUM'] ?? pathOf('chromium');
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const [real, many] = [join(root, 'real'), join(root, 'many')];
    const scores: [Scored, Awaited<ReturnType<typeof scoresOf>>][] = [];
    const loads = await withSite(plan, plan.catalog, real, async (address) => {
      const pages = pagesOf(real, address);
      for (const page of Object.values(pages)) {
        const found = await scoresOf(page, rounds, executable, plan.workspace.scratch);
        progress(`${page.name}: ${JSON.stringify(found)}`);
        scores.push([page, found]);
      }
      const [first = [], search = []] = await loadsOf(browser, [pages.front.address, pages.search.address]);
      const [course = []] = await loadsOf(browser, [pages.course.address]);
      const [apiReference = []] = await loadsOf(browser, [pages.apiReference.address]);
      return { first, search, course, apiReference };
    });
    const measured: Measured = {
      ...loads,
      ...(await benchFilters(plan, many, browser)),
      facets: facetsIn(real),
      facetsOfMany: facetsIn(many),
    };
    const rows = figuresOf(plan.courses);
    const lines = [
      ...scoreTable(scores),
      '',
      ...figureTable(rows, measured),
      '',
      `${machine()}; what the preview sends is compressed by gzip; medians of ${rounds}, first paints of ${rounds * visitsPerRound}.`,
      '',
    ];
    const isWithin = scores.every((one) => areWithin(...one)) && !rows.some((row) => isMissed(row, measured));
    return { text: lines.join('\n'), isWithin };
  } finally {
    await browser.close();
  }
}

/** A page of each kind. */
function pagesOf(out: string, address: string) {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(out, 'api/v1', path, 'index.json'), 'utf8'));
  const [course] = newest.parse(read('courses/latest'));
  if (!course) throw new Error('the catalog has no courses');
  const providers = readdirSync(join(out, 'api/v1/providers'), { withFileTypes: true });
  const lists = providers.filter((one) => one.isDirectory()).map(({ name }) => read(`providers/${name}/courses`));
  const titles = lists.flatMap((list) => listed.parse(list).results.map(({ title }) => title));
  const search = `#/search/${encodeURIComponent(commonWordIn(titles))}/`;
  return {
    front: { name: 'front page', address: `${address}/`, performance: 98 },
    search: { name: 'search', address: `${address}/${search}`, performance: 98 },
    course: { name: 'page of a course', address: `${address}/courses/${course.linkhash}/`, performance: 100 },
    list: { name: 'page of a list', address: `${address}/providers/${course.provider}/`, performance: 100 },
    apiReference: { name: 'API reference', address: `${address}/docs/`, performance: 95 },
  } as const satisfies Record<string, Scored>;
}

/** The longer word that most titles have. */
function commonWordIn(titles: readonly string[]): string {
  const words = titles.flatMap((title) => [...new Set(title.toLowerCase().match(/\p{L}{5,}/gu))]);
  return [...countEach(words)].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** More visits than rounds, as the time of a single paint varies twofold. */
const visitsPerRound = 5;

/** The first paint in a large catalog: visits of both kinds in turns. */
async function benchFilters(
  plan: SitePlan,
  out: string,
  browser: Browser,
): Promise<Pick<Measured, 'firstPaint' | 'firstPaintFromFront'>> {
  const catalog = join(plan.root, 'drawn');
  plan.progress(`drawing ${count(plan.courses)} courses`);
  drawCatalog(plan.catalog, plan.courses, catalog);
  return withSite(plan, catalog, out, async (address) => {
    const visits: Record<'nowhere' | 'front', number[]> = { nowhere: [], front: [] };
    for (let round = 1; round <= plan.rounds * visitsPerRound; round++)
      for (const from of ['nowhere', 'front'] as const) {
        const milliseconds = await firstPaintOfFilters(browser, address, from);
        plan.progress(`${round}: first paint of the filters from ${from}: ${milliseconds.toFixed(0)} ms`);
        visits[from].push(milliseconds);
      }
    return { firstPaint: median(visits.nowhere), firstPaintFromFront: median(visits.front) };
  });
}

/** Builds a catalog with a page for every course, for the address at which the preview serves it. */
async function withSite<T>(
  { bin, workspace, progress }: SitePlan,
  catalog: string,
  out: string,
  use: (address: string) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  progress(`building ${catalog}`);
  const address = `http://127.0.0.1:${port}`;
  await measure(buildCommand(bin, catalog, out, '--quiet', '--course-pages', '--base-url', address), workspace);
  const preview = await openPreview({ out, port: await freePort() }, () => {});
  const close = await openCompressed(preview.url, port);
  try {
    return await use(address);
  } finally {
    close();
    await preview.close();
  }
}

function facetsIn(out: string): number {
  const folder = join(out, 'facets');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + gzipSync(readFileSync(join(parentPath, name))).length, 0);
}

const isPage = ({ type }: Load) => ['document', 'script', 'stylesheet'].includes(type);
const isFacet = ({ url }: Load) => url.includes('/facets/');

function figuresOf(courses: number): Figure<Measured>[] {
  const kilobytes = (name: string, measured: (of: Measured) => number, must?: number): Figure<Measured> => {
    return { name, unit: ' kB', measured: (of) => measured(of) / 1000, ...(must !== undefined && { must }) };
  };
  return [
    kilobytes('first visit of the front page: HTML, script and style', ({ first }) => sumOf(first, isPage), 30),
    kilobytes('the same with the data that it shows', ({ first }) => sumOf(first)),
    kilobytes(
      'a search with results, beyond that, without the facet files',
      ({ search }) => sumOf(search, (load) => !isFacet(load)),
      25,
    ),
    kilobytes('the facet files that it loads', ({ search }) => sumOf(search, isFacet)),
    kilobytes('the API reference', ({ apiReference }) => sumOf(apiReference), 40),
    kilobytes('page of a course: HTML and style', ({ course }) => sumOf(course, ({ type }) => type !== 'script')),
    kilobytes('page of a course: script', ({ course }) => sumOf(course, ({ type }) => type === 'script')),
    kilobytes('all facet files', ({ facets }) => facets, 20),
    kilobytes(
      `all facet files of ${count(courses)} courses with the values of this catalog`,
      ({ facetsOfMany }) => facetsOfMany,
    ),
    {
      name: `filters of ${count(courses)} courses, from the arrival of their first file to their first paint, in a visit that begins with a list`,
      unit: ' ms',
      must: 100,
      measured: ({ firstPaint }) => firstPaint,
    },
    {
      name: 'the same in a visit that comes from the front page',
      unit: ' ms',
      must: 100,
      measured: ({ firstPaintFromFront }) => firstPaintFromFront,
    },
  ];
}
