// Kept files: what was in the folder before `init` and does not fit what was asked for, and the lines that would.
import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { configFile } from '../configuration.ts';
import { problemAt, type Problem } from '../problems.ts';
import { settings } from '../settings.ts';
import { UsageError } from '../values.ts';
import { packageFile, packageName, type InitFile, type Project } from './project.ts';

/** What stands in the folder once all is written; undefined for what is not told there, or cannot be read. */
export interface Standing {
  readonly host: string | undefined;
  readonly baseUrl: string | undefined;
  /** What `package.json` has npm install for this package: `^1.0.0`, `file:x.tgz`. */
  readonly dependency: string | undefined;
}

/** Reads the configuration and the package of a folder; files that make no sense tell nothing. */
export function readStanding(folder: string): Standing {
  const config = entriesOf(join(folder, configFile));
  const packaged = entriesOf(join(folder, packageFile));
  const dependencies = ['dependencies', 'devDependencies', 'optionalDependencies'].map((kind) =>
    new Map(entriesIn(packaged.get(kind))).get(packageName),
  );
  return {
    host: textIn(config.get('host')),
    baseUrl: addressIn(config.get('baseUrl')),
    dependency: dependencies.map(textIn).find((one) => one !== undefined),
  };
}

/** A warning for each kept file that keeps what was asked for from being what is built. */
export function keptWarnings(asked: Project, standing: Standing, kept: readonly InitFile[], folder: string): Problem[] {
  return [
    ...(kept.some(({ path }) => path === configFile) ? configWarnings(asked, standing) : []),
    ...(isOutside(standing.dependency, folder) ? [outsideWarning(standing.dependency ?? '')] : []),
    ...kept.flatMap((file) => (file.host === undefined ? [] : hostFileWarnings(file, file.host, folder))),
  ];
}

function configWarnings(asked: Project, standing: Standing): Problem[] {
  const names = ['host', 'baseUrl'] as const;
  const wrong = names.filter((name) => asked[name] !== undefined && asked[name] !== standing[name]);
  if (wrong.length === 0) return [];
  const lines = (from: Partial<Standing>) => wrong.map((name) => `"${name}": ${JSON.stringify(from[name] ?? null)}`);
  const said = lines(standing).map((line) => line.replace(/^("\w+"): null$/u, 'no $1'));
  const remedy = `to publish as was asked for now, let it say ${lines(asked).join(', ')}`;
  return [warning(configFile, `was there and stays as it is: it says ${said.join(' and ')}`, remedy)];
}

/** Whether npm is to take the package from a place that does not come along with the folder. */
function isOutside(dependency: string | undefined, folder: string): boolean {
  const [, path] = /^file:(?:\/\/(?=\/))?(.+)$/u.exec(dependency ?? '') ?? [];
  if (path === undefined) return false;
  const way = relative(folder, resolve(folder, path));
  return isAbsolute(way) || way.split(sep)[0] === '..';
}

function outsideWarning(dependency: string): Problem {
  return warning(
    packageFile,
    `takes ${packageName} from ${JSON.stringify(dependency)}, outside this folder, where no build service finds it`,
    `copy the .tgz (npm run package makes one, where its source is) into this folder, run npm install ./NAME.tgz, and commit it`,
  );
}

function hostFileWarnings({ path, text }: InitFile, host: string, folder: string): Problem[] {
  if (readText(join(folder, path))?.replaceAll('\r\n', '\n') === text) return [];
  const remedy = `see to it that it builds for ${host}; or move it away and run init again`;
  return [warning(path, `was there and stays as it is, which is not what init writes`, remedy)];
}

function warning(file: string, finding: string, remedy: string): Problem {
  return problemAt(file, undefined, '', { rule: 'init-kept', level: 'warning', finding, remedy });
}

function entriesOf(path: string): Map<string, unknown> {
  try {
    return new Map(entriesIn(JSON.parse((readText(path) ?? '').replace(/^\ufeff/u, ''))));
  } catch {
    return new Map();
  }
}

function entriesIn(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** As the build takes it, without last slashes. */
function addressIn(value: unknown): string | undefined {
  const text = textIn(value);
  try {
    return text === undefined ? undefined : settings.baseUrl.read(text);
  } catch (error) {
    if (error instanceof UsageError) return text;
    throw error;
  }
}

/** Undefined where there is no file that can be read. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
