// Tampering: what others do to the output of a build, and to its source, between two builds.
import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { writeFiles } from '../helpers/folders.ts';
import { position, pick } from './edits.ts';

/** The paths of a build, and replacements for its parts. */
export interface Scene {
  readonly data: string;
  readonly out: string;
  /** Output folders of clean builds of this source or earlier ones; each can be used once. */
  readonly others: readonly string[];
  /** A folder elsewhere, for things that are moved away. */
  readonly attic: string;
}

export interface Tampering {
  readonly what: string;
  readonly apply: (scene: Scene) => void;
}

type Paths = (scene: Scene) => readonly string[];

const files: Paths = ({ out }) => entriesOf(out, 'file');
const folders: Paths = ({ out }) => entriesOf(out, 'folder');
/** Files that the build made outside the API. */
const siteFiles: Paths = ({ out }) => {
  const manifest = join(out, '.nojekyll');
  const [, ...paths] = fs.existsSync(manifest) ? fs.readFileSync(manifest, 'utf8').trimEnd().split('\n') : [];
  return paths.map((path) => join(out, path)).filter((file) => !file.endsWith('/') && fs.existsSync(file));
};

/** Does something to one of these paths, if there are any. */
const on = (
  paths: Paths,
  what: string,
  change: (path: string, scene: Scene, number: number) => void,
): fc.Arbitrary<Tampering> =>
  fc.tuple(position, position).map(([which, number]) => ({
    what: `${what} (${which}, ${number})`,
    apply: (scene) => {
      const path = pick(paths(scene), which);
      if (path !== undefined) change(path, scene, number);
    },
  }));

/** Damages to the content of a file. */
const contentDamages: Readonly<Record<string, (bytes: Buffer) => Uint8Array>> = {
  empty: () => new Uint8Array(),
  longer: (bytes) => Buffer.concat([bytes, Buffer.from('{"x":1}\n')]),
  'one byte shorter': (bytes) => bytes.subarray(0, -1),
  'cut in half': (bytes) => bytes.subarray(0, bytes.length / 2),
  'another byte at its start': (bytes) => invert(bytes, 0),
  'another byte in the middle': (bytes) => invert(bytes, Math.floor(bytes.length / 2)),
};

/** To the source: nothing that changes its meaning. */
export const sourceTampering: fc.Arbitrary<Tampering> = fc.constant({
  what: 'touch the source',
  apply: ({ data }) => {
    for (const file of entriesBelow(data, 'file')) fs.utimesSync(file, new Date(), new Date());
  },
});

export const outputTampering: fc.Arbitrary<Tampering> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...Object.entries(contentDamages))
      .chain(([what, change]) =>
        on(files, `a file is ${what}`, (file) => fs.writeFileSync(file, change(fs.readFileSync(file)))),
      ),
  },
  on(files, 'corrupt a byte and restore the times', (file) => {
    const { atime, mtime } = fs.statSync(file);
    fs.writeFileSync(file, invert(fs.readFileSync(file), 0));
    fs.utimesSync(file, atime, mtime);
  }),
  on(files, 'touch a file', (file) => fs.utimesSync(file, new Date(), new Date())),
  on(files, 'delete a file', (file) => fs.rmSync(file)),
  on(files, 'a folder in place of a file', (file) => {
    fs.rmSync(file);
    writeFiles(file, { 'mine.txt': 'mine' });
  }),
  on(files, 'a link in place of a file', linkInPlace),
  on(files, 'a copy in place of a file', (file) => {
    const bytes = fs.readFileSync(file);
    fs.rmSync(file);
    fs.writeFileSync(file, bytes);
  }),
  on(siteFiles, 'write into a file outside the API', (file) => fs.writeFileSync(file, 'mine')),
  on(siteFiles, 'delete a file outside the API', (file) => fs.rmSync(file)),
  on(folders, 'delete a folder', (folder) => fs.rmSync(folder, { recursive: true })),
  on(folders, 'a file in place of a folder', (folder) => {
    fs.rmSync(folder, { recursive: true });
    fs.writeFileSync(folder, 'mine');
  }),
  on(folders, 'a link in place of a folder', linkInPlace),
  on(folders, 'a foreign file in a folder', (folder) => writeFiles(folder, { 'mine.txt': 'mine' })),
  on(folders, 'a foreign folder in a folder', (folder) => writeFiles(folder, { 'mine/index.json': '{}' })),
  on(folders, 'an empty folder in a folder', (folder) => fs.mkdirSync(join(folder, 'mine'), { recursive: true })),
  on(files, 'swap two files', (file, scene, number) => swap(file, pick(files(scene), number))),
  on(folders, 'swap two folders', (folder, scene, number) => swap(folder, pick(folders(scene), number))),
  position.map((number): Tampering => ({
    what: `another output in place of the output (${number})`,
    apply: ({ out, others }) => replaceBy(out, pick(others, number), fs.renameSync),
  })),
  fc.constant<Tampering>({
    what: 'delete the output',
    apply: ({ out }) => fs.rmSync(out, { recursive: true, force: true }),
  }),
);

/** What was there is elsewhere. */
function linkInPlace(path: string, { attic }: Scene): void {
  const moved = join(attic, `${fs.readdirSync(attic).length}`);
  fs.renameSync(path, moved);
  fs.symlinkSync(moved, path);
}

function swap(one: string, other = one): void {
  if (`${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)) return;
  fs.renameSync(one, `${one}~`);
  fs.renameSync(other, one);
  fs.renameSync(`${one}~`, other);
}

/** All files or all folders of the API and of the course pages; anything outside them may be foreign. */
function entriesOf(out: string, kind: 'file' | 'folder'): string[] {
  return ['api/v1', 'courses'].flatMap((path) => entriesBelow(join(out, path), kind));
}

/** In the order of their paths. */
function entriesBelow(root: string, kind: 'file' | 'folder'): string[] {
  if (fs.lstatSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => (kind === 'file' ? entry.isFile() : entry.isDirectory()))
    .map((entry) => join(entry.parentPath, entry.name));
  return (kind === 'folder' ? [root, ...paths] : paths).toSorted();
}

/** Replaces `path` by what is at `from`; does nothing if that is gone. */
function replaceBy(path: string, from: string | undefined, put: (from: string, to: string) => void): void {
  if (from === undefined || !fs.existsSync(from)) return;
  fs.rmSync(path, { recursive: true, force: true });
  put(from, path);
}

function invert(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return bytes;
}
