// Init: a catalog to begin with, in a folder of the person's own; decides what to write, then writes, over nothing that is there.
import { lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../errors.ts';
import { problemAt, ProblemsError, type Problem } from '../problems.ts';
import { keptWarnings, readStanding } from './kept.ts';
import { nextSteps } from './next.ts';
import { packageName, projectFiles, type InitFile, type Project } from './project.ts';
import { publishingOn } from './publishing.ts';
import { sampleFiles, sampleFolder } from './sample.ts';

export interface InitOptions extends Project {
  /** Made where it is not there. */
  readonly folder: string;
}

export interface InitResult {
  /** Paths below the folder, with `/`. */
  readonly written: readonly string[];
  /** What was there already and stays as it was, byte for byte. */
  readonly kept: readonly string[];
  /** What was kept and is at odds with what was asked for. */
  readonly warnings: readonly Problem[];
  /** What to do next, in two or three lines. */
  readonly next: readonly string[];
}

/**
 * Writes a small catalog, its configuration and what its host reads into a folder. A file that is there stays; so does
 * a `data` folder that holds a catalog. Throws a ProblemsError, and takes back what it wrote, where it cannot write.
 */
export function init(options: InitOptions): InitResult {
  const { folder } = options;
  const publishing = publishingOn(options.host, options.baseUrl);
  const { missing, kept, keepsData } = decide(folder, [
    ...projectFiles(options, publishing.steps),
    ...publishing.files,
  ]);
  writeAll(folder, missing);
  const standing = readStanding(folder);
  const isInstalled = isThere(join(folder, 'node_modules', packageName));
  return {
    written: missing.map(({ path }) => path),
    kept: [...kept.map(({ path }) => path), ...(keepsData ? [sampleFolder] : [])],
    warnings: keptWarnings(options, standing, kept, folder),
    next: nextSteps(options, standing, isInstalled, publishing.next),
  };
}

interface Decision {
  readonly missing: readonly InitFile[];
  readonly kept: readonly InitFile[];
  readonly keepsData: boolean;
}

function decide(folder: string, files: readonly InitFile[]): Decision {
  try {
    const keepsData = !isFree(folder, sampleFolder);
    const wanted = keepsData ? files : [...files, ...sampleFiles];
    for (const { path } of wanted) refuseFiles(foldersTo(folder, path));
    const missing = wanted.filter(({ path }) => !isThere(join(folder, path)));
    return { missing, kept: wanted.filter((file) => !missing.includes(file)), keepsData };
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** A link that leads nowhere is there too: it is the person's. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether a folder may be filled: it is not there, or nothing is in it that a catalog is read from. */
function isFree(folder: string, name: string): boolean {
  const path = join(folder, name);
  refuseFiles([folder, path]);
  return !isThere(path) || readdirSync(path).every((entry) => entry.startsWith('.'));
}

/** The folder, and every one from there on the way to a file. */
function foldersTo(folder: string, path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return [folder, ...names.map((_, at) => join(folder, ...names.slice(0, at + 1)))];
}

/** What should be a folder is one, or is not there yet. */
function refuseFiles(folders: readonly string[]): void {
  for (const folder of folders) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() || !isThere(folder)) continue;
    const finding = found === undefined ? 'is a link that leads nowhere' : 'is a file, not a folder';
    throw problem(folder, finding, 'move it away or rename it, then run init again; nothing was written');
  }
}

function writeAll(folder: string, files: readonly InitFile[]): void {
  const begun: string[] = [];
  for (const { path, text } of files) {
    const whole = join(folder, path);
    try {
      mkdirSync(dirname(whole), { recursive: true });
      // `wx` refuses a file that came to be there meanwhile, and that one must not be taken back.
      writeFileSync(whole, '', { flag: 'wx' });
      begun.push(whole);
      writeFileSync(whole, text);
    } catch (error) {
      for (const one of begun) rmSync(one, { force: true });
      throw unwritable(whole, error);
    }
  }
}

function unwritable(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || errorCode(error) === undefined) return error;
  const remedy = 'see to it that you may write there, then run init again; the files that it wrote are gone again';
  return problem(path, `cannot be written: ${error.message}`, remedy);
}

function problem(path: string, finding: string, remedy: string): ProblemsError {
  return new ProblemsError([problemAt(path, undefined, '', { rule: 'output-write', finding, remedy })]);
}
