// The site plan: which files a build puts outside `api/v1`: those that every host gets, those of the chosen host, the pages, and the person's own.
import { readFileSync } from 'node:fs';
import type { Encoding } from '../api/http.ts';
import type { PageLinks } from '../api/paging.ts';
import type { IndexFile } from '../api/routes.ts';
import { problemAt, type Finding, type Problem } from '../problems.ts';
import { documentsOf } from './documents.ts';
import { siteFiles } from './files.ts';
import type { Host, HostFile, Site } from './hosts/host.ts';
import { hosts, type HostName } from './hosts/hosts.ts';
import { notesFor } from './hosts/notes.ts';
import { assetsFolders } from './hosts/site-rules.ts';
import { renderPage } from './page.ts';
import { findPublic, hasFrontPage, type PublicOptions } from './public.ts';
import { pageFile, publishedFiles, schemasFolder } from './published.ts';

export interface SiteOptions extends PublicOptions {
  readonly host: HostName;
  /** Whether there are pages for people. */
  readonly site: boolean;
  /** What the site is called, and a sentence on it. */
  readonly title: string;
  readonly description: string;
  /** Of links and buttons, as `#rrggbb`. */
  readonly color: string;
  /** Without a last slash. */
  readonly baseUrl: string;
  readonly pageLinks: PageLinks;
  readonly indexFile: IndexFile;
  readonly precompress: readonly Encoding[];
}

/** What is to be written outside `api/v1`, search files apart. */
export interface SitePlan {
  /** Texts by path, without the line end that each gets. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files to copy: their path in the output, and where they are. */
  readonly copies: ReadonlyMap<string, string>;
  /** Paths of what is made once the catalog is read. */
  readonly documents: readonly string[];
  /** Whether the page at the root is ours. */
  readonly frontPage: boolean;
  /** Rules in the host's own files. */
  readonly rules: number;
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/** Plans the site for a host; nothing is written. */
export function planSite(options: SiteOptions): SitePlan {
  const { host: name, baseUrl, pageLinks, indexFile, out, site: hasPages } = options;
  const host: Host = hosts[name];
  const prefix = new URL(baseUrl).pathname.replace(/\/$/u, '');
  const frontPage = hasPages && !hasFrontPage(options);
  const site = { baseUrl, prefix, pageLinks, indexFile, out, site: hasPages, frontPage };
  const hostFiles: readonly HostFile[] = host.files(site);
  const pages = pagesOf(options);
  const texts = new Map([...siteFiles, ...hostFiles.map(({ path, text }) => [path, text] as const), ...pages.texts]);
  const documents = documentsOf(hasPages).map(({ path }) => path);
  const found = findPublic(options, [...texts.keys(), ...pages.copies.keys(), ...documents]);
  if (!frontPage) texts.delete(pageFile);
  return {
    texts,
    copies: new Map([...pages.copies, ...found.copies]),
    documents,
    frontPage,
    rules: hostFiles.reduce((sum, { rules = 0 }) => sum + rules, 0),
    problems: [...found.problems, ...hostWarnings(host, site, options), ...keptForLong(host, site, found.copies)],
    notes: notesFor(host, site),
  };
}

/** The paths of everything that a plan names, the list of them apart. */
export function pathsOf({ texts, copies, documents }: SitePlan): string[] {
  return [...texts.keys(), ...copies.keys(), ...documents];
}

/** The schemas, and the pages for people where they are wanted: texts, and files to copy. */
function pagesOf(options: SiteOptions): Pick<SitePlan, 'texts' | 'copies'> {
  const files = publishedFiles();
  const template = files.get(pageFile);
  files.delete(pageFile);
  const isWanted = ([path]: readonly [string, string]) => options.site || path.startsWith(`${schemasFolder}/`);
  const texts =
    options.site && template !== undefined ? renderPage(readFileSync(template, 'utf8'), options) : new Map();
  return { texts, copies: new Map([...files].filter(isWanted)) };
}

/** Files of the person's own where hosts are told that names change with content. */
function keptForLong(host: Host, { site }: Site, copies: ReadonlyMap<string, string>): Problem[] {
  if (!site || host.isLocal === true || host.can.headers === 'no') return [];
  const paths = [...copies].filter(([path]) => assetsFolders.some((folder) => path.startsWith(`${folder}/`)));
  return paths.map(([path, from]) => {
    const finding = `is published as ${path}, and browsers keep what is in that folder for a year`;
    const remedy = 'put it into another folder, or give it another name whenever it changes';
    return problemAt(from, undefined, '', { level: 'warning', rule: 'public-file', finding, remedy });
  });
}

/** What the host will not do with what was asked for. */
function hostWarnings(
  host: Host,
  { prefix, pageLinks, indexFile }: Site,
  { out, precompress }: SiteOptions,
): Problem[] {
  const found: Omit<Finding, 'level'>[] = [];
  if (pageLinks === 'query' && host.can.pageQuery === 'no') {
    const finding = `${host.title} ignores ?page=: with --page-links query every page answers page 1, and who follows the links never ends`;
    found.push({ rule: 'host-page-links', finding });
  }
  if (indexFile !== host.indexFile && (host.indexFile === 'index.html' || host.can.headers === 'no')) {
    const reason =
      host.indexFile === 'index.html' ? 'answers for a folder with index.html only' : 'types index.html as HTML';
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
      finding: `${host.title} does not send ${ignored.join(' and ')} files of ours`,
    });
  }
  return found.map((one) => problemAt(out, undefined, '', { ...one, level: 'warning' }));
}
