// The table of every option of every command.
import { encodings } from '../api/http.ts';
import { pageLinkForms } from '../api/paging.ts';
import { indexFiles } from '../api/routes.ts';
import { hostNames, hosts } from '../hosts/hosts.ts';
import { localeTags } from '../text/locales/tags.ts';
import { dumpFormatNames } from '../outputs/dumps/formats.ts';
import { customFields } from './custom-fields.ts';
import * as kind from './value-kinds.ts';
import { keysOf } from '../text/keys.ts';

export type CommandName =
  | 'build'
  | 'check'
  | 'diff'
  | 'preview'
  | 'verify'
  | 'hosts'
  | 'init'
  | 'import'
  | 'add'
  | 'links'
  | 'mcp';

export interface OptionRow<T> extends kind.ValueKind<T> {
  readonly commands: readonly CommandName[];
  readonly help: string;
  /** The text of the help in a command for which `help` is too general. */
  readonly helpIn?: Readonly<Partial<Record<CommandName, string>>>;
  /** Whether its flag says no, and a second one yes. */
  readonly isNegated?: boolean;
  /** The value if the option is not set; otherwise it is undefined then. The help shows it unless `help` says "(default: …)". */
  readonly fallback?: T;
}

export const importFormats = [
  'service',
  'moochub',
  'openedx',
  'feed',
  'schema-org',
  'markdown',
  'html',
  'table',
] as const;
export type ImportFormatName = (typeof importFormats)[number];
const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Values that every course has to have. */
const missingValues = ['provider', 'language', 'date'] as const;
export type MissingValue = (typeof missingValues)[number];

export const schedulerNames = ['slurm', 'kubernetes', 'github'] as const;
export type SchedulerName = (typeof schedulerNames)[number];

const building = ['build', 'preview'] as const;
/** The commands that ask what an import cannot decide. */
const asking = ['import', 'init'] as const;

/**
 * A new option is a new row: its type, flag, variable, name in the configuration file, help, schema and reference follow from it, and
 * each command takes the options that name it, in this order.
 */
const rows = {
  data: {
    commands: ['build', 'check', 'diff', 'preview', 'import', 'links', 'add'],
    help: 'source folder',
    fallback: 'data',
    ...kind.folder,
  },
  out: {
    commands: building,
    help: 'output folder',
    helpIn: { preview: 'folder of the build to serve, dist by default' },
    fallback: 'dist',
    ...kind.folder,
  },
  host: {
    commands: ['build', 'preview', 'init'],
    help: 'host to build for: sets the form of links, the configuration files and the limits; see `hosts`',
    helpIn: { init: 'host to write the configuration for; asked for on a terminal if it is not given' },
    fallback: 'preview',
    ...kind.oneOf(hostNames),
  },
  baseUrl: {
    commands: ['build', 'preview', 'verify', 'init'],
    help: 'address where the site is published, including any path',
    helpIn: {
      verify: 'address of the site, if no <url> is given',
      init: 'address where the site will be published, including any path; asked for on a terminal if it is not given',
    },
    fallback: 'http://localhost:8080',
    ...kind.siteAddress,
  },
  pageLinks: {
    commands: building,
    help: 'form of links between pages: query (?page=2), or path (page/2/) for hosts that ignore the query (default: what the host needs)',
    fallback: hosts.preview.pageLinks,
    ...kind.oneOf(pageLinkForms, 'form'),
  },
  indexFile: {
    commands: building,
    help: 'file that the host serves for a folder, index.json or index.html (default: what the host needs)',
    fallback: hosts.preview.indexFile,
    ...kind.oneOf(indexFiles),
  },
  pageSize: {
    commands: ['build', 'check', 'preview'],
    help: 'courses per page, 1 to 10000',
    fallback: 25,
    ...kind.wholeNumber(1, 10_000),
  },
  fields: {
    commands: ['build', 'check', 'diff', 'preview', 'import', 'init', 'links', 'add'],
    help: 'what courses say beside the usual fields: an object in the configuration file, such as {"modalidad": {"label": "Modalidad", "filter": true}}',
    ...customFields,
  },
  public: {
    commands: building,
    help: 'folder of files to publish unchanged (default: public beside the source folder, if it exists)',
    ...kind.folder,
  },
  precompress: {
    commands: building,
    help: 'also write compressed copies of the JSON files of the API, for hosts that serve them: gzip, brotli, gzip,brotli or none',
    ...kind.someOf(encodings),
  },
  site: {
    commands: building,
    help: 'leave out the pages for people, with search, API reference and feeds',
    fallback: true,
    ...kind.toggle,
  },
  coursePages: {
    commands: building,
    help: 'write no page for each course: titles lead to the courses themselves, and the site has half the files',
    fallback: true,
    ...kind.toggle,
  },
  dumps: {
    commands: building,
    help: 'also write the whole catalog as files to download: ndjson, csv, parquet, or moochub and amb for harvesters; several, or none',
    ...kind.someOf(dumpFormatNames),
  },
  title: {
    commands: building,
    help: 'name of the catalog on its pages, in its feeds and in its OpenAPI document',
    fallback: 'Course catalog',
    ...kind.requiredText,
  },
  description: {
    commands: building,
    help: 'one sentence about the catalog, shown in the same places',
    fallback: '',
    ...kind.optionalText,
  },
  color: {
    commands: building,
    help: 'color of links and buttons on the pages, as #rrggbb',
    fallback: '#1d4ed8',
    ...kind.color,
  },
  locale: {
    commands: building,
    help: 'language of the pages, by its tag',
    fallback: 'en',
    ...kind.oneOf(localeTags, 'tag'),
  },
  logo: {
    commands: building,
    help: 'picture in the public folder, shown in the header of the pages and where they are shared',
    ...kind.picturePath,
  },
  footerLinks: {
    commands: building,
    help: 'links in the footer of the pages, as Imprint=https://example.org/imprint,Privacy=privacy.html; in the configuration file an object of labels and addresses',
    fallback: [],
    ...kind.labeledLinks,
  },
  contact: {
    commands: building,
    help: 'where readers suggest a course or report a problem: a repository on GitHub such as https://github.com/user/repo, or mailto:courses@example.org',
    ...kind.contact,
  },
  license: {
    commands: building,
    help: 'address of the license of the catalog itself, for those who collect catalogs and data',
    ...kind.webLink,
  },
  publisher: {
    commands: building,
    help: 'who publishes the catalog, for the same (default: the title)',
    ...kind.requiredText,
  },
  scheduler: {
    commands: ['init'],
    help: 'also write the files that build the catalog in shards there: slurm, kubernetes or github',
    ...kind.oneOf(schedulerNames),
  },
  shard: {
    commands: ['build'],
    help: 'build shard i of n only, into a folder of its own in --shards',
    ...kind.shardNumber,
  },
  shards: {
    commands: ['build'],
    help: 'folder in which each shard has a folder with all that it makes',
    ...kind.folder,
  },
  merge: { commands: ['build'], help: 'make the site of the shards in this folder', ...kind.folder },
  port: {
    commands: ['preview', 'mcp'],
    help: 'first port to try, 1 to 65535',
    helpIn: {
      mcp: 'serve HTTP on this port of this machine, 1 to 65535, in place of standard input and output; on the command line only, as the configuration has the port of `preview`',
    },
    fallback: 8080,
    ...kind.wholeNumber(1, 65_535),
  },
  open: { commands: ['preview'], help: 'open the preview in the browser', ...kind.flag },
  watch: { commands: building, help: 'build first, then again whenever the source changes', ...kind.flag },
  format: {
    commands: ['import'],
    help: `format of the source to import: ${importFormats.join(', ')} (default: found by its content)`,
    ...kind.oneOf(importFormats, 'format'),
  },
  header: {
    commands: ['import'],
    help: "header for the host of the address, as 'Authorization: Bearer ${TOKEN}', in which ${TOKEN} is a variable of the environment; may be repeated",
    ...kind.headers,
  },
  name: {
    commands: ['import'],
    help: 'name of the import and of its files (default: the host, or the name of the file)',
    ...kind.fileName,
  },
  map: {
    commands: asking,
    help: 'columns of the fields, as title=Name,author=Instructor 1|Instructor 2,linkurl:=https://example.org/{Code}, or a file with one such pair a line (default: found by the names of the columns)',
    ...kind.requiredText,
    placeholder: 'pairs',
  },
  provider: {
    commands: asking,
    help: 'provider of the courses that name none; in a list of links {Host} is the host of their addresses',
    ...kind.requiredName,
  },
  language: {
    commands: asking,
    help: 'language of the courses that name none',
    ...kind.requiredName,
  },
  set: {
    commands: ['add'],
    help: 'a field of the course, as title=Optics; may be repeated; the provider and categories by name or id; several values are separated by ;',
    ...kind.namedValues,
  },
  into: {
    commands: ['add'],
    help: 'file that takes the course (default: one with courses of that provider, if it has a place for all fields)',
    ...kind.file,
  },
  fromIssue: {
    commands: ['add'],
    help: 'take the fields from a filled issue form: the JSON of the event, as GITHUB_EVENT_PATH names it',
    ...kind.file,
  },
  new: {
    commands: ['add'],
    help: 'also add a provider and categories that the catalog does not have (default: asked on a terminal)',
    ...kind.flag,
  },
  dateOrder: {
    commands: asking,
    help: 'order of dates such as 3/4/2021: dmy or mdy (default: what the column shows)',
    ...kind.oneOf(dateOrders, 'order'),
  },
  encoding: {
    commands: asking,
    help: 'encoding of the source (default: UTF-8 where it is, or what it declares, or a guess)',
    ...kind.requiredName,
  },
  sheet: {
    commands: asking,
    help: 'sheet of a spreadsheet (default: the one with a list of courses)',
    ...kind.requiredName,
  },
  headings: {
    commands: asking,
    help: 'the first row of a table is a course already; --headings: it names the columns (default: found by the rows below)',
    isNegated: true,
    ...kind.toggle,
  },
  defaultDate: { commands: asking, help: 'date of the courses that have none, as 2026-11-23', ...kind.day },
  skipMissing: {
    commands: asking,
    help: 'skip the courses that have none of these: provider, language, date, several of them, or none',
    ...kind.someOf(missingValues),
  },
  limit: {
    commands: ['verify', 'links'],
    help: 'request at most this many, 1 to 1000000 (default: all)',
    helpIn: {
      verify: 'check at most this many lists and courses of each kind, always the same (default: all)',
      links:
        'request at most this many URLs, 1 to 1000000; the rest is requested in later runs (default: all that are due)',
    },
    ...kind.wholeNumber(1, 1_000_000),
  },
  against: { commands: ['verify'], help: 'local build that the responses must match byte for byte', ...kind.folder },
  dryRun: {
    commands: ['build', 'import'],
    help: 'show what would change, and leave the output as it is',
    helpIn: { import: 'show the plan and the map of the columns, and write nothing' },
    ...kind.flag,
  },
  maxRemoved: {
    commands: ['build', 'import'],
    help: 'fail, and change nothing, if more published courses than this would be removed: a number, or a share such as 10% (default: no limit)',
    helpIn: {
      import: 'with --prune, fail, and change nothing, if more courses of the import than this would be removed',
    },
    ...kind.removalLimit,
  },
  journal: {
    commands: ['build'],
    help: 'keep a journal of what changed in this file, .journal.ndjson in the source folder by default, and publish it',
    ...kind.fileOrDefault,
  },
  at: {
    commands: ['build', 'links'],
    help: 'time of what changed, for --journal, as 2026-11-23T09:00:00Z (default: SOURCE_DATE_EPOCH, or the last commit of the source)',
    helpIn: { links: 'time of this run, as 2026-11-23T09:00:00Z (default: SOURCE_DATE_EPOCH, or the clock)' },
    ...kind.timestamp,
  },
  changes: {
    commands: ['build'],
    help: 'write the added, changed and removed files, and the addresses to purge from a cache, to this file, as JSON',
    ...kind.file,
  },
  matchTitles: {
    commands: ['import'],
    help: 'take a new course for one that the source no longer has if their titles are the same: it keeps its id at a new address',
    ...kind.flag,
  },
  prune: { commands: ['import'], help: 'remove imported courses that the source no longer has', ...kind.flag },
  again: {
    commands: ['import'],
    help: 'repeat all imports of the catalog, or the one that is named, with their options',
    ...kind.flag,
  },
  report: {
    commands: ['import', 'links'],
    help: 'write everything that was found to this file, as JSON; for people if its name ends in .md',
    ...kind.file,
  },
  threads: {
    commands: ['build', 'check', 'diff', 'preview', 'import'],
    help: 'worker threads, 1 to 64 (default: depends on the size of the catalog)',
    ...kind.wholeNumber(1, 64),
  },
  json: {
    commands: ['build', 'check', 'diff', 'verify', 'hosts', 'init', 'import', 'links', 'add'],
    help: 'print the result as JSON on stdout',
    helpIn: {
      build: 'print the result as JSON on stdout; with --changes, the names of files go only to that file',
    },
    ...kind.flag,
  },
  quiet: {
    commands: ['build', 'check', 'preview', 'verify', 'init', 'import', 'links', 'add'],
    help: 'print only problems',
    helpIn: {
      preview: 'print only problems and the address',
      verify: 'print only the rules that are broken',
      init: 'print only problems, and ask nothing',
      add: 'print only problems, and ask nothing',
      links: 'print only the addresses that are dead',
    },
    ...kind.flag,
  },
} as const satisfies Record<string, OptionRow<unknown>>;

type OptionRows = typeof rows;

/** The value of every option. Without a fallback it is undefined unless it is set. */
export type Options = {
  readonly [Name in keyof OptionRows]:
    | ReturnType<OptionRows[Name]['read']>
    | (OptionRows[Name] extends { readonly fallback: unknown } ? never : undefined);
};

/** The names of the options that a command takes. */
export type OptionNamesOf<Command extends CommandName> = {
  [Name in keyof OptionRows]: Command extends OptionRows[Name]['commands'][number] ? Name : never;
}[keyof OptionRows];

export const optionTable: { readonly [Name in keyof Options]: OptionRow<Options[Name]> } = rows;

export const optionNames = keysOf(optionTable);

export function optionNamesOf(command: CommandName): (keyof Options)[] {
  return optionNames.filter((name) => optionTable[name].commands.includes(command));
}

/** The flag of an option: `--base-url`. That of a switch which is on turns it off. */
export function flagOf(name: keyof Options): string {
  const { fallback, isNegated = fallback === true } = optionTable[name];
  return `--${isNegated ? 'no-' : ''}${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The second flag of an option whose first says no. */
export function positiveFlagOf(name: keyof Options): string {
  return flagOf(name).replace('--no-', '--');
}

/** The flag with what follows it: `--base-url <url>`. */
export function flagWithValue(name: keyof Options): string {
  const { placeholder, isOptional = false } = optionTable[name];
  if (placeholder === undefined) return flagOf(name);
  return `${flagOf(name)} ${isOptional ? `[${placeholder}]` : `<${placeholder}>`}`;
}

/** What an option does, in one command or in general, and its fallback. */
export function helpOf(name: keyof Options, command?: CommandName): string {
  const { help, helpIn, fallback } = optionTable[name];
  const helpInCommand = command && helpIn?.[command];
  if (helpInCommand !== undefined) return helpInCommand;
  const isShown = typeof fallback === 'number' || (typeof fallback === 'string' && fallback !== '');
  return isShown && !help.includes('(default: ') ? `${help} (default: ${fallback})` : help;
}
