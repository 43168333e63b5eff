// The walk: finds every file below the source folder, or another one. It follows links to files, and none to folders.
import { readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import fastGlob, { type Entry } from 'fast-glob';
import { realPath } from '../../paths.ts';
import { compareText } from '../../text/problems.ts';

/** Whether an entry of a folder is a folder, a link or something else. */
export type Dirent = Entry['dirent'];

/** A link that is not read. */
export interface SkippedLink {
  readonly path: string;
  /** The path under which its file is read; undefined for a link to a folder. */
  readonly first: string | undefined;
}

/** Walks the entries of `root` that `isWanted` accepts and everything below them, except hidden names. Reads a file that also has links under its own path. */
export function walk(root: string, isWanted: (entry: Dirent) => boolean) {
  /** Everything but folders; of a link, the stats of its target. */
  const files: { path: string; stats: Stats }[] = [];
  const skipped: SkippedLink[] = [];
  const failures: Failure[] = [];
  const list = (folder: string, deep?: number) =>
    entriesBelow(folder, ['.*'], failures, deep).map(({ path, dirent }) => ({ path: `${folder}/${path}`, dirent }));
  const entries = list(root, 1)
    .filter(({ dirent }) => isWanted(dirent))
    .flatMap((entry) => (entry.dirent.isDirectory() ? list(entry.path) : [entry]))
    .filter(({ dirent }) => !dirent.isDirectory());
  const realRoot = realPath(root);
  const pathByTarget = new Map<string, string>();
  const isLink = ({ dirent }: Pick<Entry, 'dirent'>) => Number(dirent.isSymbolicLink());
  for (const { path, dirent } of entries.toSorted((a, b) => isLink(a) - isLink(b))) {
    try {
      const stats = statSync(path);
      const target = dirent.isSymbolicLink() ? realpathSync(path) : join(realRoot, path.slice(root.length));
      const first = pathByTarget.get(target);
      if (stats.isDirectory() || first !== undefined) skipped.push({ path, first });
      else {
        pathByTarget.set(target, path);
        files.push({ path, stats });
      }
    } catch (error) {
      failures.push({ path, error });
    }
  }
  return { files, skipped, failures };
}

/**
 * The paths of everything below a folder except folders: relative to it, with slashes, sorted. No link is followed. Throws file system
 * errors. Leaves out what has a name like one of `ignored`, and everything below it.
 */
export function filesBelow(folder: string, ...ignored: readonly string[]): string[] {
  const failures: Failure[] = [];
  const entries = entriesBelow(folder, ignored, failures);
  for (const { error } of failures) throw error;
  return entries.flatMap(({ path, dirent }) => (dirent.isDirectory() ? [] : path));
}

/** What could not be accessed, and why. */
type Failure = Readonly<{ path: string; error: unknown }>;

/** Any path: in `**`, no name may have a line end. */
const anyPath = '*(*/)*';

/** What is below a folder, sorted by its path from there. The path of a failure begins with the folder. */
function entriesBelow(folder: string, ignored: readonly string[], failures: Failure[], deep = Infinity): Entry[] {
  const root = resolve(folder);
  // fast-glob would end with the first failure, and pass over a folder that is gone or whose name is not UTF-8.
  function read(path: string, options: { withFileTypes: true }): Dirent[];
  function read(path: string): string[];
  function read(absolute: string): Dirent[] | string[] {
    const path = `${folder}${absolute.slice(root.length)}`;
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch (error) {
      failures.push({ path, error });
      return [];
    }
  }
  const entries = fastGlob.sync(anyPath, {
    cwd: folder,
    baseNameMatch: true,
    dot: true,
    // Such a pattern matches a path and all below it, and keeps fast-glob from looking into folders.
    ignore: ignored.map((name) => `*(*/)@(${name})/**`),
    caseSensitiveMatch: false,
    deep,
    followSymbolicLinks: false,
    onlyFiles: false,
    objectMode: true,
    unique: false,
    fs: { readdirSync: read },
  });
  return entries.toSorted((a, b) => compareText(a.path, b.path));
}
