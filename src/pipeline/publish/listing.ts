// The listing: the contents of an output folder that has no usable state, and which of them are stale.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { viewsFolder } from '../../api/routes.ts';
import { entryAt } from '../../paths.ts';
import { FileTree, type Folder } from './file-tree.ts';

export interface OutputListing {
  /** By their paths, the contents of those folders that exist. */
  readonly folders: ReadonlyMap<string, Folder>;
  /** Paths of entries that are neither files nor folders. */
  readonly odd: readonly string[];
}

export function listOutput(target: string, paths: readonly string[]): OutputListing {
  const odd: string[] = [];
  // Most folders contain the same single file, so they share one map.
  const tree = new FileTree();
  const list = (at: string): Folder => {
    const entries = readdirSync(join(target, at), { withFileTypes: true });
    for (const entry of entries) if (!entry.isDirectory() && !entry.isFile()) odd.push(`${at}/${entry.name}`);
    if (!entries.some((entry) => entry.isDirectory())) return tree.leaf(entries.map(({ name }) => name));
    return new Map(entries.map((entry) => [entry.name, entry.isDirectory() ? list(`${at}/${entry.name}`) : null]));
  };
  const folders = new Map<string, Folder>();
  for (const path of paths) {
    const entry = entryAt(join(target, path));
    if (entry?.isDirectory() === true) folders.set(path, list(path));
    else if (entry) odd.push(path);
  }
  return { folders, odd };
}

/**
 * The paths of files, and of whole folders, that exist and are not expected. A file where a folder is expected, or the reverse,
 * is not included. They are in the order in which they may be removed: a page before the next one, views after everything that
 * may link to them.
 */
export function staleFiles(found: Folder, expected: Folder, root: string): string[] {
  const all = staleBelow(found, expected, root);
  const isView = (path: string) => path === viewsFolder || path.startsWith(`${viewsFolder}/`);
  const others = all.filter((path) => !isView(path)).toSorted((one, other) => pageOf(one) - pageOf(other));
  return [...others, ...all.filter(isView)];
}

function staleBelow(found: Folder, expected: Folder, above: string): string[] {
  return [...found].flatMap(([name, below]) => {
    const path = `${above}/${name}`;
    const expectedBelow = expected.get(name);
    if (expectedBelow === undefined) return [path];
    return below && expectedBelow ? staleBelow(below, expectedBelow, path) : [];
  });
}

/** The number of a page by its path; 0 for anything else. */
function pageOf(path: string): number {
  return Number(/\/page\/(\d+)$/u.exec(path)?.[1] ?? 0);
}
