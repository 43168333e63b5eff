// Configuration: resolves every option from flags, environment and configuration file, in this order of precedence.
import { isObject } from '../text/keys.ts';
import { attempt, UsageError } from '../text/errors.ts';
import { hosts } from '../hosts/hosts.ts';
import type * as JsonPositions from '../catalog/source/json-positions.ts';
import type { Position } from '../text/problems.ts';
import { nearestName } from '../text/suggestions.ts';
import { flagOf, optionNames, optionTable, type CommandName, type OptionRow, type Options } from './option-table.ts';
import { didYouMean, textOf } from './value-kinds.ts';

/** In the folder where the command is run. */
export const configFile = 'course-catalog.config.json';
const variablePrefix = 'COURSE_CATALOG_';

/** The environment variable of an option: `COURSE_CATALOG_BASE_URL` for `baseUrl`. */
export function variableOf(name: string): string {
  return variablePrefix + name.replaceAll(/[A-Z]/gu, (letter) => `_${letter}`).toUpperCase();
}

export interface OptionSources {
  /** Values of the flags, by option. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Text of the configuration file. Undefined if the folder has no such file. */
  readonly config: string | undefined;
  /** If given, mistakes in that file have their line and column. */
  readonly positions?: Pick<typeof JsonPositions, 'jsonLocator' | 'whyNotJson'>;
  /** Options that it does not take keep their fallbacks, but any value set for them must be valid. If absent, all are resolved. */
  readonly command?: CommandName;
}

type PartialOptions = { -readonly [Name in keyof Options]?: Options[Name] | undefined };

export interface ResolvedOptions {
  readonly options: Options;
  /** The options that were set explicitly, and where: `--out`, `COURSE_CATALOG_OUT`. */
  readonly origins: ReadonlyMap<keyof Options, string>;
}

/** Resolves every option; throws a UsageError with every mistake. */
export function resolveOptions({ flags, environment, config, positions, command }: OptionSources): ResolvedOptions {
  const reasons: string[] = [];
  const text = config?.replace(/^\ufeff/u, '') ?? '{}';
  const value: unknown = attempt(() => JSON.parse(text));
  const locate = value === undefined ? undefined : positions?.jsonLocator(text);
  const placeOf = (...path: string[]) => placeIn(locate?.(path));
  if (value === undefined) {
    const { position, finding = 'not JSON' } = positions?.whyNotJson(text) ?? {};
    reasons.push(`${placeIn(position)} ${text.trim() === '' ? 'the file is empty: write {} or remove it' : finding}`);
  } else if (!isObject(value)) {
    reasons.push(`${placeOf()} must be one JSON object of options`);
  }
  const file = optionsIn(value);
  reasons.push(...unknownNames(file.keys(), (name) => `${placeOf(name)} `));
  reportUnknownVariables(environment, reasons);
  const sourcesOf = (name: keyof Options): OptionSource[] => [
    [flagOf(name), flags[name]],
    [variableOf(name), environment[variableOf(name)] || undefined],
    [`${placeOf(name)} "${name}"`, file.get(name)],
  ];
  return resolveFrom(sourcesOf, command, reasons);
}

/** Resolves the options that a program gives, with their names and values in the configuration file; throws a UsageError with every mistake. */
export function resolveGiven(given: object, command: CommandName): ResolvedOptions {
  const values = optionsIn(given);
  return resolveFrom((name) => [[name, values.get(name)]], command, unknownNames(values.keys()));
}

/** Where an option may be set, and its value there; undefined if it is not. */
type OptionSource = readonly [where: string, value: unknown];

/** Resolves every option from the first of its sources that sets it. `reasons` are the mistakes that are known. */
function resolveFrom(
  sourcesOf: (name: keyof Options) => readonly OptionSource[],
  command: CommandName | undefined,
  reasons: string[],
): ResolvedOptions {
  const origins = new Map<keyof Options, string>();
  const resolved: PartialOptions = {};
  const resolve = <Name extends keyof Options>(name: Name, row: OptionRow<Options[Name]>) => {
    const { read, fallback, commands } = row;
    resolved[name] = fallback;
    const [where, value] = sourcesOf(name).find(([, set]) => set !== undefined) ?? [];
    if (where === undefined) return;
    try {
      const parsed = read(textOf(value, row));
      if (command !== undefined && !commands.includes(command)) return;
      resolved[name] = parsed;
      origins.set(name, where);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      reasons.push(...error.reasons.map((reason) => `${where}: ${reason}`));
    }
  };
  for (const name of optionNames) resolve(name, optionTable[name]);
  if (reasons.length > 0 || !isComplete(resolved)) throw new UsageError(...reasons);
  // Options that are not set take the values that the host needs.
  const host = hosts[resolved.host];
  const pageLinks = origins.has('pageLinks') ? resolved.pageLinks : host.pageLinks;
  const indexFile = origins.has('indexFile') ? resolved.indexFile : host.indexFile;
  return { options: { ...resolved, pageLinks, indexFile }, origins };
}

function isComplete(resolved: PartialOptions): resolved is Options {
  return optionNames.every((name) => name in resolved);
}

/** A place in the configuration file, as problems name theirs. */
function placeIn(position: Position | undefined): string {
  return position ? `${configFile}:${position.line}:${position.column}` : configFile;
}

/** The options in an object; none in any other value. Editors read the name of the schema. */
function optionsIn(value: unknown): Map<string, unknown> {
  return new Map<string, unknown>(Object.entries(isObject(value) ? value : {}).filter(([name]) => name !== '$schema'));
}

/** What is wrong with names that no option has, after their place. */
function unknownNames(names: Iterable<string>, placeOf = (_name: string) => ''): string[] {
  const unknown = [...names].filter((name) => !optionNames.some((known) => known === name));
  return unknown.map((name) => `${placeOf(name)}unknown option "${name}"${didYouMean(nearestName(name, optionNames))}`);
}

function reportUnknownVariables(environment: OptionSources['environment'], reasons: string[]): void {
  const known = optionNames.map(variableOf);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith(variablePrefix) || known.includes(name)) continue;
    reasons.push(`unknown environment variable ${name}${didYouMean(nearestName(name, known))}`);
  }
}
