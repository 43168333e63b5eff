// The plan of a site: what a build writes beside its courses, as far as that is known before its source is read.
import { formatFile, publishedFormats, pageFile, type PublishedFormat } from '../api/formats.ts';
import { notesFor, type Host } from '../hosts/host.ts';
import { hosts } from '../hosts/hosts.ts';
import { fileProblem, type Problem } from '../problems.ts';
import type { OutputSite, SiteOptions } from './build-options.ts';
import { listsFolders } from './static-pages/paths.ts';
import type { FileContent } from './output.ts';
import { formats, rows, wholeFoldersOf } from './rows.ts';
import { findPublic, hasPublicFile, publicFolderOf } from './site-files/public-files.ts';
import { hostFindings, longCacheWarnings, missingFiles } from './site-problems.ts';

/** What to write outside `api/v1`, but for the files that are made from courses. */
export interface SitePlan extends OutputSite {
  /** The content of files that need no catalog, by path. */
  readonly ready: ReadonlyMap<string, FileContent>;
  /** Paths of the documents, which are made once the catalog is read. */
  readonly documents: ReadonlySet<string>;
  /** Number of rules in the host's files. */
  readonly rules: number;
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/** Plans the site for a host; writes nothing. */
export function planSite(options: SiteOptions): SitePlan {
  const { out } = options;
  const host: Host = hosts[options.host];
  const site = siteOf(options, host);
  const { parts } = site;
  const ready = new Map(rows.flatMap((row) => (row.isWanted(parts) ? [...(row.ready?.(site) ?? [])] : [])));
  const isOurs = (format: PublishedFormat) => !format.isReplaceable || !hasPublicFile(formatFile(format), options);
  const fromCatalog = publishedFormats(parts).filter((format) => format.madeFrom === 'catalog' && isOurs(format));
  const documents = new Set(fromCatalog.map(formatFile));
  const publicFiles = findPublic(options, [...ready.keys(), ...documents], parts);
  for (const [path, from] of publicFiles.copies) ready.set(path, { copyOf: from });
  const fromCourses = publishedFormats(parts).filter(({ madeFrom }) => madeFrom === 'courses');
  const ofOptions = Array.from(missingFiles(options, [...ready.keys(), ...documents], fromCourses), (finding) =>
    fileProblem(publicFolderOf(options), { rule: 'public-file', ...finding }),
  );
  const ofHost = Array.from(hostFindings(host, parts, options), (finding) => fileProblem(out, finding));
  const ofCache = longCacheWarnings(host, parts, publicFiles.copies);
  return {
    ...site,
    ready,
    documents,
    rules: site.hostFiles.reduce((sum, { rules = 0 }) => sum + rules, 0),
    problems: [...publicFiles.problems, ...ofOptions, ...ofHost, ...ofCache],
    notes: notesFor(host, parts),
  };
}

/** The site as its outputs see it. */
function siteOf(options: SiteOptions, host: Host): OutputSite {
  const { baseUrl, pageLinks, indexFile, out, site, coursePages, dumps, journal, pack } = options;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/u, '');
  const hasOwnPage = hasPublicFile(pageFile, options);
  const parts = {
    baseUrl,
    prefix,
    pageLinks,
    indexFile,
    out,
    pack,
    formats,
    site,
    frontPage: site && !hasOwnPage,
    coursePages,
    dumps: dumps.length > 0,
    journal: journal !== undefined,
  };
  const hasStartPage = site || hasOwnPage;
  const homepage = hasStartPage ? '' : coursePages ? `${listsFolders.provider}/` : undefined;
  return { options, parts, hostFiles: host.files(parts), hasStartPage, homepage };
}

/** The paths of everything in a plan; that of a folder which belongs to the build as a whole ends with a slash. */
export function pathsOf({ ready, documents, parts }: SitePlan): string[] {
  return [...ready.keys(), ...documents, ...wholeFoldersOf(rows.filter((row) => row.isWanted(parts)))];
}
