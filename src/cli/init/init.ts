// Init: creates a starter catalog in a folder; decides what to write, then writes it, without overwriting anything.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { outputFileSync, removeSync } from 'fs-extra/esm';
import { hosts } from '../../hosts/hosts.ts';
import { configFile } from '../../options/configuration.ts';
import { entryAt, pathsAbove } from '../../paths.ts';
import { errorAt, writeProblem } from '../../text/problems.ts';
import type { FieldTable } from '../../catalog/fields.ts';
import { replaceFile } from '../../storage/replace-file.ts';
import { shellWord } from '../../text/shell.ts';
import { withExisting, keptFileWarnings, readExisting, type ExistingProject } from './existing-project.ts';
import { configText, packageName, projectFiles, type InitFile, type Project, type SiteNames } from './project.ts';
import { publishingFor } from './publishing.ts';
import { courseForm, courseFormFile } from './course-form.ts';
import { sampleFiles, sampleFolder } from './sample.ts';
import { githubFiles } from './schedulers/github.ts';
import { kubernetesFiles } from './schedulers/kubernetes.ts';
import { slurmFiles } from './schedulers/slurm.ts';

/**
 * Plans the configuration of a catalog, the files that its host needs and, unless its courses are imported, a small sample.
 * Keeps existing files, and a `data` folder that is not empty. The result writes them, the configuration with what the list says about the site, and the form for courses with the fields that the catalog has: if a file cannot be written, it removes
 * those written so far and throws a ProblemsError. The folder is created if it does not exist. Otherwise it returns the paths of
 * files that were written or kept, a warning for each kept one that does not match the options, and two or three lines on what is next.
 */
export function planInit({ folder, ...options }: Project & { readonly folder: string }) {
  const publishing = publishingFor(options);
  const scheduler = options.scheduler && schedulerFiles[options.scheduler];
  const steps = [publishing.steps, ...(scheduler ? [scheduler.steps] : [])].join('\n\n');
  const { missing, kept, keepsData } = decide(folder, [
    ...projectFiles(options, steps, publishing.next !== undefined),
    ...publishing.files,
    ...(scheduler?.files ?? []),
    ...(options.imported === undefined ? sampleFiles : []),
  ]);
  return (names: SiteNames = {}, fields: FieldTable = {}) => {
    const named = (file: InitFile) => {
      if (file.path === configFile) return { ...file, text: configText({ ...options, ...names }) };
      if (file.path !== courseFormFile) return file;
      return { ...file, text: courseForm(names.locale ?? readExisting(folder).locale, fields) };
    };
    writeAll(folder, missing.map(named));
    const existing = readExisting(folder);
    const isInstalled = entryAt(join(folder, 'node_modules', packageName)) !== undefined;
    return {
      written: missing.map(({ path }) => path),
      kept: [...kept.map(({ path }) => path), ...(keepsData ? [sampleFolder] : [])],
      warnings: keptFileWarnings(options, existing, kept, folder),
      next: [
        installStep(options, existing, isInstalled),
        `${options.imported === undefined ? 'Edit data/ and see the API change' : 'See your catalog'}: ${existing.hasPreview ? 'npm run preview -- --open' : 'npx --no static-course-catalog preview --watch --open'}`,
        publishing.next ?? publishStep(options, existing),
        ...(scheduler ? [scheduler.next] : []),
      ],
    };
  };
}

/** The schedulers that `init` writes files for. A new one is a new row. */
export const schedulerFiles = { slurm: slurmFiles, kubernetes: kubernetesFiles, github: githubFiles };

function decide(folder: string, files: readonly InitFile[]) {
  try {
    const keepsData = !hasNoCatalog(folder);
    const chosen = keepsData ? files.filter((file) => !sampleFiles.includes(file)) : files;
    for (const { path } of chosen) refuseFiles([folder, ...pathsAbove(path).map((above) => join(folder, above))]);
    const wanted = chosen.map((file) => withExisting(file, folder));
    const missing = wanted.filter(
      ({ path, previousText }) => previousText !== undefined || !entryAt(join(folder, path)),
    );
    return { missing, kept: wanted.filter((file) => !missing.includes(file)), keepsData };
  } catch (error) {
    throw writeProblem(folder, error, unwritable);
  }
}

/** Whether a folder has no catalog yet: its `data` does not exist, or has only hidden entries, which no catalog is read from. */
export function hasNoCatalog(folder: string): boolean {
  const path = join(folder, sampleFolder);
  refuseFiles([folder, path]);
  return !entryAt(path) || readdirSync(path).every((entry) => entry.startsWith('.'));
}

/** Throws if one of the folders exists but is not a folder. */
function refuseFiles(folders: readonly string[]): void {
  for (const folder of folders) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats?.isDirectory() || !entryAt(folder)) continue;
    const finding = stats === undefined ? 'is a broken link' : 'is a file, not a folder';
    const remedy = 'move it away or rename it, then run init again; nothing was written';
    throw errorAt(folder, { rule: 'output-write', finding, remedy });
  }
}

function writeAll(folder: string, files: readonly InitFile[]): void {
  const undo: (() => void)[] = [];
  for (const { path, text, previousText } of files) {
    const target = join(folder, path);
    try {
      // `wx` fails if the file was created in the meantime; such a file must not be removed afterwards.
      if (previousText === undefined) outputFileSync(target, '', { flag: 'wx' });
      undo.push(() => (previousText === undefined ? removeSync(target) : replaceFile(target, previousText)));
      replaceFile(target, text);
    } catch (error) {
      for (const restore of undo) restore();
      throw writeProblem(target, error, unwritable);
    }
  }
}

const unwritable = {
  rule: 'output-write',
  remedy: 'make sure that you may write there, then run init again; the files written so far were removed',
} as const;

function installStep({ packagePath }: Project, { dependency }: ExistingProject, isInstalled: boolean): string {
  if (dependency === undefined) {
    return `Install the command: npm install ${shellWord(packagePath ?? packageName)} (your package.json was kept).`;
  }
  const files = dependency.endsWith('.tgz') ? 'package-lock.json and the .tgz' : 'package-lock.json';
  return isInstalled
    ? `The command is installed: commit ${files} with the rest.`
    : `Install the command: npm install, and commit ${files} with the rest.`;
}

/** The build command, with the options that are missing in the configuration. */
function publishStep({ host, baseUrl }: Project, existing: ExistingProject): string {
  if (hosts[host].isLocal) {
    return `Publish it: choose a host with npx --no static-course-catalog hosts; set host and baseUrl in ${configFile}.`;
  }
  const address = baseUrl ?? existing.baseUrl;
  const options = [
    ...(existing.host === host ? [] : ['--host', host]),
    ...(address === undefined || address === existing.baseUrl ? [] : ['--base-url', shellWord(address)]),
  ];
  const first = address === undefined ? `set baseUrl in ${configFile}, then ` : '';
  const build = ['npx --no static-course-catalog build', ...options].join(' ');
  return `Publish it: ${first}${build}; its last lines say what ${hosts[host].title} needs.`;
}
