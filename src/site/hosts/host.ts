// A host: what a preset is made of. Each host fills in one; `hosts.ts` is the table of them.
import type { Encoding } from '../../api/http.ts';
import type { IndexFile } from '../../api/routes.ts';
import type { PageLinks } from '../../api/paging.ts';

/** The site to be published, as far as a host's files depend on it. */
export interface Site {
  /** Without a last slash. */
  readonly baseUrl: string;
  /** The path of the base URL, percent-encoded, without a last slash: empty, or `/repo`. */
  readonly prefix: string;
  readonly pageLinks: PageLinks;
  readonly indexFile: IndexFile;
  /** Whether there are pages for people; without them their names are free for files of the person's own. */
  readonly site: boolean;
  /** Whether the page at the root is ours, and not one of the person's own. */
  readonly frontPage: boolean;
  /** The output folder as the person named it; for notes only. */
  readonly out: string;
}

/** What a host can keep of the API's promises. */
export interface Abilities {
  /** `?page=n` answers page n. */
  readonly pageQuery: Ability;
  /** `Content-Type`, `Vary` and CORS on every response. */
  readonly headers: Ability;
  /** An unknown address answers 404 with the JSON body, as JSON. */
  readonly jsonNotFound: Ability;
  /** Another method answers 405 with the JSON body, and `Allow`. */
  readonly methodNotAllowed: Ability;
  /** OPTIONS answers 200 or 204 with `Allow`. */
  readonly options: Ability;
}

export type Ability = 'yes' | 'no' | 'partly';

/** What servers and services can that run code or rules of ours for each request. */
export const everyAbility: Abilities = {
  pageQuery: 'yes',
  headers: 'yes',
  jsonNotFound: 'yes',
  methodNotAllowed: 'yes',
  options: 'yes',
};

/** The folder for what a person takes from the output folder and no host publishes. */
export const configurationFolder = '_hosts';

/** What a limit counts. `entries` counts files and folders; `folder` the entries of one folder; `rules` those of the host's own files. */
export type Measure = 'files' | 'entries' | 'bytes' | 'file' | 'folder' | 'rules';

export interface Limit {
  readonly measure: Measure;
  readonly most: number;
  /** A plan of the host that the limit belongs to, where money lifts it: past it there is a warning and no error. */
  readonly plan?: string;
}

/** A file for the host: its text, without the last line end. */
export interface HostFile {
  /** Below the output folder. */
  readonly path: string;
  readonly text: string;
  /** How many rules it holds, where the host limits them. */
  readonly rules?: number;
}

export interface Host {
  /** As its maker writes it. */
  readonly title: string;
  /** Whether it only shows a build on the machine that it was made on: nothing is published there. */
  readonly isLocal?: true;
  /** The form of the links between pages that is right there. */
  readonly pageLinks: PageLinks;
  /** The name of the file that answers for a folder. */
  readonly indexFile: IndexFile;
  readonly can: Abilities;
  /** What `can` rests on: a server that the tests run, the vendor's own engine that they run, or the vendor's documents. */
  readonly proof: { readonly kind: 'server' | 'engine' | 'documents'; readonly by: string };
  /** Encodings whose files the host sends as they lie beside the JSON; none where left out. */
  readonly sends?: readonly Encoding[];
  /** Encodings in which the host's own configuration has it send the API where no such file lies there; none where left out. */
  readonly compresses?: readonly Encoding[];
  /** Limits in words, for people who choose a host; empty where there is none worth a word. */
  readonly limits: string;
  readonly budget: readonly Limit[];
  /** What to do where the folder cannot be published as it is under the path of a base URL (`Site.prefix`); undefined where it can. */
  readonly prefixAdvice?: (prefix: string) => string | undefined;
  readonly files: (site: Site) => readonly HostFile[];
  /** What to do next, in one to three lines; `notesFor` adds how to prove it. */
  readonly notes: (site: Site) => readonly string[];
}
