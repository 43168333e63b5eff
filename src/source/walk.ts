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

/** Walks the entries of `folder` that `isWanted` accepts and everything below them, except hidden names. If a real path and a link lead to the same file or folder, the real path is walked. */
export function walk(folder: string, isWanted: (entry: Dirent) => boolean): Walk {
  const walked = new Walk(folder);
  walked.enter(folder, isWanted);
  walked.followLinks();
  return walked;
}

/** Whether a link at `path` leads to a folder that contains the link, or all of `root`. Throws file system errors. */
export function leadsBack(path: string, root: string): boolean {
  const target = realpathSync(path);
  const folder = target.endsWith(sep) ? target : target + sep;
  return [dirname(path), root].some((place) => `${realpathSync(place)}${sep}`.startsWith(folder));
}

class Walk {
  /** Everything but folders; of a link, the stats of its target. */
  readonly files: { path: string; stats: Stats }[] = [];
  /** The paths of all folders that could be read. */
  readonly folders: string[] = [];
  readonly repeated: Repeated[] = [];
  /** What could not be accessed, and why. */
  readonly failures: { path: string; error: unknown }[] = [];
  private readonly links: string[] = [];
  /** Paths by the identity of the file or folder. */
  private readonly walked = new Map<string, string>();

  constructor(private readonly root: string) {}

  /** Links are followed later, so that whatever also has a real path is walked under that path. */
  enter(folder: string, wanted: (entry: Dirent) => boolean): void {
    this.attempt(folder, () => {
      const entries = readdirSync(folder, { withFileTypes: true });
      this.folders.push(folder);
      for (const entry of entries.toSorted((a, b) => compareText(a.name, b.name))) {
        if (entry.name.startsWith('.') || !wanted(entry)) continue;
        const path = `${folder}/${entry.name}`;
        if (entry.isSymbolicLink()) this.links.push(path);
        else this.attempt(path, () => this.add(path, statSync(path)));
      }
    });
  }

  /** Links to folders come first, because they may contain the real paths of files. They may add further links. */
  followLinks(): void {
    const files: typeof this.files = [];
    for (const path of this.links) {
      this.attempt(path, () => {
        const stats = statSync(path);
        if (!stats.isDirectory()) files.push({ path, stats });
        else if (!this.walked.has(folderIdentity(path, stats)) && leadsBack(path, this.root)) {
          this.repeated.push({ path, isFolder: true, first: undefined });
        } else this.add(path, stats);
      });
    }
    for (const { path, stats } of files) this.attempt(path, () => this.add(path, stats));
  }

  private add(path: string, stats: Stats): void {
    const identity = folderIdentity(path, stats);
    const first = this.walked.get(identity);
    const isFolder = stats.isDirectory();
    if (first !== undefined) this.repeated.push({ path, isFolder, first });
    else {
      this.walked.set(identity, path);
      if (isFolder) this.enter(path, () => true);
      else this.files.push({ path, stats });
    }
  }

  private attempt(path: string, action: () => void): void {
    try {
      action();
    } catch (error) {
      this.failures.push({ path, error });
    }
  }
}

/** An identity that all paths to one file or folder share. Some file systems have no inode numbers, others have numbers above the safe integers. */
export function folderIdentity(path: string, { dev, ino }: Pick<Stats, 'dev' | 'ino'>): string {
  if (ino === 0) return realpathSync(path);
  return `${dev}:${Number.isSafeInteger(ino) ? ino : statSync(path, { bigint: true }).ino}`;
}
