// The listing: the contents of an output folder that has no usable state, and which of them are stale.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { viewsFolder } from '../../api/routes.ts';
import { entryAt, pathsAbove } from '../../paths.ts';

/** The entries of a folder by name: a folder, or null for anything else. */
type ListedFolder = ReadonlyMap<string, ListedFolder | null>;

export interface OutputListing {
  /** By their paths, the contents of those folders that exist. */
  readonly folders: ReadonlyMap<string, ListedFolder>;
  /** Paths of entries that are neither files nor folders. */
  readonly odd: readonly string[];
}

export function listOutput(target: string, paths: readonly string[]): OutputListing {
  const odd: string[] = [];
  // Most folders hold the same few files, so these share one map.
  const shared = new Map<string, ListedFolder>();
  const list = (at: string): ListedFolder => {
    const entries = readdirSync(join(target, at), { withFileTypes: true });
    for (const entry of entries) if (!entry.isDirectory() && !entry.isFile()) odd.push(`${at}/${entry.name}`);
    const key = entries.some((entry) => entry.isDirectory()) ? '' : entries.map(({ name }) => name).join('/');
    const known = shared.get(key);
    if (known) return known;
    const listed = new Map(
      entries.map((entry) => [entry.name, entry.isDirectory() ? list(`${at}/${entry.name}`) : null]),
    );
    if (key !== '') shared.set(key, listed);
    return listed;
  };
  const folders = new Map<string, ListedFolder>();
  for (const path of paths) {
    const entry = entryAt(join(target, path));
    if (entry?.isDirectory() === true) folders.set(path, list(path));
    else if (entry) odd.push(path);
  }
  return { folders, odd };
}

/** The names of the files in each folder, by its path; none for a folder with nothing but folders. */
type FilesByFolder = ReadonlyMap<string, ReadonlySet<string>>;

/** Above this number of files, a folder has a set of its own. */
const mostShared = 8;

/** Groups the paths of files. */
export function filesByFolder(paths: Iterable<string>): FilesByFolder {
  const folders = new Map<string, Set<string>>();
  const shared = new Map<string, Set<string>>();
  for (const path of paths) {
    const end = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(0, end));
    const known = folders.get(folder);
    if (!known) for (const above of pathsAbove(folder)) if (!folders.has(above)) folders.set(above, new Set());
    if (known && known.size > mostShared) known.add(path.slice(end + 1));
    else {
      const names = new Set(known).add(path.slice(end + 1));
      const key = [...names].join('/');
      const same = names.size > mostShared ? names : (shared.get(key) ?? names);
      if (names.size <= mostShared) shared.set(key, same);
      folders.set(folder, same);
    }
  }
  return folders;
}

/**
 * The paths of files, and of whole folders, that exist and are not expected. A file where a folder is expected, or the reverse,
 * is not included. They are in the order in which they may be removed: a page before the next one, views after everything that
 * may link to them.
 */
export function staleFiles({ folders }: Pick<OutputListing, 'folders'>, expected: FilesByFolder): string[] {
  return [...folders].flatMap(([root, found]) => {
    const all = staleBelow(found, expected, root);
    const isView = (path: string) => path === viewsFolder || path.startsWith(`${viewsFolder}/`);
    const others = all.filter((path) => !isView(path)).toSorted((one, other) => pageOf(one) - pageOf(other));
    return [...others, ...all.filter(isView)];
  });
}

function staleBelow(found: ListedFolder, expected: FilesByFolder, above: string): string[] {
  const files = expected.get(above);
  return [...found].flatMap(([name, below]) => {
    const path = `${above}/${name}`;
    if (!files?.has(name) && !expected.has(path)) return [path];
    return below && expected.has(path) ? staleBelow(below, expected, path) : [];
  });
}

/** The number of a page by its path; 0 for anything else. */
function pageOf(path: string): number {
  return Number(/\/page\/(\d+)$/u.exec(path)?.[1] ?? 0);
}
