// Settings: what a command may be told, in one table.
import { indexFiles, type IndexFile } from './api/routes.ts';
import { encodings, type Encoding } from './api/http.ts';
import { hostNames, hosts, type HostName } from './site/hosts/hosts.ts';
import { pageLinkForms, type PageLinks } from './api/paging.ts';
import { changesFormats, type ChangesFormat } from './output/changes.ts';
import {
  readBaseUrl,
  readColor,
  readLine,
  readNumber,
  readOneOf,
  readPath,
  readSome,
  readSwitch,
  readWords,
} from './values.ts';

export interface Settings {
  readonly data: string;
  readonly out: string;
  readonly baseUrl: string;
  readonly pageLinks: PageLinks;
  readonly pageSize: number;
  readonly latest: number;
  readonly host: HostName;
  readonly indexFile: IndexFile;
  readonly public: string | undefined;
  readonly precompress: readonly Encoding[];
  readonly site: boolean;
  readonly title: string;
  readonly description: string;
  readonly color: string;
  readonly threads: number | undefined;
  readonly port: number;
  readonly open: boolean;
  readonly watch: boolean;
  readonly changes: string | undefined;
  readonly changesFormat: ChangesFormat | undefined;
  readonly dryRun: boolean;
  readonly sample: number | undefined;
  readonly seed: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
  readonly against: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

interface Setting<T> {
  /** As `--help` shows it; a setting without a placeholder is a switch. */
  readonly flag: string;
  readonly description: string;
  readonly fallback: T;
  /** Whether it may be an array in the configuration file. */
  readonly isList?: boolean;
  /** The value that a text means; throws a UsageError of one reason that goes after the words `--flag: `. */
  readonly read: (text: string) => T;
}

/** Every setting. A new one is a new row: its flag, its variable and its place in the configuration file follow from it. */
export const settings: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  data: { flag: '--data <folder>', description: 'source folder', fallback: 'data', read: readPath },
  out: { flag: '--out <folder>', description: 'output folder', fallback: 'dist', read: readPath },
  baseUrl: {
    flag: '--base-url <url>',
    description: 'address that the site is published at, a path included',
    fallback: 'http://localhost:8080',
    read: readBaseUrl,
  },
  pageLinks: {
    flag: '--page-links <form>',
    description:
      'links between pages: query (?page=2) or path (page/2/), for hosts that ignore the query (default: as the host needs)',
    fallback: hosts['http-server'].pageLinks,
    read: (text) => readOneOf(text, pageLinkForms),
  },
  pageSize: {
    flag: '--page-size <n>',
    description: 'courses on a page, 1 to 10000',
    fallback: 25,
    read: (text) => readNumber(text, 1, 10_000),
  },
  latest: {
    flag: '--latest <n>',
    description: 'courses in the latest list, 1 to 10000',
    fallback: 10,
    read: (text) => readNumber(text, 1, 10_000),
  },
  host: {
    flag: '--host <name>',
    description: 'where the site is published: the form of links, files and limits that are right there; see `hosts`',
    fallback: 'http-server',
    read: (text) => readOneOf(text, hostNames),
  },
  indexFile: {
    flag: '--index-file <name>',
    description: 'name of the file that answers for a folder, index.json or index.html (default: as the host has it)',
    fallback: hosts['http-server'].indexFile,
    read: (text) => readOneOf(text, indexFiles),
  },
  public: {
    flag: '--public <folder>',
    description: 'folder of files to publish as they are (default: public beside the source folder, where it is there)',
    fallback: undefined,
    read: readPath,
  },
  precompress: {
    flag: '--precompress <list>',
    description:
      'write compressed files beside the JSON of the API: gzip, brotli, gzip,brotli or none, for hosts that send them',
    fallback: [],
    isList: true,
    read: (text) => readSome(text, encodings),
  },
  site: {
    flag: '--no-site',
    description: 'write no pages for people: no catalog page, reference, search or feeds',
    fallback: true,
    read: readSwitch,
  },
  title: {
    flag: '--title <text>',
    description: 'what the catalog is called on its pages, in its feeds and in its OpenAPI document',
    fallback: 'Course catalog',
    read: readLine,
  },
  description: {
    flag: '--description <text>',
    description: 'a sentence on the catalog, in the same places',
    fallback: '',
    read: readWords,
  },
  color: {
    flag: '--color <color>',
    description: 'color of links and buttons on the pages, as #rrggbb',
    fallback: '#1d4ed8',
    read: readColor,
  },
  threads: {
    flag: '--threads <n>',
    description: 'worker threads, 1 to 64 (default: by the size of the catalog)',
    fallback: undefined,
    read: (text) => readNumber(text, 1, 64),
  },
  port: {
    flag: '--port <n>',
    description: 'first port to try, 1 to 65535',
    fallback: 8080,
    read: (text) => readNumber(text, 1, 65_535),
  },
  open: { flag: '--open', description: 'open the address in the browser', fallback: false, read: readSwitch },
  watch: {
    flag: '--watch',
    description: 'build first, and again whenever the source changes',
    fallback: false,
    read: readSwitch,
  },
  changes: {
    flag: '--changes <file>',
    description: 'file to write what was added, changed and removed to, and the addresses to purge from a cache',
    fallback: undefined,
    read: readPath,
  },
  changesFormat: {
    flag: '--changes-format <form>',
    description:
      'json, lines, or rclone: FILE for --files-from-raw, FILE.removed and FILE.purge beside it (default: json where FILE ends so, or else lines)',
    fallback: undefined,
    read: (text) => readOneOf(text, changesFormats),
  },
  dryRun: {
    flag: '--dry-run',
    description: 'say what would change, and write nothing',
    fallback: false,
    read: readSwitch,
  },
  sample: {
    flag: '--sample <n>',
    description: 'look at so many lists and courses of each kind, picked by --seed (default: all of them)',
    fallback: undefined,
    read: (text) => readNumber(text, 1, 1_000_000),
  },
  seed: {
    flag: '--seed <n>',
    description: 'number that a sample is picked by; the same number picks the same',
    fallback: 1,
    read: (text) => readNumber(text, 0, 4_294_967_295),
  },
  concurrency: {
    flag: '--concurrency <n>',
    description: 'requests at a time, 1 to 64',
    fallback: 8,
    read: (text) => readNumber(text, 1, 64),
  },
  timeout: {
    flag: '--timeout <seconds>',
    description: 'time that a response may take, 1 to 600 seconds',
    fallback: 20,
    read: (text) => readNumber(text, 1, 600),
  },
  retries: {
    flag: '--retries <n>',
    description: 'further tries where a host answers 429 or 503 or not at all, 0 to 10',
    fallback: 4,
    read: (text) => readNumber(text, 0, 10),
  },
  against: {
    flag: '--against <folder>',
    description: 'a local build that the host must answer byte for byte',
    fallback: undefined,
    read: readPath,
  },
  json: { flag: '--json', description: 'print one result as JSON on stdout', fallback: false, read: readSwitch },
  quiet: {
    flag: '--quiet',
    description: 'print nothing but problems, and the address of a preview',
    fallback: false,
    read: readSwitch,
  },
};

export const settingNames = Object.keys(settings).filter((name): name is keyof Settings => name in settings);
