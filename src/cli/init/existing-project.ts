// The existing project: its options, and warnings about files that `init` kept and that do not match the requested options.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readJsonSync } from 'fs-extra/esm';
import { isObject } from '../../text/keys.ts';
import { fieldOf } from '../../catalog/source/record.ts';
import { attempt } from '../../text/errors.ts';
import { configFile } from '../../options/configuration.ts';
import { siteAddress, whyInvalid } from '../../options/value-kinds.ts';
import { localeTags } from '../../text/locales/tags.ts';
import { isInside } from '../../paths.ts';
import { fileProblem, type Problem } from '../../text/problems.ts';
import { replaceFile } from '../../storage/replace-file.ts';
import { jsonText, packageFile, packageName, type InitFile, type Project, type SiteNames } from './project.ts';

export type ExistingProject = ReturnType<typeof readExisting>;

/** The options in the configuration and `package.json` of a folder; undefined for those that are missing or cannot be read. */
export function readExisting(folder: string) {
  const config = jsonAt(join(folder, configFile));
  const packaged = jsonAt(join(folder, packageFile));
  const dependencies = ['dependencies', 'devDependencies', 'optionalDependencies'].map((kind) =>
    textIn(fieldOf(packaged, kind), packageName),
  );
  const address = textIn(config, 'baseUrl');
  return {
    host: textIn(config, 'host'),
    locale: localeTags.find((tag) => tag === textIn(config, 'locale')),
    baseUrl: address && whyInvalid(address, siteAddress) === undefined ? siteAddress.read(address) : address,
    hasPreview: textIn(fieldOf(packaged, 'scripts'), 'preview') !== undefined,
    /** The version of this package: `^1.0.0`, `file:x.tgz`. */
    dependency: dependencies.find((version) => version !== undefined),
  };
}

/** Gives the site a title and a language in the configuration of a folder, where it has none. Returns whether it was changed. */
export function completeConfiguration(folder: string, names: SiteNames): boolean {
  const path = join(folder, configFile);
  const config = jsonAt(path);
  if (!isObject(config)) return false;
  const lacking = Object.entries(names).filter(([name, value]) => value !== undefined && !(name in config));
  if (lacking.length > 0) replaceFile(path, jsonText({ ...config, ...Object.fromEntries(lacking) }));
  return lacking.length > 0;
}

/** A warning for each kept file that does not match the requested options. */
export function keptFileWarnings(
  project: Project,
  existing: ExistingProject,
  kept: readonly InitFile[],
  folder: string,
) {
  return [
    ...(kept.some(({ path }) => path === configFile) ? configWarnings(project, existing) : []),
    ...outsideWarnings(existing, folder),
    ...kept.flatMap((file) => (file.host === undefined ? [] : hostFileWarnings(file, file.host, folder))),
  ];
}

/** A `package.json` with nothing but dependencies, as `npm install` makes it, is completed; any other file stays as it is. */
export function withExisting(file: InitFile, folder: string): InitFile {
  if (file.path !== packageFile) return file;
  const path = join(folder, packageFile);
  const packaged = jsonAt(path);
  const dependencies = fieldOf(packaged, 'dependencies');
  if (dependencies === undefined || Object.keys(Object(packaged)).length > 1) return file;
  const planned: object = JSON.parse(file.text);
  return { ...file, text: jsonText({ ...planned, dependencies }), previousText: readText(path) };
}

function configWarnings(project: Project, existing: ExistingProject): Problem[] {
  const names = ['host', 'baseUrl'] as const;
  const wrong = names.filter((name) => project[name] !== undefined && project[name] !== existing[name]);
  if (wrong.length === 0) return [];
  const lines = (from: Partial<ExistingProject>) =>
    wrong.map((name) => `"${name}": ${JSON.stringify(from[name] ?? null)}`);
  const current = lines(existing).map((line) => line.replace(/^("\w+"): null$/u, 'no $1'));
  const remedy = `to publish with the options given now, change it to ${lines(project).join(', ')}`;
  return [warning(configFile, `already exists and was kept: it says ${current.join(' and ')}`, remedy)];
}

/** A warning if npm would install the package from a path outside the folder. */
function outsideWarnings({ dependency = '' }: ExistingProject, folder: string): Problem[] {
  const [, path] = /^file:(?:\/\/(?=\/))?(.+)$/u.exec(dependency) ?? [];
  if (path === undefined || isInside(resolve(folder, path), folder)) return [];
  const finding = `installs ${packageName} from ${JSON.stringify(dependency)}, outside this folder, where no build service finds it`;
  const remedy = `copy the .tgz (npm run package makes one, in the source of the package) into this folder, run npm install ./NAME.tgz, and commit it`;
  return [warning(packageFile, finding, remedy)];
}

function hostFileWarnings({ path, text }: InitFile, host: string, folder: string): Problem[] {
  if (readText(join(folder, path))?.replaceAll('\r\n', '\n') === text) return [];
  const remedy = `make sure that it builds for ${host}, or move it away and run init again`;
  return [warning(path, `already exists and was kept, but differs from what init writes`, remedy)];
}

function warning(file: string, finding: string, remedy: string): Problem {
  return fileProblem(file, { rule: 'init-kept', level: 'warning', finding, remedy });
}

function jsonAt(path: string): unknown {
  return attempt(() => readJsonSync(path));
}

function textIn(value: unknown, field: string): string | undefined {
  const text = fieldOf(value, field);
  return typeof text === 'string' ? text : undefined;
}

function readText(path: string): string | undefined {
  return attempt(() => readFileSync(path, 'utf8'));
}
