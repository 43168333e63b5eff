// The site plan: what a build writes outside `api/v1`. Root files, files of the chosen host, HTML pages, and the user's public files.
import { readFileSync } from 'node:fs';
import type { Encoding } from '../api/http.ts';
import type { PageLinks } from '../api/paging.ts';
import type { IndexFile } from '../api/routes.ts';
import { problemAt, type Finding, type Problem } from '../problems.ts';
import { renderDataBlock } from './about/start-page.ts';
import type { DumpFile, DumpFormat } from './dumps/formats.ts';
import { siteFiles } from './site-files/files.ts';
import { assetsFolders, formatsOf, type PublishedFormat, type SiteParts } from './formats.ts';
import type { Host, HostFile, Site } from '../hosts/host.ts';
import { hosts, type HostName } from '../hosts/hosts.ts';
import type { PagesSite } from './course-pages/document.ts';
import { coursePagesFolder, providerPagesFolder, robotsFile, sitemapFile, stylesheetFile } from './course-pages/paths.ts';
import { renderStylesheet } from './course-pages/stylesheet.ts';
import { notesFor } from '../hosts/notes.ts';
import { renderPage } from './catalog-page/page.ts';
import { findPublic, hasPublicFile, type PublicOptions } from './site-files/public.ts';
import { pageFile, publishedFiles, schemasFolder } from './packaged.ts';

export interface SiteOptions extends PublicOptions {
  readonly host: HostName;
  /** Whether to write the catalog page, and all that comes with it. */
  readonly site: boolean;
  /** Whether to write a page for every course. */
  readonly coursePages: boolean;
  /** Formats of the files with the whole catalog. */
  readonly dumps: readonly DumpFormat[];
  readonly title: string;
  /** One sentence; may be empty. */
  readonly description: string;
  /** The colour of links and buttons, as `#rrggbb`. */
  readonly color: string;
  /** Address of the licence of the catalog itself. */
  readonly license: string | undefined;
  /** Undefined for a publisher with the name of the catalog. */
  readonly publisher: string | undefined;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly pageLinks: PageLinks;
  readonly indexFile: IndexFile;
  readonly precompress: readonly Encoding[];
  /** Whether the responses of the API go into packs. */
  readonly pack: boolean;
}

/** What to write outside `api/v1`, except the files of search and dumps. */
export interface SitePlan {
  /** Texts by path, without the final newline. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files to copy: source path by path in the output. */
  readonly copies: ReadonlyMap<string, string>;
  /** Paths of the documents, which are rendered once the catalog is read. */
  readonly documents: readonly string[];
  /** Renders the catalog page, given the files of the dumps; undefined if there is none. */
  readonly startPage: ((files: readonly DumpFile[]) => string) | undefined;
  readonly parts: SiteParts;
  /** Where people start: a path relative to the site root, which may be empty; undefined if there is no such page. */
  readonly homepage: string | undefined;
  /** What course pages depend on; undefined if there are none. */
  readonly pages: PagesSite | undefined;
  /** Number of rules in the host's files. */
  readonly rules: number;
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/** Plans the site for a host; writes nothing. */
export function planSite(options: SiteOptions): SitePlan {
  const { host: name, baseUrl, pageLinks, indexFile, out, site: hasPages, coursePages, dumps, pack } = options;
  const host: Host = hosts[name];
  const prefix = new URL(baseUrl).pathname.replace(/\/$/u, '');
  const hasOwnPage = hasPublicFile(pageFile, options);
  const frontPage = hasPages && !hasOwnPage;
  const site = {
    baseUrl,
    prefix,
    pageLinks,
    indexFile,
    out,
    site: hasPages,
    frontPage,
    coursePages,
    dumps: dumps.length > 0,
    pack,
  };
  const hostFiles: readonly HostFile[] = host.files(site);
  const pages = pagesOf(options, prefix);
  const texts = new Map([...siteFiles, ...hostFiles.map(({ path, text }) => [path, text] as const), ...pages.texts]);
  const isOurs = ({ path, isReplaceable }: PublishedFormat) => !isReplaceable || !hasPublicFile(path, options);
  const rendered = formatsOf(site).filter((format) => format.madeFrom === 'catalog' && isOurs(format));
  const documents = rendered.map(({ path }) => path);
  const hasRootPage = hasPages || hasOwnPage;
  const withoutRootPage = coursePages ? `${providerPagesFolder}/` : undefined;
  const startPage = frontPage ? pages.startPage : undefined;
  const own = [...texts.keys(), ...pages.copies.keys(), ...documents, ...(hasPages ? [pageFile] : [])];
  const found = findPublic(options, own, site);
  if (found.copies.has(robotsFile)) texts.delete(robotsFile);
  return {
    texts,
    copies: new Map([...pages.copies, ...found.copies]),
    documents,
    startPage,
    parts: site,
    homepage: hasRootPage ? '' : withoutRootPage,
    pages: coursePages ? { baseUrl, title: options.title, frontPage, startPage: hasRootPage } : undefined,
    rules: hostFiles.reduce((sum, { rules = 0 }) => sum + rules, 0),
    problems: [...found.problems, ...hostProblems(host, site, options), ...longCacheWarnings(host, site, found.copies)],
    notes: notesFor(host, site),
  };
}

/** The paths of everything in a plan; that of a folder which belongs to the build as a whole ends with a slash. */
export function pathsOf({ texts, copies, documents, startPage, pages }: SitePlan): string[] {
  const others = [...(startPage ? [pageFile] : []), ...(pages ? [`${coursePagesFolder}/`] : [])];
  return [...texts.keys(), ...copies.keys(), ...documents, ...others];
}

/** The schemas, the HTML pages if wanted, and what comes with course pages: texts and files to copy. */
function pagesOf(options: SiteOptions, prefix: string): Pick<SitePlan, 'texts' | 'copies' | 'startPage'> {
  const files = publishedFiles();
  const template = files.get(pageFile);
  files.delete(pageFile);
  const isWanted = ([path]: readonly [string, string]) => options.site || path.startsWith(`${schemasFolder}/`);
  const copies = new Map([...files].filter(isWanted));
  const texts = new Map(options.coursePages ? coursePagesTexts(options, prefix) : []);
  if (!options.site || template === undefined) return { texts, copies, startPage: undefined };
  const { stylePath, style, page } = renderPage(readFileSync(template, 'utf8'), options);
  const startPage = (downloads: readonly DumpFile[]) => page(renderDataBlock(options, downloads));
  return { texts: new Map([[stylePath, style], ...texts]), copies, startPage };
}

/** What comes with course pages and needs no catalog. Below a path of a host, nobody looks for `robots.txt`. */
function coursePagesTexts({ baseUrl, color }: SiteOptions, prefix: string): [path: string, text: string][] {
  const robots = `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/${sitemapFile}`;
  return [
    [stylesheetFile, renderStylesheet(color)],
    ...(prefix === '' ? [[robotsFile, robots] satisfies [string, string]] : []),
  ];
}

/** Public files in folders that hosts let browsers cache for a year, as if their names changed with their content. */
function longCacheWarnings(host: Host, { site }: Site, copies: ReadonlyMap<string, string>): Problem[] {
  if (!site || host.isLocal === true || host.can.headers === 'no') return [];
  const paths = [...copies].filter(([path]) => assetsFolders.some((folder) => path.startsWith(`${folder}/`)));
  return paths.map(([path, from]) => {
    const finding = `is published as ${path}, in a folder that browsers cache for a year`;
    const remedy = 'move it to another folder, or rename it whenever it changes';
    return problemAt(from, undefined, '', { level: 'warning', rule: 'public-file', finding, remedy });
  });
}

/** Options that the host does not support: warnings, or one error if the site cannot be served at all. */
function hostProblems(
  host: Host,
  { prefix, pageLinks, indexFile }: Site,
  { out, precompress, pack }: SiteOptions,
): Problem[] {
  if (pack && host.readsPacks !== true) {
    const finding = `the preset for ${host.title} has no code that can read files, so it cannot answer from packs`;
    return [problemAt(out, undefined, '', { rule: 'host-pack', finding })];
  }
  if (pack && precompress.length > 0) {
    const finding = 'packs hold no precompressed files';
    return [problemAt(out, undefined, '', { rule: 'host-pack', finding, remedy: 'omit --precompress' })];
  }
  const found: Omit<Finding, 'level'>[] = [];
  if (pageLinks === 'query' && host.can.pageQuery === 'no') {
    const finding = `${host.title} ignores ?page=: with --page-links query every link returns page 1, and a client that follows next never ends`;
    found.push({ rule: 'host-page-links', finding });
  }
  if (indexFile !== host.indexFile && (host.indexFile === 'index.html' || host.can.headers === 'no')) {
    const reason =
      host.indexFile === 'index.html'
        ? 'serves only index.html as the index file of a folder'
        : 'serves index.html as HTML, not as JSON';
    found.push({ rule: 'host-index-file', finding: `${host.title} ${reason}` });
  }
  const advice = prefix === '' ? undefined : host.prefixAdvice?.(prefix);
  if (advice !== undefined) {
    const finding = `the base URL has the path ${prefix}, which ${host.title} cannot map to the root of this folder`;
    found.push({ rule: 'host-prefix', finding, remedy: advice });
  }
  const ignored = precompress.filter((encoding) => !(host.sends ?? []).includes(encoding));
  if (ignored.length > 0) {
    found.push({
      rule: 'host-precompress',
      finding: `${host.title} does not send precompressed ${ignored.join(' and ')} files`,
    });
  }
  return found.map((one) => problemAt(out, undefined, '', { ...one, level: 'warning' }));
}
