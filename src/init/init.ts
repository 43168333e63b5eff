// Init: a catalog to begin with, in a folder of the person's own; decides what to write, then writes, over nothing that is there.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { problemAt, ProblemsError } from '../problems.ts';
import type { HostName } from '../site/hosts/hosts.ts';
import { packageFile, packageName, projectFiles, type InitFile } from './project.ts';
import { publishingOn, type Publishing } from './publishing.ts';
import { sampleFiles, sampleFolder } from './sample.ts';

export interface InitOptions {
  /** Made where it is not there. */
  readonly folder: string;
  readonly host: HostName;
  /** Where the site will be; undefined where that is not settled yet. */
  readonly baseUrl: string | undefined;
  /** The version of this package, which the catalog's `package.json` asks for. */
  readonly version: string;
}

export interface InitResult {
  /** Paths below the folder, with `/`. */
  readonly written: readonly string[];
  /** What was there already and stays as it was, byte for byte. */
  readonly kept: readonly string[];
  /** What to do next, in two or three lines. */
  readonly next: readonly string[];
}

/**
 * Writes a small catalog, its configuration and what its host reads into a folder. A file that is there stays; so does
 * a `data` folder that holds anything. Throws a ProblemsError, and takes back what it wrote, where it cannot write.
 */
export function init(options: InitOptions): InitResult {
  const { folder } = options;
  const publishing = publishingOn(options.host, options.baseUrl);
  const { missing, kept } = decide(folder, [...projectFiles(options, publishing.steps), ...publishing.files]);
  writeAll(folder, missing);
  return { written: missing.map(({ path }) => path), kept, next: nextSteps(options, publishing, kept) };
}

function decide(folder: string, files: readonly InitFile[]): { missing: InitFile[]; kept: string[] } {
  try {
    refuseFile(folder);
    const keepsData = !isFree(join(folder, sampleFolder));
    const wanted = keepsData ? files : [...files, ...sampleFiles];
    const missing = wanted.filter(({ path }) => !isThere(join(folder, path)));
    const kept = wanted.filter((file) => !missing.includes(file)).map(({ path }) => path);
    return { missing, kept: keepsData ? [...kept, sampleFolder] : kept };
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** A link that leads nowhere is there too: it is the person's. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether a folder may be filled: it is not there, or nothing is in it. */
function isFree(path: string): boolean {
  if (!isThere(path)) return true;
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(path).length === 0;
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

function refuseFile(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw problem(folder, 'is a file, not a folder');
  }
}

function unwritable(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  return problem(path, `cannot be written: ${error.message}`);
}

function problem(path: string, finding: string): ProblemsError {
  const remedy = 'name a folder that can be written, then run init again; nothing of it was left behind';
  return new ProblemsError([problemAt(path, undefined, '', { rule: 'output-write', finding, remedy })]);
}

function nextSteps({ folder }: InitOptions, publishing: Publishing, kept: readonly string[]): string[] {
  const asksForUs = !kept.includes(packageFile) || namesUs(join(folder, packageFile));
  return [
    asksForUs
      ? 'Install the command: npm install, and commit package-lock.json with the rest.'
      : `Install the command: npm install ${packageName} (package.json was there and stays as it is).`,
    'Edit data/ and see the API change: npx course-catalog preview --watch --open',
    publishing.next,
  ];
}

/** A package.json that cannot be read asks for nothing, and is no reason to fail once all is written. */
function namesUs(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').includes(`"${packageName}"`);
  } catch {
    return false;
  }
}
