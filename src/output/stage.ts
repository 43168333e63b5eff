// The stage: a build is written beside its output folder, and takes its place by two renames once it is whole.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { kill, pid } from 'node:process';
import { problemAt, type Problem } from '../problems.ts';
import { marker, markerFile, siteFiles } from '../site/files.ts';

/** Says why `out` cannot be written: it is not ours, or it would mix with the source. Nothing is changed. */
export function outputProblems(out: string, source: string): Problem[] {
  const problem = (finding: string) => [problemAt(out, undefined, '', { rule: 'output-folder', finding })];
  const [target, origin] = [realPath(out), realPath(source)];
  if (target === origin) return problem(`is the source folder`);
  if (isInside(origin, target)) return problem(`holds the source folder ${source}`);
  if (isInside(target, origin)) return problem(`lies inside the source folder ${source}`);
  const entry = statSync(target, { throwIfNoEntry: false });
  if (!entry) return [];
  if (!entry.isDirectory()) return problem('is not a folder');
  if (readdirSync(target).length > 0 && !isOurs(target)) {
    return problem('is not empty and was not made by this tool');
  }
  return [];
}

export interface Stage {
  /** Where to write. */
  readonly folder: string;
  /** Puts what was written in the place of the output folder; what others put there stays. */
  publish(): void;
  /** Removes what was written and not published. */
  discard(): void;
}

/** Opens an empty stage for `out`, after putting right what a killed build left behind. */
export function openStage(out: string): Stage {
  const target = realPath(out);
  const parent = dirname(target);
  mkdirSync(parent, { recursive: true });
  heal(target);
  const folder = nameBeside(target, 'building', pid);
  const previous = nameBeside(target, 'previous', pid);
  mkdirSync(folder);
  return {
    folder,
    publish() {
      if (!existsSync(target)) {
        renameSync(folder, target);
        return;
      }
      renameSync(target, previous);
      try {
        renameSync(folder, target);
      } catch (error) {
        renameSync(previous, target);
        throw error;
      }
      retire(previous, target);
    },
    discard() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function nameBeside(target: string, role: 'building' | 'previous', owner: number): string {
  return join(dirname(target), `.${basename(target)}.${role}-${owner}`);
}

/** Finishes or undoes what builds that are no longer running began. */
function heal(target: string): void {
  for (const name of readdirSync(dirname(target))) {
    const owner = Number(/-(\d+)$/u.exec(name)?.[1]);
    const path = join(dirname(target), name);
    if (!(owner > 0) || isRunning(owner)) continue;
    if (path === nameBeside(target, 'building', owner)) rmSync(path, { recursive: true, force: true });
    if (path !== nameBeside(target, 'previous', owner)) continue;
    if (existsSync(target)) retire(path, target);
    else renameSync(path, target);
  }
}

function isRunning(owner: number): boolean {
  if (owner === pid) return false;
  try {
    return kill(owner, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes the build at `previous`, after handing on to `target` whatever this tool did not make. */
function retire(previous: string, target: string): void {
  for (const path of foreignPaths(previous)) {
    if (!existsSync(join(target, path))) renameSync(join(previous, path), join(target, path));
  }
  rmSync(previous, { recursive: true, force: true });
}

/** What is in a build folder and is not ours: everything but `api/v1` and the files of the site. */
function foreignPaths(folder: string): string[] {
  const top = readdirSync(folder).filter((name) => name !== 'api' && !siteFiles.has(name));
  const api = statSync(join(folder, 'api'), { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(join(folder, 'api'))
    : [];
  return [...top, ...api.filter((name) => name !== 'v1').map((name) => join('api', name))];
}

function isOurs(folder: string): boolean {
  const file = join(folder, markerFile);
  return existsSync(file) && statSync(file).isFile() && readFileSync(file, 'utf8') === marker;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

/** The path with every link followed, as far as it exists. */
function realPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
}
