// The walk: finds every file below the source folder, and visits each file and folder once, wherever links lead.
import { readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { dirname, sep } from 'node:path';
import { compareText } from '../problems.ts';

/** A path that leads to something already walked. */
export interface Repeated {
  readonly path: string;
  readonly isFolder: boolean;
  /** The path under which it was walked; undefined for a link to a folder that contains it. */
  readonly first: string | undefined;
}

/** Walks the entries of `root` that `isWanted` accepts and everything below them, except hidden names. If a real path and a link lead to the same file or folder, the real path is walked. */
export function walk(root: string, isWanted: (entry: Dirent) => boolean) {
  /** Everything but folders; of a link, the stats of its target. */
  const files: { path: string; stats: Stats }[] = [];
  /** The paths of all folders that could be read. */
  const folders: string[] = [];
  const repeated: Repeated[] = [];
  /** What could not be accessed, and why. */
  const failures: { path: string; error: unknown }[] = [];
  const links: string[] = [];
  /** Paths by the identity of the file or folder. */
  const walked = new Map<string, string>();
  const attempt = (path: string, action: () => void) => {
    try {
      action();
    } catch (error) {
      failures.push({ path, error });
    }
  };
  const add = (path: string, stats: Stats) => {
    const identity = folderIdentity(path, stats);
    const first = walked.get(identity);
    const isFolder = stats.isDirectory();
    if (first === undefined) walked.set(identity, path);
    if (first !== undefined) repeated.push({ path, isFolder, first });
    else if (isFolder) enter(path, () => true);
    else files.push({ path, stats });
  };
  /** Links are followed later, so that whatever also has a real path is walked under that path. */
  const enter = (folder: string, wanted: (entry: Dirent) => boolean) =>
    attempt(folder, () => {
      const entries = readdirSync(folder, { withFileTypes: true });
      folders.push(folder);
      for (const entry of entries.toSorted((a, b) => compareText(a.name, b.name))) {
        if (entry.name.startsWith('.') || !wanted(entry)) continue;
        const path = `${folder}/${entry.name}`;
        if (entry.isSymbolicLink()) links.push(path);
        else attempt(path, () => add(path, statSync(path)));
      }
    });
  enter(root, isWanted);
  // Links to folders come first, because they may contain the real paths of files. They may add further links.
  const linkedFiles: typeof files = [];
  for (const path of links) {
    attempt(path, () => {
      const stats = statSync(path);
      if (!stats.isDirectory()) linkedFiles.push({ path, stats });
      else if (!walked.has(folderIdentity(path, stats)) && leadsBack(path, root)) {
        repeated.push({ path, isFolder: true, first: undefined });
      } else add(path, stats);
    });
  }
  for (const { path, stats } of linkedFiles) attempt(path, () => add(path, stats));
  return { files, folders, repeated, failures };
}

/** Whether a link at `path` leads to a folder that contains the link, or all of `root`. Throws file system errors. */
export function leadsBack(path: string, root: string): boolean {
  const target = realpathSync(path);
  const folder = target.endsWith(sep) ? target : target + sep;
  return [dirname(path), root].some((contained) => `${realpathSync(contained)}${sep}`.startsWith(folder));
}

/** An identity that all paths to one file or folder share. Some file systems have no inode numbers, others have numbers above the safe integers. */
export function folderIdentity(path: string, { dev, ino }: Pick<Stats, 'dev' | 'ino'>): string {
  if (ino === 0) return realpathSync(path);
  return `${dev}:${Number.isSafeInteger(ino) ? ino : statSync(path, { bigint: true }).ino}`;
}
