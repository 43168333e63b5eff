// Configuration: resolves every setting from flags, environment and configuration file, in this order of precedence.
import { nearestName } from '../text/suggestions.ts';
import { settingNames, settings, type Settings } from './settings.ts';
import { hosts } from '../hosts/hosts.ts';
import { didYouMean, textOf, UsageError } from './parse.ts';

/** The configuration file, in the folder where the command is run. */
export const configFile = 'course-catalog.config.json';
const variablePrefix = 'COURSE_CATALOG_';

/** The environment variable of a setting: `COURSE_CATALOG_BASE_URL` for `baseUrl`. */
export function variableOf(name: string): string {
  return variablePrefix + name.replaceAll(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase();
}

export interface SettingSources {
  /** Values of the flags, by setting. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Text of the configuration file; undefined if there is none. */
  readonly config: string | undefined;
  /** The settings to resolve, by default all. The rest keep their defaults, but any value set for them must be valid. */
  readonly names?: readonly (keyof Settings)[];
}

export interface ResolvedSettings {
  readonly settings: Settings;
  /** The settings that were set explicitly, and where: `--out`, `COURSE_CATALOG_OUT`. */
  readonly given: ReadonlyMap<keyof Settings, string>;
}

/** Resolves every setting; throws a UsageError with every mistake. */
export function resolveSettings({
  flags,
  environment,
  config,
  names = settingNames,
}: SettingSources): ResolvedSettings {
  const reasons: string[] = [];
  const given = new Map<keyof Settings, string>();
  const file = readConfig(config, reasons);
  reportUnknownVariables(environment, reasons);
  const resolve = <Name extends keyof Settings>(
    name: Name,
    fallback: Settings[Name] = settings[name].fallback,
  ): Settings[Name] => {
    const { flag, read, isList = false } = settings[name];
    const option = flag.split(' ')[0] ?? flag;
    const sources: [string, unknown][] = [
      [option, flags[name]],
      [variableOf(name), environment[variableOf(name)] || undefined],
      [`"${name}" in ${configFile}`, file.get(name)],
    ];
    const [where, value] = sources.find(([, found]) => found !== undefined) ?? [];
    if (where === undefined) return fallback;
    try {
      const parsed = read(textOf(value, isList));
      if (!names.includes(name)) return fallback;
      given.set(name, where);
      return parsed;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      reasons.push(...error.reasons.map((reason) => `${where}: ${reason}`));
      return fallback;
    }
  };
  const host = resolve('host');
  const resolved: Settings = {
    data: resolve('data'),
    out: resolve('out'),
    baseUrl: resolve('baseUrl'),
    host,
    pageLinks: resolve('pageLinks', hosts[host].pageLinks),
    indexFile: resolve('indexFile', hosts[host].indexFile),
    pageSize: resolve('pageSize'),
    latest: resolve('latest'),
    public: resolve('public'),
    publicLinks: resolve('publicLinks'),
    precompress: resolve('precompress'),
    site: resolve('site'),
    coursePages: resolve('coursePages'),
    dumps: resolve('dumps'),
    pack: resolve('pack'),
    title: resolve('title'),
    description: resolve('description'),
    color: resolve('color'),
    license: resolve('license'),
    publisher: resolve('publisher'),
    threads: resolve('threads'),
    port: resolve('port'),
    open: resolve('open'),
    watch: resolve('watch'),
    changes: resolve('changes'),
    changesFormat: resolve('changesFormat'),
    dryRun: resolve('dryRun'),
    shard: resolve('shard'),
    shards: resolve('shards'),
    merge: resolve('merge'),
    scheduler: resolve('scheduler'),
    sample: resolve('sample'),
    seed: resolve('seed'),
    concurrency: resolve('concurrency'),
    timeout: resolve('timeout'),
    retries: resolve('retries'),
    against: resolve('against'),
    from: resolve('from'),
    name: resolve('name'),
    map: resolve('map'),
    provider: resolve('provider'),
    language: resolve('language'),
    dates: resolve('dates'),
    encoding: resolve('encoding'),
    rate: resolve('rate'),
    maxRequests: resolve('maxRequests'),
    prune: resolve('prune'),
    overwrite: resolve('overwrite'),
    again: resolve('again'),
    report: resolve('report'),
    json: resolve('json'),
    quiet: resolve('quiet'),
  };
  if (reasons.length > 0) throw new UsageError(reasons);
  return { settings: resolved, given };
}

function readConfig(text: string | undefined, reasons: string[]): Map<string, unknown> {
  if (text === undefined) return new Map();
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/u, ''));
  } catch (error) {
    reasons.push(`${configFile} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    return new Map();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reasons.push(`${configFile} must be one JSON object of settings`);
    return new Map();
  }
  const entries = Object.entries(value).filter(([name]) => name !== '$schema');
  for (const [name] of entries) {
    if (settingNames.some((known) => known === name)) continue;
    reasons.push(`unknown setting "${name}" in ${configFile}${didYouMean(nearestName(name, settingNames))}`);
  }
  return new Map(entries);
}

function reportUnknownVariables(environment: SettingSources['environment'], reasons: string[]): void {
  const known = settingNames.map(variableOf);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith(variablePrefix) || known.includes(name)) continue;
    reasons.push(`unknown environment variable ${name}${didYouMean(nearestName(name, known))}`);
  }
}
