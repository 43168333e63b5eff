// The listing: the contents of a target but for those of the folders of courses, and which of them are stale.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linkhashForm, viewsFolder } from '../../api/routes.ts';
import { entryAt } from '../../paths.ts';
import type { CourseFiles } from '../../storage/writer.ts';

/** The entries of a folder by name: a folder, or null for anything else. */
type ListedFolder = ReadonlyMap<string, ListedFolder | null>;

export interface TargetListing {
  /** By their paths, the contents of those folders that exist. The folders of courses appear empty. */
  readonly folders: ReadonlyMap<string, ListedFolder>;
  /** Paths of special entries, neither files nor folders, but for those in the folders of courses. */
  readonly specialEntries: ReadonlySet<string>;
}

/** Lists folders of a target. The folders of courses appear empty: a writer looks into those that it writes to, and the others are removed whole. */
export function listTarget(target: string, paths: readonly string[], courseFiles: CourseFiles): TargetListing {
  const specialEntries = new Set<string>();
  // Most folders hold the same few files, so these share one map.
  const shared = new Map<string, ListedFolder>();
  const notListed: ListedFolder = new Map();
  const list = (folder: string): ListedFolder => {
    const hasCourses = courseFiles.has(folder);
    const entries = readdirSync(`${target}/${folder}`, { withFileTypes: true });
    for (const entry of entries)
      if (!entry.isDirectory() && !entry.isFile()) specialEntries.add(`${folder}/${entry.name}`);
    const key = entries.some((entry) => entry.isDirectory()) ? '' : entries.map(({ name }) => name).join('/');
    const known = shared.get(key);
    if (known) return known;
    const listed = new Map(
      entries.map((entry) => {
        if (!entry.isDirectory()) return [entry.name, null];
        return [entry.name, hasCourses && linkhashForm.test(entry.name) ? notListed : list(`${folder}/${entry.name}`)];
      }),
    );
    if (key !== '') shared.set(key, listed);
    return listed;
  };
  const folders = new Map<string, ListedFolder>();
  for (const path of paths) {
    const entry = entryAt(join(target, path));
    if (entry?.isDirectory() === true) folders.set(path, list(path));
    else if (entry) specialEntries.add(path);
  }
  return { folders, specialEntries };
}

export interface ExpectedFiles {
  /** The names of the expected files in each folder, by its path. Empty for a folder that holds only folders. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  readonly courseFiles: CourseFiles;
  readonly linkhashes: ReadonlySet<string>;
}

/** A folder with more files does not share its set of names. */
const mostShared = 8;

/** The names of files in each of their folders; `parents` are further folders, which hold only folders. */
export function namesByFolder(paths: Iterable<string>, parents: Iterable<string>): ExpectedFiles['names'] {
  const none = new Set<string>();
  const folders = new Map<string, Set<string>>();
  const add = (folder: string) => {
    for (let above = folder; !folders.has(above); above = dirname(above)) folders.set(above, none);
  };
  for (const folder of parents) add(folder);
  const shared = new Map<string, Set<string>>();
  for (const path of paths) {
    const folder = dirname(path);
    add(folder);
    const known = folders.get(folder) ?? none;
    if (known.size > mostShared) known.add(basename(path));
    else {
      const names = new Set(known).add(basename(path));
      const key = [...names].join('/');
      const same = names.size > mostShared ? names : (shared.get(key) ?? names);
      shared.set(key, same);
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
export function staleFiles({ folders }: Pick<TargetListing, 'folders'>, expected: ExpectedFiles): string[] {
  return [...folders].flatMap(([root, listed]) => {
    const stale = staleBelow(listed, expected, root);
    const isView = (path: string) => path === viewsFolder || path.startsWith(`${viewsFolder}/`);
    return [...inOrderOfRemoval(stale.filter((path) => !isView(path))), ...stale.filter(isView)];
  });
}

function staleBelow(listed: ListedFolder, expected: ExpectedFiles, above: string): string[] {
  const { names, courseFiles, linkhashes } = expected;
  const files = names.get(above);
  const hasCourses = courseFiles.has(above);
  return [...listed].flatMap(([name, below]) => {
    const path = `${above}/${name}`;
    const isFolder = (hasCourses && linkhashes.has(name)) || names.has(path);
    if (!isFolder && files?.has(name) !== true) return [path];
    return below && isFolder ? staleBelow(below, expected, path) : [];
  });
}

/** Every page before the next one, to which it links. */
function inOrderOfRemoval(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => pageOf(a) - pageOf(b));
}

/** The number of the page that a path is or is in; 0 for anything else. */
function pageOf(path: string): number {
  return Number(/\/page\/(\d+)(?=\/|$)/u.exec(path)?.[1] ?? 0);
}
