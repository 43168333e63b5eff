// Configuration: every setting settled from flags, environment and configuration file, in this order of rank.
import { nearestName } from './names.ts';
import { settingNames, settings, type Settings } from './settings.ts';
import { hosts } from './site/hosts/hosts.ts';
import { didYouMean, textOf, UsageError } from './values.ts';

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
  /** The settings that count, all unless named; the rest keep their defaults, but have to be right where they are given. */
  readonly names?: readonly (keyof Settings)[];
}

export interface ResolvedSettings {
  readonly settings: Settings;
  /** The settings that were not left at their default. */
  readonly given: ReadonlySet<keyof Settings>;
}

/** Settles every setting; throws a UsageError with everything that is wrong. */
export function resolveSettings({
  flags,
  environment,
  config,
  names = settingNames,
}: SettingSources): ResolvedSettings {
  const reasons: string[] = [];
  const given = new Set<keyof Settings>();
  const file = readConfig(config, reasons);
  reportStrangeVariables(environment, reasons);
  const settle = <Name extends keyof Settings>(
    name: Name,
    fallback: Settings[Name] = settings[name].fallback,
  ): Settings[Name] => {
    const { flag, read, isList = false } = settings[name];
    const long = flag.split(' ')[0] ?? flag;
    const places: [string, unknown][] = [
      [long, flags[name]],
      [variableOf(name), environment[variableOf(name)] || undefined],
      [`"${name}" in ${configFile}`, file.get(name)],
    ];
    const [where, value] = places.find(([, found]) => found !== undefined) ?? [];
    if (where === undefined) return fallback;
    try {
      const chosen = read(textOf(value, isList));
      if (!names.includes(name)) return fallback;
      given.add(name);
      return chosen;
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
    site: settle('site'),
    title: settle('title'),
    description: settle('description'),
    color: settle('color'),
    threads: settle('threads'),
    port: settle('port'),
    open: settle('open'),
    watch: settle('watch'),
    changes: settle('changes'),
    changesFormat: settle('changesFormat'),
    dryRun: settle('dryRun'),
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
