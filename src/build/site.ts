// The site around the API: what a build puts outside `api/v1` — the files that every host gets, those of the host, those of the person.
import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Encoding } from '../api/http.ts';
import type { PageLinks } from '../api/paging.ts';
import { apiRoot, type IndexFile } from '../api/routes.ts';
import { manifestFile, manifestText } from '../output/manifest.ts';
import { isInside, realPath } from '../output/target.ts';
import type { Writer } from '../output/writer.ts';
import { problemAt, quoteText, type Finding, type Problem } from '../problems.ts';
import { siteFiles } from '../site/files.ts';
import type { Host, HostFile, Site } from '../site/hosts/host.ts';
import { hosts, type HostName } from '../site/hosts/hosts.ts';

export interface SiteOptions {
  /** The source folder. */
  readonly data: string;
  /** The output folder. */
  readonly out: string;
  readonly host: HostName;
  /** Without a last slash. */
  readonly baseUrl: string;
  readonly pageLinks: PageLinks;
  readonly indexFile: IndexFile;
  readonly precompress: readonly Encoding[];
  /** Files to be published as they are; undefined for `public` beside the source folder, where there is one. */
  readonly public: string | undefined;
}

/** What is to be written outside `api/v1`. */
export interface SitePlan {
  /** Texts by path, without the line end that each gets. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files to copy: their path in the output, and where they are. */
  readonly copies: ReadonlyMap<string, string>;
  /** Rules in the host's own files. */
  readonly rules: number;
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/** Plans the site for a host; nothing is written. */
export function planSite(options: SiteOptions): SitePlan {
  const { host: name, baseUrl, pageLinks, indexFile, out } = options;
  const host: Host = hosts[name];
  const site = { baseUrl, prefix: new URL(baseUrl).pathname.replace(/\/$/u, ''), pageLinks, indexFile, out };
  const hostFiles: readonly HostFile[] = host.files(site);
  const texts = new Map([...siteFiles, ...hostFiles.map(({ path, text }) => [path, text] as const)]);
  const { copies, problems } = findPublic(options, texts);
  return {
    texts,
    copies,
    rules: hostFiles.reduce((sum, { rules = 0 }) => sum + rules, 0),
    problems: [...problems, ...hostWarnings(host, site, options)],
    notes: host.notes(site),
  };
}

/** The paths of everything that a plan writes, the list of them apart. */
export function rootFilesOf({ texts, copies }: SitePlan): string[] {
  return [...texts.keys(), ...copies.keys()];
}

/** Writes what was planned. */
export function writeSite(plan: SitePlan, writer: Writer): void {
  const { texts, copies } = plan;
  for (const [path, text] of texts) writer.write(path, text);
  for (const [path, from] of copies) writer.copy(from, path);
  writer.write(manifestFile, manifestText(rootFilesOf(plan)));
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
  if (prefix !== '' && host.prefixAdvice !== undefined) {
    const finding = `the base URL has the path ${prefix}, which ${host.title} cannot map to the root of this folder`;
    found.push({ rule: 'host-prefix', finding, remedy: host.prefixAdvice });
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

/** The files of the public folder, and what is wrong with them. */
function findPublic(
  options: SiteOptions,
  texts: ReadonlyMap<string, string>,
): { copies: Map<string, string>; problems: Problem[] } {
  const folder = options.public ?? join(options.data, '..', 'public');
  const problem = (path: string, found: Finding) => problemAt(path, undefined, '', found);
  const refused = folderProblem(folder, options);
  if (refused !== undefined) {
    // Nobody asked for the folder that is looked for unasked: it may be missing, or be what is written.
    const problems = options.public === undefined ? [] : [problem(folder, { rule: 'public-folder', finding: refused })];
    return { copies: new Map(), problems };
  }
  const paths = filesIn(folder);
  const problems = paths.flatMap((path) => {
    const finding = isFile(join(folder, path)) ? refusalOf(path, texts) : 'is a link that leads to no file';
    return finding === undefined ? [] : [problem(join(folder, path), { rule: 'public-file', finding })];
  });
  return { copies: new Map(paths.map((path) => [path, join(folder, path)])), problems };
}

function folderProblem(folder: string, { data, out }: SiteOptions): string | undefined {
  const entry = statSync(folder, { throwIfNoEntry: false });
  if (!entry) return 'is not there';
  if (!entry.isDirectory()) return 'is not a folder';
  const mixed = [out, data].find((other) => areMixed(folder, other));
  return mixed === undefined ? undefined : `is not apart from ${mixed}`;
}

/** The path of everything below a folder that is no folder itself, whatever it is called. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .toSorted();
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function refusalOf(path: string, texts: ReadonlyMap<string, string>): string | undefined {
  if (texts.has(path) || path === manifestFile) return 'has the name of a file that the build writes itself';
  if (`${path}/`.startsWith(`${apiRoot}/`)) return `stands where the API is written, ${apiRoot}`;
  const above = [...texts.keys()].find((one) => path.startsWith(`${one}/`) || one.startsWith(`${path}/`));
  if (above !== undefined) return `stands in the way of a file that the build writes itself, ${above}`;
  if (apiRoot.startsWith(`${path}/`)) return `stands in the way of the API, ${apiRoot}`;
  return /\p{Cc}/u.test(path) ? `has a control character in its name, ${quoteText(path)}` : undefined;
}

function areMixed(one: string, other: string): boolean {
  const [a, b] = [realPath(one), realPath(other)];
  return a === b || isInside(a, b) || isInside(b, a);
}
