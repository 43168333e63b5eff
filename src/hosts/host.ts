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
export interface Abilities {
  /** `?page=n` returns page n. */
  readonly pageQuery: Ability;
  /** `Content-Type`, `Vary` and CORS on every response. */
  readonly headers: Ability;
  /** Unknown addresses return 404 with a JSON body, sent as JSON. */
  readonly jsonNotFound: Ability;
  /** Other methods return 405 with a JSON body and `Allow`. */
  readonly methodNotAllowed: Ability;
  /** OPTIONS returns 200 or 204 with `Allow`. */
  readonly options: Ability;
}

type Ability = 'yes' | 'no' | 'partly';

/** Hosts that run generated code or rules on every request. */
export const fullSupport = {
  pageLinks: 'query',
  indexFile: 'index.json',
  can: { pageQuery: 'yes', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'yes', options: 'yes' },
  budget: [],
  notFoundPage: '404.html',
} as const satisfies Partial<Host>;

/** Hosts that send files with the headers of their configuration, and `index.html` only for a folder. */
export const headersByConfiguration = {
  pageLinks: 'path',
  indexFile: 'index.html',
  can: { pageQuery: 'no', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'no', options: 'no' },
} as const satisfies Partial<Host>;

/** Hosts that send files and nothing else. */
export const filesOnly = {
  notFoundPage: '404.html',
  pageLinks: 'path',
  indexFile: 'index.json',
  can: { pageQuery: 'no', headers: 'no', jsonNotFound: 'partly', methodNotAllowed: 'no', options: 'no' },
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
  /** The end of the text, before which the lines of a public file of this name are inserted; may be empty. Without it there is no place. */
  readonly before?: string;
  /** Number of rules in it, if the host limits them. */
  readonly rules?: number;
}

export interface Host {
  /** As the vendor writes it. */
  readonly title: string;
  /** The form of the addresses that it gives to sites without a domain. Undefined if it gives none. */
  readonly exampleAddress?: string;
  /** Whether it only serves a build on this machine. */
  readonly isLocal?: true;
  /** The default form of page links. */
  readonly pageLinks: PageLinks;
  /** The default name of index files. */
  readonly indexFile: IndexFile;
  readonly can: Abilities;
  /** The evidence for `can`: a server or the vendor's own engine that the tests run, or the vendor's documentation. */
  readonly proof: { readonly kind: 'server' | 'engine' | 'documents'; readonly by: string };
  /** Encodings whose precompressed files the host sends; default none. */
  readonly sends?: readonly Encoding[];
  /** Encodings in which the generated configuration compresses API responses without a precompressed file; default none. */
  readonly compresses?: readonly Encoding[];
  /**
   * The path of a page for people, if the host can send it at missing addresses outside the API, and JSON below it; or if it sends one
   * file for both, as `text/html`, which no client of the API takes for JSON.
   */
  readonly notFoundPage?: '404.html' | 'not-found.html' | undefined;
  /** Limits in words, for users who choose a host; empty if there are none worth mentioning. */
  readonly limitsText: string;
  readonly budget: readonly Limit[];
  /** What to do if the output folder cannot be published unchanged under the path of the base URL (`HostedSite.prefix`); undefined if it can. */
  readonly prefixAdvice?: (prefix: string) => string | undefined;
  readonly files: (site: HostedSite) => readonly HostFile[];
  /** Files with settings of one's own that the host reads, beside those of `files` that have a place for them. */
  readonly reads?: readonly string[];
  /** Where to put settings of one's own, in words, if a file of the host has no place for them. */
  readonly ownSettings?: string;
  /** Next steps, one to three lines; `notesFor` adds how to verify the result. */
  readonly notes: (site: HostedSite) => readonly string[];
}

/** The path below which everything belongs to the API, unknown addresses included: `/api/`. */
export function topOfApi({ prefix }: Pick<HostedSite, 'prefix'>): string {
  return `${prefix}/${apiRoot.replace(/\/.*/u, '')}/`;
}

/** The file that a host sends at a missing address outside the API: a page for people, if it can and the site has pages. */
export function notFoundFile({ notFoundPage }: Pick<Host, 'notFoundPage'>, { catalogPage, coursePages }: SiteFeatures) {
  return notFoundPage !== undefined && (catalogPage || coursePages) ? notFoundPage : '404.json';
}

/** The next steps after a build, one line each: the host's own notes, then how to verify the published API. */
export function notesFor(host: Host, site: HostedSite): string[] {
  const steps = host.notes(site);
  return host.isLocal
    ? [...steps]
    : [...steps, `Verify it: npx --no static-course-catalog verify ${shellWord(site.baseUrl)}`];
}
