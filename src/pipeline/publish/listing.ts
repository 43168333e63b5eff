// The listing: the contents of an output folder that has no usable state, and which of them are stale.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoot, viewsFolder } from '../../api/routes.ts';
import { entryAt } from '../../paths.ts';
import { coursePagesFolder } from '../../outputs/course-pages/paths.ts';

/** The entries of a folder by name: a folder, or null for anything else. */
export type Folder = Map<string, Folder | null>;

export interface OutputListing {
  /** The folder of the API; undefined if there is none. */
  readonly api: Folder | undefined;
  /** The folder of the course pages; undefined if there is none. */
  readonly coursePages: Folder | undefined;
  /** Paths of entries that are neither files nor folders. */
  readonly odd: readonly string[];
}

/** Lists the API and the course pages in an output folder. */
export function listOutput(target: string): OutputListing {
  const odd: string[] = [];
  // Most folders contain the same single file, so they share one map.
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
  const listed = (at: string) => {
    const entry = entryAt(join(target, at));
    if (entry?.isDirectory() === true) return list(at);
    if (entry) odd.push(at);
    return undefined;
  };
  return { api: listed(apiRoot), coursePages: listed(coursePagesFolder), odd };
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
