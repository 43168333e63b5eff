// The stock: what stands in the output where no record can be trusted, and what of it a build does not make.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pagesOf, type List } from '../api/paging.ts';
import { encodingEndings } from '../output/encodings.ts';
import type { IndexForm } from '../output/writer.ts';
import { pageFolders, resourceNames, viewFolder } from './layout.ts';
import { apiRoot, folderOf } from '../api/routes.ts';

/** What a folder holds by name: folders, or null for anything else. */
export type Folder = Map<string, Folder | null>;

export interface Stock {
  readonly folder: Folder;
  /** Paths of what is neither a file nor a folder. */
  readonly odd: readonly string[];
}

/** Takes stock of the API in an output folder. */
export function takeStock(target: string): Stock {
  const odd: string[] = [];
  // Most folders hold the same one file: they are one and the same here.
  const leaves = new Map<string, Folder>();
  const look = (at: string): Folder => {
    const entries = readdirSync(join(target, at), { withFileTypes: true });
    for (const entry of entries) if (!entry.isDirectory() && !entry.isFile()) odd.push(`${at}/${entry.name}`);
    const below = (): Folder =>
      new Map(entries.map((entry) => [entry.name, entry.isDirectory() ? look(`${at}/${entry.name}`) : null]));
    if (entries.some((entry) => entry.isDirectory())) return below();
    const names = entries.map(({ name }) => name).join('/');
    const known = leaves.get(names) ?? below();
    leaves.set(names, known);
    return known;
  };
  return { folder: look(apiRoot), odd };
}

/** What a build makes below `api/v1`. The folders of views and pages, of which there are many, are one and the same. */
export function expectedFolder(
  described: readonly List[],
  pageSize: number,
  linkhashes: Iterable<string>,
  { indexFile, precompress }: IndexForm,
): Folder {
  const names = [indexFile, ...precompress.map((encoding) => `${indexFile}${encodingEndings[encoding]}`)];
  const leaf: Folder = new Map(names.map((name) => [name, null]));
  const root: Folder = new Map();
  const add = (path: string) => {
    let folder = root;
    const segments = path
      .slice(apiRoot.length + 1)
      .split('/')
      .filter(Boolean);
    for (const segment of segments.slice(0, -1)) folder = folderIn(folder, segment);
    const last = segments.at(-1);
    if (last !== undefined && !folder.has(last)) folder.set(last, leaf);
    return last === undefined ? root : folder.get(last);
  };
  for (const linkhash of linkhashes) add(viewFolder(linkhash));
  for (const list of described) {
    for (let page = pagesOf(list.count, pageSize); page > 0; page -= 1) add(pageFolders(list, page)[0] ?? '');
  }
  // Those that hold folders, too, get files of their own.
  const shared = [
    ...resourceNames.map((name) => folderOf(name)),
    ...described.map((list) => pageFolders(list, 1)[1] ?? ''),
  ];
  for (const path of shared) {
    const folder = add(path);
    if (folder && folder !== leaf) for (const name of names) folder.set(name, null);
  }
  return root;
}

/**
 * The paths of what stands there and is not expected: files, and folders as a whole. What stands where something of another kind
 * is expected is none. They are in the order in which they may go: a page before the next one, views after all that may name them.
 */
export function straysIn(found: Folder, expected: Folder): string[] {
  const all = straysBelow(found, expected, apiRoot);
  const views = viewFolder('').replace(/\/$/u, '');
  const isView = (path: string) => path === views || path.startsWith(`${views}/`);
  const others = all.filter((path) => !isView(path)).toSorted((one, other) => pageOf(one) - pageOf(other));
  return [...others, ...all.filter(isView)];
}

function straysBelow(found: Folder, expected: Folder, above: string): string[] {
  return [...found].flatMap(([name, below]) => {
    const path = `${above}/${name}`;
    const wanted = expected.get(name);
    if (wanted === undefined) return [path];
    return below && wanted ? straysBelow(below, wanted, path) : [];
  });
}

/** The number of a page by its path; 0 of anything else. */
function pageOf(path: string): number {
  return Number(/\/page\/(\d+)$/u.exec(path)?.[1] ?? 0);
}

function folderIn(folder: Folder, name: string): Folder {
  const known = folder.get(name);
  if (known) return known;
  const made: Folder = new Map();
  folder.set(name, made);
  return made;
}
