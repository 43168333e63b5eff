// Tampering: what others do to the output and state of a build between two builds.
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { writeFiles } from '../folders.ts';
import { at, pick } from './picks.ts';

/** The paths of a build, and replacements for its parts. */
export interface Scene {
  readonly data: string;
  readonly out: string;
  readonly state: string;
  /** Copies of the state after earlier builds. */
  readonly olderStates: readonly string[];
  /** Output folders of clean builds of this source or earlier ones, each with its state beside it; each can be used once. */
  readonly others: readonly string[];
  /** A folder elsewhere, for things that are moved away. */
  readonly attic: string;
}

export interface Tampering {
  readonly what: string;
  readonly apply: (scene: Scene) => void;
}

const withFile = (what: string, change: (file: string, scene: Scene) => void): fc.Arbitrary<Tampering> =>
  at.map((number) => ({
    what: `${what} (${number})`,
    apply: (scene) => {
      const file = pick(entriesOf(scene.out, 'file'), number);
      if (file !== undefined) change(file, scene);
    },
  }));

/** A file that the build made outside the API. */
const withSiteFile = (what: string, change: (file: string) => void): fc.Arbitrary<Tampering> =>
  at.map((number) => ({
    what: `${what} (${number})`,
    apply: ({ out }) => {
      const manifest = join(out, '.nojekyll');
      const [, ...paths] = existsSync(manifest) ? readFileSync(manifest, 'utf8').trimEnd().split('\n') : [];
      const files = paths.map((path) => join(out, path)).filter((file) => !file.endsWith('/') && existsSync(file));
      const file = pick(files, number);
      if (file !== undefined) change(file);
    },
  }));

const withFolder = (what: string, change: (folder: string, scene: Scene) => void): fc.Arbitrary<Tampering> =>
  at.map((number) => ({
    what: `${what} (${number})`,
    apply: (scene) => {
      const folder = pick(entriesOf(scene.out, 'folder'), number);
      if (folder !== undefined) change(folder, scene);
    },
  }));

/** In folders with a single index file, of which there are as many as courses, the build checks only that file. */
const withSharedFolder = (what: string, change: (folder: string) => void): fc.Arbitrary<Tampering> =>
  at.map((number) => ({
    what: `${what} (${number})`,
    apply: (scene) => {
      const isOfOne = (folder: string) => /\/(?:(?:view|courses)\/[\da-f]{32}|page\/\d+)$/u.test(folder);
      const folders = entriesOf(scene.out, 'folder').filter((folder) => !isOfOne(folder));
      const folder = pick(folders, number);
      if (folder !== undefined) change(folder);
    },
  }));

const withTwo = (what: string, kind: 'file' | 'folder'): fc.Arbitrary<Tampering> =>
  fc.tuple(at, at).map(([one, other]) => ({
    what: `${what} (${one}, ${other})`,
    apply: ({ out }) => {
      const first = pick(entriesOf(out, kind), one);
      const second = pick(entriesOf(out, kind), other);
      if (first === undefined || second === undefined || areNested(first, second)) return;
      renameSync(first, `${first}~`);
      renameSync(second, first);
      renameSync(`${first}~`, second);
    },
  }));

const withState = (what: string, change: (file: string, number: number) => void): fc.Arbitrary<Tampering> =>
  fc.tuple(at, at).map(([which, number]) => ({
    what: `${what} (${which}, ${number})`,
    apply: ({ state }) => {
      const file = pick(filesBelow(state), which);
      if (file !== undefined) change(file, number);
    },
  }));

/** To the source: nothing that changes its meaning. */
export const sourceTampering: fc.Arbitrary<Tampering> = fc.constant({
  what: 'touch the source',
  apply: ({ data }) => {
    for (const file of filesBelow(data)) utimesSync(file, new Date(), new Date());
  },
});

export const stateTampering: fc.Arbitrary<Tampering> = fc.oneof(
  fc.constant<Tampering>({
    what: 'delete the state',
    apply: ({ state }) => rmSync(state, { recursive: true, force: true }),
  }),
  withState('delete a file of the state', (file) => rmSync(file)),
  withState('empty a file of the state', (file) => truncateSync(file)),
  withState('cut a file of the state', (file, number) =>
    truncateSync(file, Math.floor((statSync(file).size * number) / 1000)),
  ),
  withState('append to a file of the state', (file) => appendFileSync(file, '{"x":1}\n')),
  withState('corrupt a byte of the state', garble),
  withState('write nonsense into the state', (file, number) => writeFileSync(file, 'nonsense'.repeat(number))),
  at.map((number): Tampering => ({
    what: `an older state in place of the state (${number})`,
    apply: ({ state, olderStates }) => replaceBy(state, pick(olderStates, number), copy),
  })),
  at.map((number): Tampering => ({
    what: `the state of another output in place of the state (${number})`,
    apply: ({ state, others }) => {
      const other = pick(others, number);
      if (other !== undefined) replaceBy(state, join(dirname(other), basename(state)), copy);
    },
  })),
);

export const outputTampering: fc.Arbitrary<Tampering> = fc.oneof(
  withFile('write into a file', (file) => writeFileSync(file, '{"mine": true}\n')),
  withFile('append to a file', (file) => appendFileSync(file, ' ')),
  withFile('corrupt a byte and restore the times', (file) => {
    const { atime, mtime } = statSync(file);
    garble(file, 1);
    utimesSync(file, atime, mtime);
  }),
  withFile('touch a file', (file) => utimesSync(file, new Date(), new Date())),
  withFile('delete a file', (file) => rmSync(file)),
  withFile('a folder in place of a file', (file) => {
    rmSync(file);
    writeFiles(file, { 'mine.txt': 'mine' });
  }),
  withFile('a link in place of a file', (file, { attic }) => {
    const moved = join(attic, `file-${readdirSync(attic).length}`);
    renameSync(file, moved);
    symlinkSync(moved, file);
  }),
  withFile('a copy in place of a file', (file) => {
    const bytes = readFileSync(file);
    rmSync(file);
    writeFileSync(file, bytes);
  }),
  withSiteFile('write into a file outside the API', (file) => writeFileSync(file, 'mine')),
  withSiteFile('delete a file outside the API', (file) => rmSync(file)),
  withFolder('delete a folder', (folder) => rmSync(folder, { recursive: true })),
  withFolder('a file in place of a folder', (folder) => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'mine');
  }),
  withFolder('a link in place of a folder', (folder, { attic }) => {
    const moved = join(attic, `folder-${readdirSync(attic).length}`);
    renameSync(folder, moved);
    symlinkSync(moved, folder);
  }),
  withSharedFolder('a foreign file in a folder', (folder) => writeFiles(folder, { 'mine.txt': 'mine' })),
  withSharedFolder('a foreign folder in a folder', (folder) => writeFiles(folder, { 'mine/index.json': '{}' })),
  withSharedFolder('an empty folder in a folder', (folder) => mkdirSync(join(folder, 'mine'), { recursive: true })),
  withTwo('swap two files', 'file'),
  withTwo('swap two folders', 'folder'),
  at.map((number): Tampering => ({
    what: `another output in place of the output (${number})`,
    apply: ({ out, others }) => replaceBy(out, pick(others, number), renameSync),
  })),
  fc.constant<Tampering>({
    what: 'delete the output',
    apply: ({ out }) => rmSync(out, { recursive: true, force: true }),
  }),
);

/** All files or all folders of the API and of the course pages; anything outside them may be foreign. */
function entriesOf(out: string, kind: 'file' | 'folder'): string[] {
  return ['api/v1', 'courses'].flatMap((path) => entriesBelow(join(out, path), kind));
}

/** In the order of their paths. */
function entriesBelow(root: string, kind: 'file' | 'folder'): string[] {
  if (lstatSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => (kind === 'file' ? entry.isFile() : entry.isDirectory()))
    .map((entry) => join(entry.parentPath, entry.name));
  return (kind === 'folder' ? [root, ...paths] : paths).toSorted();
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function areNested(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

function garble(file: string, number: number): void {
  const bytes = readFileSync(file);
  if (bytes.length === 0) return;
  const index = Math.floor((bytes.length * number) / 1000);
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

/** Replaces `path` by what is at `from`; does nothing if that is gone. */
function replaceBy(path: string, from: string | undefined, put: (from: string, to: string) => void): void {
  if (from === undefined || !existsSync(from)) return;
  rmSync(path, { recursive: true, force: true });
  put(from, path);
}

/** Copied files are new to the file system; moved ones are not. */
function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}
