// The walk: finds every file below the source folder. It follows links to files, and none to folders.
import { readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../problems.ts';

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
  /** The paths of all folders that could be read. */
  const folders: string[] = [];
  const skipped: SkippedLink[] = [];
  /** What could not be accessed, and why. */
  const failures: { path: string; error: unknown }[] = [];
  const links: string[] = [];
  const recordFailure = (path: string, action: () => void) => {
    try {
      action();
    } catch (error) {
      failures.push({ path, error });
    }
  };
  const enter = (folder: string, wanted: (entry: Dirent) => boolean) =>
    recordFailure(folder, () => {
      const entries = readdirSync(folder, { withFileTypes: true });
      folders.push(folder);
      for (const entry of entries.toSorted((a, b) => compareText(a.name, b.name))) {
        if (entry.name.startsWith('.') || !wanted(entry)) continue;
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) enter(path, () => true);
        else if (entry.isSymbolicLink()) links.push(path);
        else recordFailure(path, () => void files.push({ path, stats: statSync(path) }));
      }
    });
  enter(root, isWanted);
  const realRoot = links.length > 0 ? realpathSync(root) : root;
  const pathByTarget = new Map(files.map(({ path }) => [join(realRoot, path.slice(root.length)), path]));
  for (const path of links) {
    recordFailure(path, () => {
      const stats = statSync(path);
      const target = realpathSync(path);
      const first = pathByTarget.get(target);
      if (stats.isDirectory() || first !== undefined) skipped.push({ path, first });
      else {
        pathByTarget.set(target, path);
        files.push({ path, stats });
      }
    });
  }
  return { files, folders, skipped, failures };
}
