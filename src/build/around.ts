// The site around the API: what a build puts outside `api/v1` — the files that every host gets, those of the host, those of the person.
import type { Encoding } from '../api/http.ts';
import type { PageLinks } from '../api/paging.ts';
import type { IndexFile } from '../api/routes.ts';
import { manifestFile, manifestText } from '../output/manifest.ts';
import type { Writer } from '../output/writer.ts';
import { problemAt, type Finding, type Problem } from '../problems.ts';
import { siteFiles } from '../site/files.ts';
import type { Host, HostFile, Site } from '../site/hosts/host.ts';
import { hosts, type HostName } from '../site/hosts/hosts.ts';
import { notesFor } from '../site/hosts/notes.ts';
import { findPublic, type PublicOptions } from './public.ts';

export interface SiteOptions extends PublicOptions {
  readonly host: HostName;
  /** Without a last slash. */
  readonly baseUrl: string;
  readonly pageLinks: PageLinks;
  readonly indexFile: IndexFile;
  readonly precompress: readonly Encoding[];
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
  const { copies, problems } = findPublic(options, [...texts.keys()]);
  return {
    texts,
    copies,
    rules: hostFiles.reduce((sum, { rules = 0 }) => sum + rules, 0),
    problems: [...problems, ...hostWarnings(host, site, options)],
    notes: notesFor(host, site),
  };
}

/** The paths of everything that a plan writes, the list of them apart. */
export function pathsOf({ texts, copies }: SitePlan): string[] {
  return [...texts.keys(), ...copies.keys()];
}

/** Writes what was planned. */
export function writeSite(plan: SitePlan, writer: Writer): void {
  const { texts, copies } = plan;
  for (const [path, text] of texts) writer.write(path, text);
  for (const [path, from] of copies) writer.copy(from, path);
  writer.write(manifestFile, manifestText(pathsOf(plan)));
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
