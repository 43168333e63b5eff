// Settings: every option of every command, in one table.
import { indexFiles, type IndexFile } from '../api/routes.ts';
import { encodings, type Encoding } from '../api/http.ts';
import { hostNames, hosts, type HostName } from '../hosts/hosts.ts';
import { dumpFormats, type DumpFormat } from '../outputs/dumps/formats.ts';
import { pageLinkForms, type PageLinks } from '../api/paging.ts';
import { readShard, schedulersWithFiles, type SchedulerWithFiles, type ShardChoice } from './schedulers.ts';
import { changesFormats, type ChangesFormat } from '../pipeline/publish/changes.ts';
import {
  readBaseUrl,
  readColor,
  readFileName,
  readLine,
  readLink,
  readNumber,
  readOneOf,
  readPath,
  readSome,
  readSwitch,
  readWords,
} from './parse.ts';

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
  readonly publicLinks: boolean;
  readonly precompress: readonly Encoding[];
  readonly pack: boolean;
  readonly site: boolean;
  readonly coursePages: boolean;
  readonly dumps: readonly DumpFormat[];
  readonly title: string;
  readonly description: string;
  readonly color: string;
  readonly license: string | undefined;
  readonly publisher: string | undefined;
  readonly threads: number | undefined;
  readonly port: number;
  readonly open: boolean;
  readonly watch: boolean;
  readonly changes: string | undefined;
  readonly changesFormat: ChangesFormat | undefined;
  readonly dryRun: boolean;
  readonly shard: ShardChoice | undefined;
  readonly shards: string | undefined;
  readonly merge: string | undefined;
  readonly scheduler: SchedulerWithFiles | undefined;
  readonly sample: number | undefined;
  readonly seed: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
  readonly against: string | undefined;
  readonly from: ImportFormat | undefined;
  readonly name: string | undefined;
  readonly map: string | undefined;
  readonly provider: string | undefined;
  readonly language: string | undefined;
  readonly dates: DateOrder | undefined;
  readonly encoding: string | undefined;
  readonly rate: number | undefined;
  readonly maxRequests: number | undefined;
  readonly prune: boolean;
  readonly overwrite: boolean;
  readonly again: boolean;
  readonly report: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

export const importFormats = ['service', 'moochub', 'openedx', 'feed', 'schema-org', 'table'] as const;
export type ImportFormat = (typeof importFormats)[number];
const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

export type CommandName = 'build' | 'check' | 'preview' | 'verify' | 'unpack' | 'hosts' | 'init' | 'import';

interface Setting<T> {
  /** The flag as `--help` shows it; without a placeholder it is a switch. */
  readonly flag: string;
  readonly description: string;
  /** What it does in a command for which `description` is too general. */
  readonly inCommand?: Readonly<Partial<Record<CommandName, string>>>;
  readonly fallback: T;
  /** In words, what leaving it out means, where `fallback` does not say that. */
  readonly whenAbsent?: string;
  /** Whether it may be an array in the configuration file. */
  readonly isList?: boolean;
  /** The names that it accepts; undefined if these are not all that it accepts. */
  readonly choices?: readonly string[];
  /** Parses the text of a value; throws a UsageError with one reason that completes `--flag: …`. */
  readonly read: (text: string) => T;
}

function oneOf<Name extends string>(choices: readonly Name[]) {
  return { choices, read: (text: string) => readOneOf(text, choices) };
}

function someOf<Name extends string>(choices: readonly Name[]) {
  return { choices, isList: true, read: (text: string) => readSome(text, choices) };
}

/** A new setting is a new row: its flag, its environment variable and its name in the configuration file follow from it. */
export const settings: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  data: { flag: '--data <folder>', description: 'source folder', fallback: 'data', read: readPath },
  out: {
    flag: '--out <folder>',
    description: 'output folder',
    inCommand: {
      preview: 'folder of the build to serve, dist by default',
      unpack: 'folder of the build to unpack, dist by default',
    },
    fallback: 'dist',
    read: readPath,
  },
  baseUrl: {
    flag: '--base-url <url>',
    description: 'address where the site is published, including any path',
    inCommand: {
      verify: 'address of the site, if no <url> is given',
      init: 'address where the site will be published, including any path; asked for on a terminal if it is not given',
    },
    fallback: 'http://localhost:8080',
    read: readBaseUrl,
  },
  pageLinks: {
    flag: '--page-links <form>',
    description: 'form of links between pages: query (?page=2), or path (page/2/) for hosts that ignore the query',
    whenAbsent: 'what the host needs',
    fallback: hosts['http-server'].pageLinks,
    ...oneOf(pageLinkForms),
  },
  pageSize: {
    flag: '--page-size <n>',
    description: 'courses per page, 1 to 10000',
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
    description: 'host to build for: sets the form of links, the configuration files and the limits; see `hosts`',
    inCommand: { init: 'host to write the configuration for; asked for on a terminal if it is not given' },
    fallback: 'http-server',
    ...oneOf(hostNames),
  },
  indexFile: {
    flag: '--index-file <name>',
    description: 'file that the host serves for a folder, index.json or index.html',
    whenAbsent: 'what the host needs',
    fallback: hosts['http-server'].indexFile,
    ...oneOf(indexFiles),
  },
  public: {
    flag: '--public <folder>',
    description: 'folder of files to publish unchanged',
    whenAbsent: 'public beside the source folder, if it exists',
    fallback: undefined,
    read: readPath,
  },
  publicLinks: {
    flag: '--public-links',
    description: 'also publish the files outside the public folder that links in it lead to',
    fallback: false,
    read: readSwitch,
  },
  precompress: {
    flag: '--precompress <list>',
    description:
      'also write compressed copies of the JSON files of the API, for hosts that serve them: gzip, brotli, gzip,brotli or none',
    fallback: [],
    ...someOf(encodings),
  },
  pack: {
    flag: '--pack',
    description: 'put the responses of the API into a few large files, for hosts whose code reads them; see `hosts`',
    inCommand: { init: 'write a configuration for many courses, whose responses are put into a few large files' },
    fallback: false,
    read: readSwitch,
  },
  site: {
    flag: '--no-site',
    description: 'leave out the pages for people: catalog page, API reference, search and feeds',
    fallback: true,
    read: readSwitch,
  },
  coursePages: {
    flag: '--course-pages',
    description:
      'also write a page for every course, lists of them, and a sitemap, for search engines and shared links',
    fallback: false,
    read: readSwitch,
  },
  dumps: {
    flag: '--dumps <list>',
    description: 'also write the whole catalog as files to download: ndjson, csv, parquet, several of them, or none',
    fallback: [],
    ...someOf(dumpFormats),
  },
  title: {
    flag: '--title <text>',
    description: 'name of the catalog on its pages, in its feeds and in its OpenAPI document',
    fallback: 'Course catalog',
    read: readLine,
  },
  description: {
    flag: '--description <text>',
    description: 'one sentence about the catalog, shown in the same places',
    fallback: '',
    read: readWords,
  },
  color: {
    flag: '--color <color>',
    description: 'color of links and buttons on the pages, as #rrggbb',
    fallback: '#1d4ed8',
    read: readColor,
  },
  license: {
    flag: '--license <url>',
    description: 'address of the license of the catalog itself, for those who collect catalogs and data',
    fallback: undefined,
    read: readLink,
  },
  publisher: {
    flag: '--publisher <text>',
    description: 'who publishes the catalog, for the same',
    whenAbsent: 'the title',
    fallback: undefined,
    read: readLine,
  },
  threads: {
    flag: '--threads <n>',
    description: 'worker threads, 1 to 64',
    whenAbsent: 'depends on the size of the catalog',
    fallback: undefined,
    read: (text) => readNumber(text, 1, 64),
  },
  port: {
    flag: '--port <n>',
    description: 'first port to try, 1 to 65535',
    fallback: 8080,
    read: (text) => readNumber(text, 1, 65_535),
  },
  open: { flag: '--open', description: 'open the preview in the browser', fallback: false, read: readSwitch },
  watch: {
    flag: '--watch',
    description: 'build first, then again whenever the source changes',
    fallback: false,
    read: readSwitch,
  },
  changes: {
    flag: '--changes <file>',
    description: 'write the added, changed and removed files, and the addresses to purge from a cache, to this file',
    fallback: undefined,
    read: readPath,
  },
  changesFormat: {
    flag: '--changes-format <form>',
    description:
      'format of the --changes FILE: json, lines, or rclone, which writes FILE for --files-from-raw, FILE.removed and FILE.purge',
    whenAbsent: 'json if FILE ends in .json, otherwise lines',
    fallback: undefined,
    ...oneOf(changesFormats),
  },
  dryRun: {
    flag: '--dry-run',
    description: 'show what would change, and write nothing',
    inCommand: {
      build: 'list what would change, and write nothing but the files of --changes',
      import: 'show the plan and the map of the columns, and write nothing',
    },
    fallback: false,
    read: readSwitch,
  },
  shard: {
    flag: '--shard <i/n>',
    description:
      'build part i of n only, into a folder of its own in --shards; auto, or auto/n, takes i from the scheduler',
    fallback: undefined,
    read: readShard,
  },
  shards: {
    flag: '--shards <folder>',
    description: 'folder in which each shard has a folder with all that it makes',
    fallback: undefined,
    read: readPath,
  },
  merge: {
    flag: '--merge <folder>',
    description: 'make the site of the shards in this folder',
    fallback: undefined,
    read: readPath,
  },
  scheduler: {
    flag: '--scheduler <name>',
    description: 'also write the files that build the catalog in shards there: slurm, kubernetes or github',
    fallback: undefined,
    ...oneOf(schedulersWithFiles),
  },
  sample: {
    flag: '--sample <n>',
    description: 'check at most this many lists and courses of each kind, chosen by --seed',
    whenAbsent: 'all',
    fallback: undefined,
    read: (text) => readNumber(text, 1, 1_000_000),
  },
  seed: {
    flag: '--seed <n>',
    description: 'seed that chooses the sample; the same seed chooses the same sample',
    fallback: 1,
    read: (text) => readNumber(text, 0, 4_294_967_295),
  },
  concurrency: {
    flag: '--concurrency <n>',
    description: 'concurrent requests, 1 to 64',
    fallback: 8,
    read: (text) => readNumber(text, 1, 64),
  },
  timeout: {
    flag: '--timeout <seconds>',
    description: 'time limit for each response, 1 to 600 seconds',
    fallback: 20,
    read: (text) => readNumber(text, 1, 600),
  },
  retries: {
    flag: '--retries <n>',
    description: 'retries if the host answers 429 or 503, or not at all, 0 to 10',
    fallback: 4,
    read: (text) => readNumber(text, 0, 10),
  },
  against: {
    flag: '--against <folder>',
    description: 'local build that the responses must match byte for byte',
    fallback: undefined,
    read: readPath,
  },
  from: {
    flag: '--from <format>',
    description: `format of the source to import: ${importFormats.join(', ')}`,
    whenAbsent: 'found by its content',
    fallback: undefined,
    ...oneOf(importFormats),
  },
  name: {
    flag: '--name <name>',
    description: 'name of the import and of its files',
    whenAbsent: 'the host, or the name of the file',
    fallback: undefined,
    read: readFileName,
  },
  map: {
    flag: '--map <pairs>',
    description:
      'columns of the fields, as title=Name,author=Instructor 1|Instructor 2,linkurl:=https://example.org/{Code}, or a file with one such pair a line',
    whenAbsent: 'found by the names of the columns',
    fallback: undefined,
    read: readLine,
  },
  provider: {
    flag: '--provider <text>',
    description: 'provider of the courses that name none',
    fallback: undefined,
    read: readLine,
  },
  language: {
    flag: '--language <name>',
    description: 'language of the courses that name none',
    fallback: undefined,
    read: readLine,
  },
  dates: {
    flag: '--dates <order>',
    description: 'order of dates such as 3/4/2021: dmy or mdy',
    whenAbsent: 'what the column shows',
    fallback: undefined,
    ...oneOf(dateOrders),
  },
  encoding: {
    flag: '--encoding <name>',
    description: 'encoding of the source',
    whenAbsent: 'what it declares, otherwise UTF-8 or Windows-1252',
    fallback: undefined,
    read: readLine,
  },
  rate: {
    flag: '--rate <n>',
    description: 'requests per second that an import sends to a host, 1 to 1000, up to those of one second in a burst',
    whenAbsent: '1, and no limit on this machine',
    fallback: undefined,
    read: (text) => readNumber(text, 1, 1000),
  },
  maxRequests: {
    flag: '--max-requests <n>',
    description: 'addresses that an import asks for at most, 1 to 10000000; the rest of its source is left out',
    whenAbsent: '100000',
    fallback: undefined,
    read: (text) => readNumber(text, 1, 10_000_000),
  },
  prune: {
    flag: '--prune',
    description: 'remove imported courses that the source no longer has',
    fallback: false,
    read: readSwitch,
  },
  overwrite: {
    flag: '--overwrite',
    description: 'write the files of the import anew, even if somebody edited them',
    fallback: false,
    read: readSwitch,
  },
  again: {
    flag: '--again',
    description: 'repeat all imports of the catalog, or the one that is named, with their options',
    fallback: false,
    read: readSwitch,
  },
  report: {
    flag: '--report <file>',
    description: 'write everything that an import found to this file, as JSON',
    fallback: undefined,
    read: readPath,
  },
  json: { flag: '--json', description: 'print the result as JSON on stdout', fallback: false, read: readSwitch },
  quiet: {
    flag: '--quiet',
    description: 'print only problems',
    inCommand: {
      build: 'print only problems: no progress, no summary, no next steps',
      check: 'print only problems: no progress, and not what the catalog contains',
      preview: 'print only problems and the address: no builds, no requests',
      verify: 'print only the rules that are broken',
      init: 'print only problems, and ask nothing',
      import: 'print only problems: no progress, no plan, no map',
    },
    fallback: false,
    read: readSwitch,
  },
};

export const settingNames = Object.keys(settings).filter((name): name is keyof Settings => name in settings);

/** What a setting does, in one command or in general, and what leaving it out means. */
export function helpOf(name: keyof Settings, command?: CommandName): string {
  const { description, inCommand, fallback, whenAbsent } = settings[name];
  const own = command && inCommand?.[command];
  if (own !== undefined) return own;
  const isShown = typeof fallback === 'number' || (typeof fallback === 'string' && fallback !== '');
  const otherwise = whenAbsent ?? (isShown ? `${fallback}` : '');
  return otherwise === '' ? description : `${description} (default: ${otherwise})`;
}
