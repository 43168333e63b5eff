// Trees of files for tests of publishing: arbitrary trees, writing and reading them, and the steps from one to another.
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { Step } from '../../src/build/publish/publication.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';

/** The contents of files by path; no path is a folder of another. */
export type Tree = ReadonlyMap<string, string>;

/** Few names and contents, so that trees share paths, and one has files where another has folders. */
const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

export const tree: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(path, fc.constantFrom('old', 'new', '')), { maxLength: 14 })
  .map((entries) => {
    const files = new Map<string, string>();
    for (const [file, content] of entries)
      if ([...files.keys()].every((other) => !isBelow(file, other) && !isBelow(other, file))) files.set(file, content);
    return files;
  });

/** What a build stages, and the steps that publish it, in any order; some files of the output folder itself are staged elsewhere. */
export function stepsBetween(before: Tree, after: Tree): fc.Arbitrary<{ staged: Tree; steps: Step[] }> {
  const written = [...after].filter(([file, content]) => before.get(file) !== content);
  const removed = [...before.keys()].filter((file) => !after.has(file));
  const moved = fc.array(fc.boolean(), { minLength: written.length, maxLength: written.length });
  return moved.chain((elsewhere) => {
    const puts = written.map(([put], at) => ({
      put,
      from: elsewhere[at] === true && !put.includes('/') ? `elsewhere/${at}` : put,
    }));
    const staged = new Map(puts.map(({ from }, at) => [from, written[at]?.[1] ?? '']));
    const all: Step[] = [...puts, ...removed.map((file) => ({ remove: file })), { remove: 'c/never/there' }];
    return fc.shuffledSubarray(all, { minLength: all.length }).map((steps) => ({ staged, steps }));
  });
}

export interface Folders {
  readonly stage: string;
  readonly target: string;
  /** A folder outside of both. */
  readonly apart: string;
}

/** Runs `use` on an output folder and a stage with these files. */
export async function inFolders(
  before: Tree,
  staged: Tree,
  use: (folders: Folders) => Promise<void> | void,
): Promise<void> {
  await inFolder(async (folder) => {
    const folders = { stage: join(folder, 'stage'), target: join(folder, 'dist'), apart: join(folder, 'apart') };
    for (const one of Object.values(folders)) mkdirSync(one);
    writeFiles(folders.target, Object.fromEntries(before));
    writeFiles(folders.stage, Object.fromEntries(staged));
    await use(folders);
  });
}

/** Everything below a folder: the bytes of files by path, `folder` for folders, the targets of links. */
export function contentsOf(folder: string): Map<string, string> {
  return new Map(pathsIn(folder).map((one) => [one, contentAt(join(folder, one))]));
}

/** The same with what identifies the file itself: inode, mode and time. */
export function identitiesOf(folder: string): Map<string, string> {
  const identity = (one: string) => {
    const { ino, mode, mtimeMs } = lstatSync(join(folder, one));
    const isFolder = contentAt(join(folder, one)) === 'folder';
    // The time of a folder changes even if an entry was in it only for a moment.
    return [contentAt(join(folder, one)), ino, mode, ...(isFolder ? [] : [mtimeMs])].join(' ');
  };
  return new Map(pathsIn(folder).map((one) => [one, identity(one)]));
}

/** Faults at an instant between two builds: content of neither build, absent although in both, or an empty folder. */
export function faultsBetween(folder: string, before: Tree, after: Tree): string[] {
  const found = contentsOf(folder);
  const paths = [...found.keys()];
  const wrong = paths.filter((one) => {
    const content = found.get(one) ?? '';
    return content === 'folder'
      ? paths.every((other) => dirname(other) !== one)
      : ![before.get(one), after.get(one)].includes(content);
  });
  const absent = [...before.keys()].filter((one) => after.has(one) && !found.has(one));
  return [...wrong.map((one) => `${one}: ${found.get(one)}`), ...absent.map((one) => `${one}: absent`)];
}

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
}

function contentAt(whole: string): string {
  const entry = lstatSync(whole);
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? `-> ${readlinkSync(whole)}` : readFileSync(whole, 'latin1');
}

function isBelow(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`);
}
