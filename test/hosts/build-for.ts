// A small catalog with a list of every kind, and its build for a host, with the preset's own form of links and index file by default.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Host, HostFile, HostedSite } from '../../src/hosts/host.ts';
import { hosts, type HostName } from '../../src/hosts/hosts.ts';
import { allPublishedPaths } from '../../src/outputs/declarations.ts';
import type { BuildResult } from '../../src/build/build-options.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';

export interface BuildFor {
  readonly host: HostName;
  readonly out: string;
  /** Where the server of the test listens, including a path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** A source folder, or the files of one; those of `catalog.ts` by default. */
  readonly data?: string | Readonly<Record<string, string>> | undefined;
  readonly chosen?: Partial<Chosen>;
}

export async function buildFor({ data = catalogFiles, ...plan }: BuildFor): Promise<BuildResult> {
  const { host, out, baseUrl, chosen = {} } = plan;
  if (typeof data !== 'string') {
    return inFolder(async (folder) => {
      writeFiles(folder, data);
      return buildFor({ ...plan, data: folder });
    });
  }
  const { pageLinks, indexFile } = hosts[host];
  return runBuild({ data, out, chosen: { host, baseUrl, pageLinks, indexFile, pageSize, ...chosen } });
}

/** A file of each kind of the site around the API. */
const standIns = {
  'index.html': '<!doctype html><title>Courses</title>\n',
  'charts/index.html': '<!doctype html><title>Charts</title>\n',
  'docs/index.html': '<!doctype html><title>Reference</title>\n',
  'courses/0123456789abcdef0123456789abcdef/index.html': '<!doctype html><title>Course</title>\n',
  'providers/index.html': '<!doctype html><title>Providers</title>\n',
  'providers/1/page/2/index.html': '<!doctype html><title>Provider</title>\n',
  'providers/page/2/index.html': '<!doctype html><title>Providers</title>\n',
  'categories/index.html': '<!doctype html><title>Categories</title>\n',
  'categories/11/index.html': '<!doctype html><title>Category</title>\n',
  'languages/English/index.html': '<!doctype html><title>Language</title>\n',
  'pages.css': 'body { margin: 0 }\n',
  'pages.js': '{}\n',
  'embed/index.html': '<!doctype html><title>List</title>\n',
  'embed/course-list.js': 'export {};\n',
  'embed/page.js': 'export {};\n',
  'sitemap.xml': '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>\n',
  'sitemap-0.xml': '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>\n',
  'docs/assets/reference-0a1b2c3d.css': 'body { margin: 0 }\n',
  'openapi.json': '{}\n',
  'schemas/course.json': '{}\n',
  'search/index.json': '{}\n',
  'filters/courses.json': '{}\n',
  'filters/counts.json': '{}\n',
  'feeds/providers/1/feed.xml': '<feed xmlns="http://www.w3.org/2005/Atom"/>\n',
  'feed.xml': '<feed xmlns="http://www.w3.org/2005/Atom"/>\n',
  'courses.ics': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
  'dcat.jsonld': '{}\n',
  '.well-known/api-catalog': '{}\n',
  'build.json': '{}\n',
  'dumps/courses.ndjson.gz': '\x1f\x8b',
  'dumps/courses.csv': 'id\r\n',
  'dumps/courses.parquet': 'PAR1',
  'dumps/datapackage.json': '{}\n',
  'feed.json': '{"version":"https://jsonfeed.org/version/1.1"}\n',
} as const;

/** The same, with a placeholder for each kind of file around the API that the build did not write. */
export async function buildSiteFor(plan: BuildFor): Promise<void> {
  const all = { pages: true, dumps: ['ndjson', 'csv', 'parquet'] } as const;
  await buildFor({ ...plan, chosen: { ...all, ...plan.chosen } });
  const missing = Object.entries(standIns).filter(([path]) => fileLike(plan.out, path) === undefined);
  writeFiles(plan.out, Object.fromEntries(missing));
}

/** A file of a build for each kind around the API, by its path in the output folder. */
export function siteFilesIn(dist: string): string[] {
  const robots = existsSync(join(dist, 'robots.txt')) ? ['robots.txt'] : [];
  return [...Object.keys(standIns), ...robots].map((path) => {
    const found = fileLike(dist, path);
    if (found === undefined) throw new Error(`${dist} has no file like ${path}`);
    return found;
  });
}

/** The file itself, or another below its folder with the same extension; at the root only itself. */
function fileLike(dist: string, path: string): string | undefined {
  if (existsSync(join(dist, path))) return path;
  const [folder, extension] = [dirname(path), extname(path)];
  if (folder === '.' || path.endsWith('index.html') || !existsSync(join(dist, folder))) return undefined;
  const entries = readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' }).toSorted();
  const other = entries.find((entry) => extname(entry) === extension);
  return other === undefined ? undefined : `${folder}/${other}`;
}

/** Courses per page of its builds, so that its longest list has twelve pages and one with a foreign name has four. */
const pageSize = 2;

const providers = [
  { id: 1, name: 'Delft', external_id: 'crmid:12' },
  { id: 2, name: 'Universitetet i Oslo', external_id: '77' },
  { id: 3, name: 'Nobody' },
];

const categories = [
  {
    id: 10,
    name: 'Engineering',
    children: [
      { id: 11, name: 'Electronics', children: [{ id: 13, name: 'Circuits' }] },
      { id: 12, name: 'Energy / power' },
    ],
  },
  { id: 20, name: 'Arts' },
];

const courses = Array.from({ length: 24 }, (_, at) => ({
  id: at + 1,
  // Long enough that its pages are worth compressing.
  title: `Course ${at + 1} `.repeat(60).trim(),
  linkurl: `https://courses.example/${at + 1}`,
  provider: at % 2 === 0 ? 1 : 2,
  language: ['English', ...(at % 3 === 0 ? ['Español'] : []), ...(at === 23 ? ['中文'] : [])],
  date_published: `2024-05-${String(at + 1).padStart(2, '0')}`,
  author: at % 4 === 0 ? '' : 'Ada Lovelace; Kari Nordmann',
  categories: [[10], [11, 20], [13], []][at % 4],
  catalog_id: at % 5 === 0 ? null : 9000 + at,
}));

/** Its source files. */
export const catalogFiles: Readonly<Record<string, string>> = {
  'providers.json': JSON.stringify(providers),
  'categories.json': JSON.stringify(categories),
  'courses.json': JSON.stringify(courses),
};

/** The source files of a catalog whose courses are all in each of these languages. */
export function catalogIn(language: readonly string[], count: number): Record<string, string> {
  const course = { provider: 1, language, date_published: '2024-05-01' };
  // Long enough that its page is worth compressing.
  const title = 'Course '.repeat(200).trim();
  const records = Array.from({ length: count }, (_, at) => ({ ...course, id: at + 1, title, linkurl: `${at}` }));
  return {
    'providers.json': JSON.stringify([{ id: 1, name: 'Delft' }]),
    'categories.json': '[]',
    'courses.ndjson': records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  };
}

/** The site as the host needs it; `prefix` is the path of its base URL. */
export function siteOn(host: HostName, prefix = '', chosen: Partial<HostedSite> = {}): HostedSite {
  const { pageLinks, indexFile } = hosts[host];
  const features = {
    paths: allPublishedPaths,
    pages: true,
    frontPage: true,
    coursePages: true,
    dumps: false,
    journal: false,
  };
  return { ...features, baseUrl: `https://example.org${prefix}`, prefix, pageLinks, indexFile, out: 'dist', ...chosen };
}

/** The host's own files for such a site. */
export function filesOn(...site: Parameters<typeof siteOn>): readonly HostFile[] {
  const host: Host = hosts[site[0]];
  return host.files(siteOn(...site));
}
