// The listing: the contents of an output folder without a usable state, and which of them are stale.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoot, folderOf } from '../api/routes.ts';

/** The entries of a folder by name: a folder, or null for anything else. */
export type Folder = Map<string, Folder | null>;

export interface OutputListing {
  /** The folder of the API. */
  readonly api: Folder;
  /** Paths of entries that are neither files nor folders. */
  readonly odd: readonly string[];
}

/** Lists the API in an output folder. */
export function listOutput(target: string): OutputListing {
  const odd: string[] = [];
  // Most folders hold the same single file: they share one map.
  const leaves = new Map<string, Folder>();
  const list = (at: string): Folder => {
    const entries = readdirSync(join(target, at), { withFileTypes: true });
    for (const entry of entries) if (!entry.isDirectory() && !entry.isFile()) odd.push(`${at}/${entry.name}`);
    const folder = (): Folder =>
      new Map(entries.map((entry) => [entry.name, entry.isDirectory() ? list(`${at}/${entry.name}`) : null]));
    if (entries.some((entry) => entry.isDirectory())) return folder();
    const names = entries.map(({ name }) => name).join('/');
    const leaf = leaves.get(names) ?? folder();
    leaves.set(names, leaf);
    return leaf;
  };
  return { api: list(apiRoot), odd };
}

/**
 * The paths of files, and of folders as a whole, that exist and are not expected. Where one of the two is a file and the other
 * a folder, the path is expected. They are in the order in which they may be removed: a page before the next one, views after
 * all that may name them.
 */
export function staleFiles(found: Folder, expected: Folder): string[] {
  const all = staleBelow(found, expected, apiRoot);
  const views = folderOf('course').replace(/\/$/u, '');
  const isView = (path: string) => path === views || path.startsWith(`${views}/`);
  const others = all.filter((path) => !isView(path)).toSorted((one, other) => pageOf(one) - pageOf(other));
  return [...others, ...all.filter(isView)];
}

function staleBelow(found: Folder, expected: Folder, above: string): string[] {
  return [...found].flatMap(([name, below]) => {
    const path = `${above}/${name}`;
    const wanted = expected.get(name);
    if (wanted === undefined) return [path];
    return below && wanted ? staleBelow(below, wanted, path) : [];
  });
}

/** The number of a page by its path; 0 for anything else. */
function pageOf(path: string): number {
  return Number(/\/page\/(\d+)$/u.exec(path)?.[1] ?? 0);
}
