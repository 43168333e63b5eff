// Host: the type of a preset, and the notes of each. `hosts.ts` is the table of all presets.
import type { Encoding } from '../api/http.ts';
import { apiRoot, type IndexFile } from '../api/routes.ts';
import type { PageLinks } from '../api/paging.ts';
import type { SitePaths, SiteFeatures } from '../api/published-paths.ts';
import { shellWord } from '../text/shell.ts';

/** The site to publish, as far as a host's files depend on it. */
export interface HostedSite extends SitePaths {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The path of the base URL, percent-encoded, without a trailing slash: empty, or `/repo`. */
  readonly prefix: string;
  readonly pageLinks: PageLinks;
  readonly indexFile: IndexFile;
  /** The output folder as the user wrote it; for notes only. */
  readonly out: string;
}

/** The parts of the API that a host supports. */
export interface Capabilities {
  /** `?page=n` returns page n. */
  readonly pageQuery: Support;
  /** `Content-Type`, `Vary` and CORS on every response. */
  readonly headers: Support;
  /** Unknown addresses return 404 with a JSON body, sent as JSON. */
  readonly jsonNotFound: Support;
  /** Other methods return 405 with a JSON body and `Allow`. */
  readonly methodNotAllowed: Support;
  /** OPTIONS returns 200 or 204 with `Allow`. */
  readonly options: Support;
}

type Support = 'yes' | 'no' | 'partly';

/** Hosts that run generated code or rules on every request. */
export const fullSupport = {
  pageLinks: 'query',
  indexFile: 'index.json',
  capabilities: { pageQuery: 'yes', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'yes', options: 'yes' },
  budget: [],
  notFoundPage: '404.html',
} as const satisfies Partial<Host>;

/** Hosts that send files with the headers of their configuration, and `index.html` only for a folder. */
export const headersByConfiguration = {
  pageLinks: 'path',
  indexFile: 'index.html',
  capabilities: { pageQuery: 'no', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'no', options: 'no' },
} as const satisfies Partial<Host>;

/** Hosts that send files and nothing else. */
export const filesOnly = {
  notFoundPage: '404.html',
  pageLinks: 'path',
  indexFile: 'index.json',
  capabilities: { pageQuery: 'no', headers: 'no', jsonNotFound: 'partly', methodNotAllowed: 'no', options: 'no' },
} as const satisfies Partial<Host>;

/** The folder of configuration files in the output, which are for the operator and never published. */
export const configurationFolder = '_hosts';

/** What a limit counts: `entries` files and folders, `folder` the entries of one folder, `rules` those in the host's own files. */
export type Measure = 'files' | 'entries' | 'bytes' | 'file' | 'folder' | 'rules';

export interface Limit {
  readonly measure: Measure;
  readonly most: number;
  /** The plan that this limit applies to, if a paid plan lifts it. Exceeding it is a warning, not an error. */
  readonly plan?: string;
  /** Another service of the same vendor without this limit, in words. */
  readonly alternative?: string;
}

/** A generated file for the host; its text has no final newline. */
export interface HostFile {
  /** Relative to the output folder. */
  readonly path: string;
  readonly text: string;
  /** The end of `text`; may be empty. The lines of a public file of this name are inserted before it. Without it, they have no place. */
  readonly before?: string;
  /** Number of rules in it, if the host limits them. */
  readonly rules?: number;
}

export interface Host {
  /** As the vendor writes it. */
  readonly title: string;
  /** An example of the address that the host gives to a site without a domain. Undefined if it gives none. */
  readonly exampleAddress?: string;
  /** Whether it only serves a build on this machine. */
  readonly isLocal?: true;
  /** The default form of page links. */
  readonly pageLinks: PageLinks;
  /** The default name of index files. */
  readonly indexFile: IndexFile;
  readonly capabilities: Capabilities;
  /** The evidence for `capabilities`: a server or the vendor's own engine that the tests run, or the vendor's documentation. */
  readonly evidence: { readonly kind: 'server' | 'engine' | 'documents'; readonly by: string };
  /** Encodings of the precompressed files that the host sends; default none. */
  readonly precompressedEncodings?: readonly Encoding[];
  /** Encodings in which the generated configuration compresses API responses without a precompressed file; default none. */
  readonly dynamicEncodings?: readonly Encoding[];
  /**
   * The path of the HTML page that the host sends at missing addresses. Below the API it sends JSON there, or the same file as `text/html`,
   * which no client of the API takes for JSON. Undefined if it can do neither.
   */
  readonly notFoundPage?: '404.html' | 'not-found.html' | undefined;
  /** Limits in words, for users who choose a host; empty if there are none worth mentioning. */
  readonly limitsText: string;
  readonly budget: readonly Limit[];
  /** What to do if the output folder cannot be published unchanged under the path of the base URL (`HostedSite.prefix`); undefined if it can. */
  readonly prefixAdvice?: (prefix: string) => string | undefined;
  readonly files: (site: HostedSite) => readonly HostFile[];
  /** Files in which the host reads the user's own settings, beside the generated `files` that have a place for them. */
  readonly settingsFiles?: readonly string[];
  /** Where users put their own settings, in words, if a file of the host has no place for them. */
  readonly ownSettings?: string;
  /** Next steps, one to three lines; `notesFor` adds how to verify the result. */
  readonly notes: (site: HostedSite) => readonly string[];
}

/** The path below which everything belongs to the API, unknown addresses included: `/api/`. */
export function topOfApi({ prefix }: Pick<HostedSite, 'prefix'>): string {
  return `${prefix}/${apiRoot.replace(/\/.*/u, '')}/`;
}

/** The file that a host sends at a missing address outside the API: an HTML page if the host can and the site has pages. */
export function notFoundFile({ notFoundPage }: Pick<Host, 'notFoundPage'>, { pages }: SiteFeatures) {
  return notFoundPage !== undefined && pages ? notFoundPage : '404.json';
}

/** The next steps after a build, one line each: the host's own notes, then how to verify the published API. */
export function notesFor(host: Host, site: HostedSite): string[] {
  const steps = host.notes(site);
  return host.isLocal ? [...steps] : [...steps, verifyNote(site)];
}

/** How to check the result. */
export function verifyNote({ baseUrl }: Pick<HostedSite, 'baseUrl'>): string {
  return `Verify it: npx --no static-course-catalog verify ${shellWord(baseUrl)}`;
}
