// A build for a host, with the preset's own form of links and index file by default.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { hosts, type HostName } from '../../src/hosts/hosts.ts';
import type { BuildResult } from '../../src/pipeline/options.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { inFolder, writeFiles } from '../folders.ts';
import { catalogFiles, pageSize } from './catalog.ts';

export interface BuildFor {
  readonly host: HostName;
  readonly out: string;
  /** Where the server of the test listens, including a path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** A source folder, or the files of one; those of `catalog.ts` by default. */
  readonly data?: string | Readonly<Record<string, string>>;
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
  'docs/index.html': '<!doctype html><title>Reference</title>\n',
  'courses/0123456789abcdef0123456789abcdef/index.html': '<!doctype html><title>Course</title>\n',
  'providers/index.html': '<!doctype html><title>Providers</title>\n',
  'providers/1/page/2/index.html': '<!doctype html><title>Provider</title>\n',
  'pages.css': 'body { margin: 0 }\n',
  'sitemap.xml': '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>\n',
  'sitemap-0.xml': '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>\n',
  'docs/assets/reference-0a1b2c3d.css': 'body { margin: 0 }\n',
  'assets/page-0a1b2c3d.js': 'export {};\n',
  'assets/page-0a1b2c3d.css': 'body { margin: 0 }\n',
  'assets/icon-0a1b2c3d.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  'openapi.json': '{}\n',
  'schemas/course.json': '{}\n',
  'search/index.json': '{}\n',
  'facets/courses.json': '{}\n',
  'charts.json': '{}\n',
  'feed.xml': '<feed xmlns="http://www.w3.org/2005/Atom"/>\n',
  'dcat.jsonld': '{}\n',
  '.well-known/api-catalog': '{}\n',
  'dumps/courses.ndjson.gz': '\x1f\x8b',
  'dumps/courses.csv': 'id\r\n',
  'dumps/courses.parquet': 'PAR1',
  'dumps/datapackage.json': '{}\n',
  'feed.json': '{"version":"https://jsonfeed.org/version/1.1"}\n',
} as const;

/** The same, with a placeholder for each kind of file around the API that the build did not write. */
export async function buildSiteFor(plan: BuildFor): Promise<void> {
  const all = { site: true, coursePages: true, dumps: ['ndjson', 'csv', 'parquet'] } as const;
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
