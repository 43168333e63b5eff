// The plan of a site: what a build writes beside its courses, and what is wrong with it, as far as that is known before its source is read.
import {
  assetsFolders,
  fixedStart,
  publishedFile,
  pageFile,
  publishedPaths,
  type PublishedPath,
} from '../api/published-paths.ts';
import { notesFor, type Host, type HostedSite } from '../hosts/host.ts';
import { hosts } from '../hosts/hosts.ts';
import { fileProblem, type Finding, type Problem } from '../text/problems.ts';
import { publicFolderOf, type OutputSite, type SiteOptions } from './site-options.ts';
import type { FileContent } from './output.ts';
import { allPublishedPaths, outputDeclarations, ownedFoldersOf } from './declarations.ts';
import { withOwnLines } from './site-files/own-lines.ts';
import { findPublic, hasPublicFile } from './site-files/public-files.ts';
import { apiRoot } from '../api/routes.ts';
import { quoteText } from '../text/quote.ts';
import { isWebAddress } from '../text/web-address.ts';

export type SitePlan = ReturnType<typeof planSite>;

/** Plans what to write outside `api/v1`, except the files that are made from courses. Writes nothing. */
export function planSite(options: SiteOptions) {
  const { out } = options;
  const host: Host = hosts[options.host];
  const site = siteOf(options, host);
  const { hosted } = site;
  const fixedFiles = new Map<string, FileContent>(
    outputDeclarations.flatMap((output) => (output.isWanted(hosted) ? [...(output.fixedFiles?.(site) ?? [])] : [])),
  );
  const isOurs = (published: PublishedPath) =>
    !published.isReplaceable || !hasPublicFile(publishedFile(published), options);
  const fromCatalog = publishedPaths(hosted).filter(
    (published) => published.madeFrom === 'catalog' && isOurs(published),
  );
  const catalogPaths = new Set(fromCatalog.map(publishedFile));
  const publicFiles = findPublic(options, [...fixedFiles.keys(), ...catalogPaths], hosted, host);
  for (const [path, from] of publicFiles.copies) fixedFiles.set(path, { copyOf: from });
  const fromCourses = publishedPaths(hosted).filter(({ madeFrom }) => madeFrom === 'courses');
  const optionProblems = Array.from(
    missingFiles(options, [...fixedFiles.keys(), ...catalogPaths], fromCourses),
    (finding) => fileProblem(publicFolderOf(options), { rule: 'public-file', ...finding }),
  );
  const hostProblems = Array.from(hostFindings(host, hosted, options), (finding) => fileProblem(out, finding));
  const warnings = [
    ...longCacheWarnings(host, hosted, publicFiles.copies),
    ...unreadWarnings(host, hosted, publicFiles.copies),
  ];
  return {
    ...site,
    /** The content of files that need no catalog, by path. */
    fixedFiles,
    /** Paths of the files that are made from the whole catalog, once it is read. */
    catalogPaths,
    /** Number of rules in the host's files. */
    rules: site.hostFiles.reduce((sum, { rules = 0 }) => sum + rules, 0),
    problems: [...publicFiles.problems, ...optionProblems, ...hostProblems, ...warnings],
    notes: notesFor(host, hosted),
  };
}

/** The site as its outputs see it. */
function siteOf(options: SiteOptions, host: Host): OutputSite {
  const { baseUrl, pageLinks, indexFile, out, pages, dumps, journal } = options;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/u, '');
  const hasOwnFrontPage = hasPublicFile(pageFile, options);
  const features = {
    pages,
    frontPage: pages && !hasOwnFrontPage,
    coursePages: pages && options.coursePages,
    dumps: dumps.length > 0,
    journal: journal !== undefined,
  };
  const hosted = { ...features, baseUrl, prefix, pageLinks, indexFile, out, paths: allPublishedPaths };
  const hasHomepage = pages || hasOwnFrontPage;
  const hostFiles = host.files(hosted).map((file) => withOwnLines(file, options));
  return { options, fields: options.fields, features, hosted, hostFiles, hasHomepage };
}

/** The paths of everything in a plan; that of a folder which belongs to the build as a whole ends with a slash. */
export function plannedPaths({ fixedFiles, catalogPaths, hosted }: SitePlan): string[] {
  return [
    ...fixedFiles.keys(),
    ...catalogPaths,
    ...ownedFoldersOf(outputDeclarations.filter((output) => output.isWanted(hosted))),
  ];
}

/** The logo and the links of the footer, as far as nothing is published there. `paths` are known files, `patterns` those of files to come. */
function* missingFiles(options: SiteOptions, paths: readonly string[], patterns: readonly PublishedPath[]) {
  const { logo, footerLinks } = options;
  if (logo !== undefined && !hasPublicFile(logo, options)) {
    const remedy = 'put the logo there, or name another file (--logo)';
    yield { finding: `has no file ${logo}, the logo`, remedy };
  }
  for (const { label, address } of footerLinks) {
    if (isWebAddress(address) || address.startsWith(`${apiRoot}/`)) continue;
    const files = [address, `${address.replace(/\/$/u, '')}/${pageFile}`];
    const isToCome = (published: PublishedPath) => files.some((file) => file.startsWith(fixedStart(published)));
    if (files.some((file) => paths.includes(file)) || patterns.some(isToCome)) continue;
    const remedy = 'put the page there, or give the link another address (--footer-links)';
    yield { finding: `has no file ${address}, the page of the link ${quoteText(label)}`, remedy };
  }
}

/** Public files in folders that hosts let browsers cache for a year, as if their names changed with their content. */
function longCacheWarnings(host: Host, site: HostedSite, copies: ReadonlyMap<string, string>): Problem[] {
  if (host.isLocal === true || host.capabilities.headers === 'no') return [];
  const folders = assetsFolders(site);
  const paths = [...copies].filter(([path]) => folders.some((folder) => path.startsWith(`${folder}/`)));
  return paths.map(([path, from]) => {
    const finding = `is published as ${path}, in a folder that browsers cache for a year`;
    const remedy = 'move it to another folder, or rename it whenever it changes';
    return fileProblem(from, { level: 'warning', rule: 'public-file', finding, remedy });
  });
}

/** Public files with settings that only other hosts read. */
function unreadWarnings(host: Host, site: HostedSite, copies: ReadonlyMap<string, string>): Problem[] {
  if (host.isLocal === true) return [];
  const withPlace = host.files(site).flatMap(({ path, before }) => (before === undefined ? [] : [path]));
  const read = [...withPlace, ...(host.settingsFiles ?? [])];
  const instead = read.length === 0 ? 'remove it' : `write such rules into ${read.join(' or ')}, in the public folder`;
  return ['_redirects', '_headers', '.htaccess'].flatMap((path) => {
    const from = copies.get(path);
    if (from === undefined || read.includes(path)) return [];
    const finding = `has no effect: ${host.title} reads no settings from it`;
    return [fileProblem(from, { level: 'warning', rule: 'public-file', finding, remedy: host.ownSettings ?? instead })];
  });
}

/** Options that the host does not support: warnings, or one error if the site cannot be served at all. */
function* hostFindings(host: Host, site: HostedSite, { precompress }: SiteOptions): Generator<Finding> {
  const { prefix, pageLinks, indexFile } = site;
  const level = 'warning';
  if (pageLinks === 'query' && host.capabilities.pageQuery === 'no') {
    const finding = `${host.title} ignores ?page=: with --page-links query every link returns page 1, and a client that follows next never ends`;
    yield { level, rule: 'host-page-links', finding };
  }
  if (indexFile !== host.indexFile && (host.indexFile === 'index.html' || host.capabilities.headers === 'no')) {
    const reason =
      host.indexFile === 'index.html'
        ? 'serves only index.html as the index file of a folder'
        : 'serves index.html as HTML, not as JSON';
    yield { level, rule: 'host-index-file', finding: `${host.title} ${reason}` };
  }
  const advice = prefix === '' ? undefined : host.prefixAdvice?.(prefix);
  if (advice !== undefined) {
    const finding = `the base URL has the path ${prefix}, which ${host.title} cannot map to the root of this folder`;
    yield { level, rule: 'host-prefix', finding, remedy: advice };
  }
  const ignored = precompress.filter((encoding) => !(host.precompressedEncodings ?? []).includes(encoding));
  if (ignored.length > 0) {
    const finding = `${host.title} does not send precompressed ${ignored.join(' and ')} files`;
    yield { level, rule: 'host-precompress', finding };
  }
}
