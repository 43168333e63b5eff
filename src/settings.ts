// Settings: what a command is run with, from flags, environment and configuration file, in this order of rank.
import { indexFiles, type IndexFile } from './api/routes.ts';
import { encodings, type Encoding } from './api/http.ts';
import { hostNames, hosts, type HostName } from './site/hosts/hosts.ts';
import { pageLinkForms, type PageLinks } from './api/paging.ts';
import { nearestName } from './names.ts';

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
  readonly threads: number | undefined;
  readonly port: number;
  readonly open: boolean;
  readonly watch: boolean;
  readonly sample: number | undefined;
  readonly seed: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly retries: number;
  readonly against: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Wrong usage: every reason at once. The command ends with exit code 2. */
export class UsageError extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'UsageError';
  }
}

interface Setting<T> {
  /** As `--help` shows it; a setting without a placeholder is a switch. */
  readonly flag: string;
  readonly description: string;
  readonly fallback: T;
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
    description: 'write compressed files beside the JSON: gzip, brotli or gzip,brotli, for hosts that send them',
    fallback: [],
    read: (text) => text.split(',').map((one) => readOneOf(one.trim(), encodings)),
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
  sample: {
    flag: '--sample <n>',
    description: 'look at so many lists and courses of each kind, picked by --seed (default: at all)',
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
  quiet: { flag: '--quiet', description: 'print nothing but problems', fallback: false, read: readSwitch },
};

export const settingNames = Object.keys(settings).filter((name): name is keyof Settings => name in settings);

/** The configuration file, looked for in the folder where the command is run. */
export const configFile = 'course-catalog.config.json';
const variablePrefix = 'COURSE_CATALOG_';

/** `baseUrl` is `COURSE_CATALOG_BASE_URL` in the environment. */
export function variableOf(name: string): string {
  return variablePrefix + name.replaceAll(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase();
}

export interface SettingSources {
  /** Values of flags, by setting. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Text of the configuration file; undefined where there is none. */
  readonly config: string | undefined;
}

export interface ResolvedSettings {
  readonly settings: Settings;
  /** The settings that were not left at their default. */
  readonly given: ReadonlySet<keyof Settings>;
}

/** Settles every setting; throws a UsageError with everything that is wrong. */
export function resolveSettings({ flags, environment, config }: SettingSources): ResolvedSettings {
  const reasons: string[] = [];
  const given = new Set<keyof Settings>();
  const file = readConfig(config, reasons);
  reportStrangeVariables(environment, reasons);
  const settle = <Name extends keyof Settings>(
    name: Name,
    fallback: Settings[Name] = settings[name].fallback,
  ): Settings[Name] => {
    const { flag, read } = settings[name];
    const long = flag.split(' ')[0] ?? flag;
    const places: [string, unknown][] = [
      [long, flags[name]],
      [variableOf(name), environment[variableOf(name)] || undefined],
      [`"${name}" in ${configFile}`, file.get(name)],
    ];
    const [where, value] = places.find(([, found]) => found !== undefined) ?? [];
    if (where === undefined) return fallback;
    given.add(name);
    try {
      return read(textOf(value));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      reasons.push(...error.reasons.map((reason) => `${where}: ${reason}`));
      return fallback;
    }
  };
  const host = settle('host');
  const settled: Settings = {
    data: settle('data'),
    out: settle('out'),
    baseUrl: settle('baseUrl'),
    host,
    pageLinks: settle('pageLinks', hosts[host].pageLinks),
    indexFile: settle('indexFile', hosts[host].indexFile),
    pageSize: settle('pageSize'),
    latest: settle('latest'),
    public: settle('public'),
    precompress: settle('precompress'),
    threads: settle('threads'),
    port: settle('port'),
    open: settle('open'),
    watch: settle('watch'),
    sample: settle('sample'),
    seed: settle('seed'),
    concurrency: settle('concurrency'),
    timeout: settle('timeout'),
    retries: settle('retries'),
    against: settle('against'),
    json: settle('json'),
    quiet: settle('quiet'),
  };
  if (reasons.length > 0) throw new UsageError(reasons);
  return { settings: settled, given };
}

function readConfig(text: string | undefined, reasons: string[]): Map<string, unknown> {
  if (text === undefined) return new Map();
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/u, ''));
  } catch (error) {
    reasons.push(`${configFile} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    return new Map();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reasons.push(`${configFile} must hold one object of settings`);
    return new Map();
  }
  const entries = Object.entries(value).filter(([name]) => name !== '$schema');
  for (const [name] of entries) {
    if (settingNames.some((known) => known === name)) continue;
    reasons.push(`unknown setting "${name}" in ${configFile}${didYouMean(nearestName(name, settingNames))}`);
  }
  return new Map(entries);
}

function reportStrangeVariables(environment: SettingSources['environment'], reasons: string[]): void {
  const known = settingNames.map(variableOf);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith(variablePrefix) || known.includes(name)) continue;
    reasons.push(`unknown variable ${name} in the environment${didYouMean(nearestName(name, known))}`);
  }
}

function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new UsageError([`takes a text or a number, not ${value === null ? 'null' : 'an array or an object'}`]);
}

function readPath(text: string): string {
  if (text.trim() === '' || text.includes('\0')) throw new UsageError(['takes the path of a folder']);
  return text;
}

/** An address without its last slashes; a path prefix stays. */
function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    const guess = `https://${text}`;
    const near = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/u.test(text) && URL.canParse(guess) ? guess : undefined;
    throw new UsageError([`takes an http or https address, not "${text}"${didYouMean(near)}`]);
  }
  if (/[?#]/u.test(text) || url.username || url.password) {
    throw new UsageError([`takes an address without a query, a fragment or a user, not "${text}"`]);
  }
  return (url.origin + url.pathname).replace(/\/+$/u, '');
}

function readOneOf<Name extends string>(text: string, names: readonly Name[]): Name {
  const name = names.find((one) => one === text);
  if (name !== undefined) return name;
  throw new UsageError([
    `takes ${names.join(names.length === 2 ? ' or ' : ', ')}, not "${text}"${didYouMean(nearestName(text, names))}`,
  ]);
}

function readNumber(text: string, least: number, most: number): number {
  const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError([`takes a whole number from ${least} to ${most}, not "${text}"`]);
}

function readSwitch(text: string): boolean {
  if (['true', '1', 'yes', 'on'].includes(text)) return true;
  if (['false', '0', 'no', 'off'].includes(text)) return false;
  throw new UsageError([`takes true or false, not "${text}"`]);
}
