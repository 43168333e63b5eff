// Settings: every option of every command, in one table.
import { encodings } from '../api/http.ts';
import { pageLinkForms } from '../api/paging.ts';
import { indexFiles } from '../api/routes.ts';
import { hostNames, hosts } from '../hosts/hosts.ts';
import { dumpFormats } from '../outputs/dumps/formats.ts';
import { changesFormats } from '../pipeline/publish/changes.ts';
import {
  color,
  fileName,
  line,
  link,
  off,
  oneOf,
  path,
  siteAddress,
  someOf,
  toggle,
  wholeNumber,
  words,
  type Kind,
} from './parse.ts';
import { schedulersWithFiles, shardNumber } from './schedulers.ts';

export type CommandName = 'build' | 'check' | 'preview' | 'verify' | 'unpack' | 'hosts' | 'init' | 'import';

export interface Setting<T> extends Kind<T> {
  /** The flag as `--help` shows it; without a placeholder it is a switch. */
  readonly flag: string;
  /** The commands that take it. */
  readonly commands: readonly CommandName[];
  readonly description: string;
  /** What it does in a command for which `description` is too general. */
  readonly inCommand?: Readonly<Partial<Record<CommandName, string>>>;
  /** Its value if it is not set; without one it is undefined then. Help shows it, unless the description says "(default: …)". */
  readonly fallback?: T;
}

export const importFormats = ['service', 'moochub', 'openedx', 'feed', 'schema-org', 'table'] as const;
export type ImportFormat = (typeof importFormats)[number];
const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

const building = ['build', 'preview'] as const;

/**
 * A new option is a new row: its type, flag, variable, name in the configuration file, help, schema and reference follow from it, and
 * each command takes the options that name it, in this order.
 */
const rows = {
  data: {
    flag: '--data <folder>',
    commands: ['build', 'check', 'preview', 'import'],
    description: 'source folder',
    fallback: 'data',
    ...path,
  },
  out: {
    flag: '--out <folder>',
    commands: ['build', 'preview', 'unpack'],
    description: 'output folder',
    inCommand: {
      preview: 'folder of the build to serve, dist by default',
      unpack: 'folder of the build to unpack, dist by default',
    },
    fallback: 'dist',
    ...path,
  },
  host: {
    flag: '--host <name>',
    commands: ['build', 'preview', 'init'],
    description: 'host to build for: sets the form of links, the configuration files and the limits; see `hosts`',
    inCommand: { init: 'host to write the configuration for; asked for on a terminal if it is not given' },
    fallback: 'http-server',
    ...oneOf(hostNames),
  },
  baseUrl: {
    flag: '--base-url <url>',
    commands: ['build', 'preview', 'verify', 'init'],
    description: 'address where the site is published, including any path',
    inCommand: {
      verify: 'address of the site, if no <url> is given',
      init: 'address where the site will be published, including any path; asked for on a terminal if it is not given',
    },
    fallback: 'http://localhost:8080',
    ...siteAddress,
  },
  pageLinks: {
    flag: '--page-links <form>',
    commands: building,
    description:
      'form of links between pages: query (?page=2), or path (page/2/) for hosts that ignore the query (default: what the host needs)',
    fallback: hosts['http-server'].pageLinks,
    ...oneOf(pageLinkForms),
  },
  indexFile: {
    flag: '--index-file <name>',
    commands: ['build', 'preview', 'unpack'],
    description: 'file that the host serves for a folder, index.json or index.html (default: what the host needs)',
    fallback: hosts['http-server'].indexFile,
    ...oneOf(indexFiles),
  },
  pageSize: {
    flag: '--page-size <n>',
    commands: ['build', 'check', 'preview'],
    description: 'courses per page, 1 to 10000',
    fallback: 25,
    ...wholeNumber(1, 10_000),
  },
  latest: {
    flag: '--latest <n>',
    commands: building,
    description: 'courses in the latest list, 1 to 10000',
    fallback: 10,
    ...wholeNumber(1, 10_000),
  },
  public: {
    flag: '--public <folder>',
    commands: building,
    description: 'folder of files to publish unchanged (default: public beside the source folder, if it exists)',
    ...path,
  },
  publicLinks: {
    flag: '--public-links',
    commands: building,
    description: 'also publish the files outside the public folder that links in it lead to',
    ...off,
  },
  precompress: {
    flag: '--precompress <list>',
    commands: building,
    description:
      'also write compressed copies of the JSON files of the API, for hosts that serve them: gzip, brotli, gzip,brotli or none',
    ...someOf(encodings),
  },
  pack: {
    flag: '--pack',
    commands: ['build', 'preview', 'init'],
    description: 'put the responses of the API into a few large files, for hosts whose code reads them; see `hosts`',
    inCommand: { init: 'write a configuration for many courses, whose responses are put into a few large files' },
    ...off,
  },
  site: {
    flag: '--no-site',
    commands: building,
    description: 'leave out the pages for people: catalog page, API reference, search and feeds',
    fallback: true,
    ...toggle,
  },
  coursePages: {
    flag: '--course-pages',
    commands: building,
    description:
      'also write a page for every course, lists of them, and a sitemap, for search engines and shared links',
    ...off,
  },
  dumps: {
    flag: '--dumps <list>',
    commands: building,
    description: 'also write the whole catalog as files to download: ndjson, csv, parquet, several of them, or none',
    ...someOf(dumpFormats),
  },
  title: {
    flag: '--title <text>',
    commands: building,
    description: 'name of the catalog on its pages, in its feeds and in its OpenAPI document',
    fallback: 'Course catalog',
    ...line,
  },
  description: {
    flag: '--description <text>',
    commands: building,
    description: 'one sentence about the catalog, shown in the same places',
    fallback: '',
    ...words,
  },
  color: {
    flag: '--color <color>',
    commands: building,
    description: 'color of links and buttons on the pages, as #rrggbb',
    fallback: '#1d4ed8',
    ...color,
  },
  license: {
    flag: '--license <url>',
    commands: building,
    description: 'address of the license of the catalog itself, for those who collect catalogs and data',
    ...link,
  },
  publisher: {
    flag: '--publisher <text>',
    commands: building,
    description: 'who publishes the catalog, for the same (default: the title)',
    ...line,
  },
  scheduler: {
    flag: '--scheduler <name>',
    commands: ['init'],
    description: 'also write the files that build the catalog in shards there: slurm, kubernetes or github',
    ...oneOf(schedulersWithFiles),
  },
  shard: {
    flag: '--shard <i/n>',
    commands: ['build'],
    description:
      'build part i of n only, into a folder of its own in --shards; auto, or auto/n, takes i from the scheduler',
    ...shardNumber,
  },
  shards: {
    flag: '--shards <folder>',
    commands: ['build'],
    description: 'folder in which each shard has a folder with all that it makes',
    ...path,
  },
  merge: {
    flag: '--merge <folder>',
    commands: ['build'],
    description: 'make the site of the shards in this folder',
    ...path,
  },
  port: {
    flag: '--port <n>',
    commands: ['preview'],
    description: 'first port to try, 1 to 65535',
    fallback: 8080,
    ...wholeNumber(1, 65_535),
  },
  open: { flag: '--open', commands: ['preview'], description: 'open the preview in the browser', ...off },
  watch: {
    flag: '--watch',
    commands: building,
    description: 'build first, then again whenever the source changes',
    ...off,
  },
  from: {
    flag: '--from <format>',
    commands: ['import'],
    description: `format of the source to import: ${importFormats.join(', ')} (default: found by its content)`,
    ...oneOf(importFormats),
  },
  name: {
    flag: '--name <name>',
    commands: ['import'],
    description: 'name of the import and of its files (default: the host, or the name of the file)',
    ...fileName,
  },
  map: {
    flag: '--map <pairs>',
    commands: ['import'],
    description:
      'columns of the fields, as title=Name,author=Instructor 1|Instructor 2,linkurl:=https://example.org/{Code}, or a file with one such pair a line (default: found by the names of the columns)',
    ...line,
  },
  provider: {
    flag: '--provider <text>',
    commands: ['import'],
    description: 'provider of the courses that name none',
    ...line,
  },
  language: {
    flag: '--language <name>',
    commands: ['import'],
    description: 'language of the courses that name none',
    ...line,
  },
  dates: {
    flag: '--dates <order>',
    commands: ['import'],
    description: 'order of dates such as 3/4/2021: dmy or mdy (default: what the column shows)',
    ...oneOf(dateOrders),
  },
  encoding: {
    flag: '--encoding <name>',
    commands: ['import'],
    description: 'encoding of the source (default: what it declares, otherwise UTF-8 or Windows-1252)',
    ...line,
  },
  sample: {
    flag: '--sample <n>',
    commands: ['verify'],
    description: 'check at most this many lists and courses of each kind, chosen by --seed (default: all)',
    ...wholeNumber(1, 1_000_000),
  },
  seed: {
    flag: '--seed <n>',
    commands: ['verify'],
    description: 'seed that chooses the sample; the same seed chooses the same sample',
    fallback: 1,
    ...wholeNumber(0, 4_294_967_295),
  },
  concurrency: {
    flag: '--concurrency <n>',
    commands: ['verify'],
    description: 'concurrent requests, 1 to 64',
    fallback: 8,
    ...wholeNumber(1, 64),
  },
  rate: {
    flag: '--rate <n>',
    commands: ['import'],
    description:
      'requests per second that an import sends to a host, 1 to 1000, up to those of one second in a burst (default: 1, and no limit on this machine)',
    ...wholeNumber(1, 1000),
  },
  maxRequests: {
    flag: '--max-requests <n>',
    commands: ['import'],
    description:
      'addresses that an import asks for at most, 1 to 10000000; the rest of its source is left out (default: 100000)',
    ...wholeNumber(1, 10_000_000),
  },
  timeout: {
    flag: '--timeout <seconds>',
    commands: ['verify', 'import'],
    description: 'time limit for each response, 1 to 600 seconds',
    fallback: 20,
    ...wholeNumber(1, 600),
  },
  retries: {
    flag: '--retries <n>',
    commands: ['verify', 'import'],
    description: 'retries if the host answers 429 or 503, or not at all, 0 to 10',
    fallback: 4,
    ...wholeNumber(0, 10),
  },
  against: {
    flag: '--against <folder>',
    commands: ['verify'],
    description: 'local build that the responses must match byte for byte',
    ...path,
  },
  dryRun: {
    flag: '--dry-run',
    commands: ['build', 'import'],
    description: 'show what would change, and write nothing',
    inCommand: {
      build: 'list what would change, and write nothing but the files of --changes',
      import: 'show the plan and the map of the columns, and write nothing',
    },
    ...off,
  },
  changes: {
    flag: '--changes <file>',
    commands: ['build'],
    description: 'write the added, changed and removed files, and the addresses to purge from a cache, to this file',
    ...path,
  },
  changesFormat: {
    flag: '--changes-format <form>',
    commands: ['build'],
    description:
      'format of the --changes FILE: json, lines, or rclone, which writes FILE for --files-from-raw, FILE.removed and FILE.purge (default: json if FILE ends in .json, otherwise lines)',
    ...oneOf(changesFormats),
  },
  prune: {
    flag: '--prune',
    commands: ['import'],
    description: 'remove imported courses that the source no longer has',
    ...off,
  },
  overwrite: {
    flag: '--overwrite',
    commands: ['import'],
    description: 'write the files of the import anew, even if somebody edited them',
    ...off,
  },
  again: {
    flag: '--again',
    commands: ['import'],
    description: 'repeat all imports of the catalog, or the one that is named, with their options',
    ...off,
  },
  report: {
    flag: '--report <file>',
    commands: ['import'],
    description: 'write everything that an import found to this file, as JSON',
    ...path,
  },
  threads: {
    flag: '--threads <n>',
    commands: ['build', 'check', 'preview', 'import'],
    description: 'worker threads, 1 to 64 (default: depends on the size of the catalog)',
    ...wholeNumber(1, 64),
  },
  json: {
    flag: '--json',
    commands: ['build', 'check', 'verify', 'unpack', 'hosts', 'init', 'import'],
    description: 'print the result as JSON on stdout',
    ...off,
  },
  quiet: {
    flag: '--quiet',
    commands: ['build', 'check', 'preview', 'verify', 'unpack', 'init', 'import'],
    description: 'print only problems',
    inCommand: {
      build: 'print only problems: no progress, no summary, no next steps',
      check: 'print only problems: no progress, and not what the catalog contains',
      preview: 'print only problems and the address: no builds, no requests',
      verify: 'print only the rules that are broken',
      init: 'print only problems, and ask nothing',
      import: 'print only problems: no progress, no plan, no map',
    },
    ...off,
  },
} as const satisfies Record<string, Setting<unknown>>;

type Rows = typeof rows;

/** The value of every setting. Without a fallback it is undefined unless it is set. */
export type Settings = {
  readonly [Name in keyof Rows]:
    | ReturnType<Rows[Name]['read']>
    | (Rows[Name] extends { readonly fallback: unknown } ? never : undefined);
};

export const settings: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = rows;

export const settingNames = Object.keys(settings).filter((name): name is keyof Settings => name in settings);

/** The settings that a command takes. */
export function settingsOf(command: CommandName): (keyof Settings)[] {
  return settingNames.filter((name) => settings[name].commands.includes(command));
}

/** The flag without its placeholder: `--base-url`. */
export function optionOf(name: keyof Settings): string {
  return settings[name].flag.replace(/ .*/u, '');
}

/** What a setting does, in one command or in general, and its fallback. */
export function helpOf(name: keyof Settings, command?: CommandName): string {
  const { description, inCommand, fallback } = settings[name];
  const own = command && inCommand?.[command];
  if (own !== undefined) return own;
  const isShown = typeof fallback === 'number' || (typeof fallback === 'string' && fallback !== '');
  return isShown && !description.includes('(default: ') ? `${description} (default: ${fallback})` : description;
}
