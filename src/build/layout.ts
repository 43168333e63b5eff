// The layout: which folders and files a catalog has in the output, and what they came to.
import { pagesOf, type List } from '../api/paging.ts';
import { apiRoot, folderOf, pagesFolder } from '../api/routes.ts';
import type { Lists } from '../catalog/lists.ts';
import type { References } from '../catalog/references.ts';
import { encodingEndings } from '../output/encodings.ts';
import { pathsAbove } from '../output/obstacles.ts';
import type { IndexForm } from '../output/writer.ts';

/** The responses that are one file each, in the order in which they are published: the index of all comes last. */
export const resourceNames = ['languages', 'latest', 'providers', 'categories', 'index'] as const;

/** The lists in the order in which they are numbered: those of providers, of categories, of languages. */
export function describeLists({ counts, languages }: Lists, { providers, categories }: References): List[] {
  const described = [
    ...providers.map(({ id, name }) => ({ route: 'provider', parameter: String(id), label: name }) as const),
    ...categories.map(({ id, name }) => ({ route: 'category', parameter: String(id), label: name }) as const),
    ...languages.map((name) => ({ route: 'language', parameter: name, label: name }) as const),
  ];
  return described.map((list, index) => ({ ...list, count: counts[index] ?? 0 }));
}

/** The number of the first page of each list, if the pages of all are numbered through, and of all pages at the end. */
export function firstPages(described: readonly List[], pageSize: number): Uint32Array {
  const firsts = new Uint32Array(described.length + 1);
  for (const [at, { count }] of described.entries()) firsts[at + 1] = (firsts[at] ?? 0) + pagesOf(count, pageSize);
  return firsts;
}

/** Numbers that are kept of each page: bytes of its index file, the same with its twins, and which twins there are. */
export const numbersOfPage = 3;

/** The folders in which a page lies: its own, and for page 1 the list's. */
export function pageFolders(list: List, page: number): string[] {
  const folder = folderOf(list.route, list.parameter);
  const own = `${folder}/${pagesFolder}/${page}`;
  return page === 1 ? [own, folder] : [own];
}

/** What tells a list from all others, whatever its name and length are. */
export function listKey({ route, parameter }: Pick<List, 'route' | 'parameter'>): string {
  return `${route}/${parameter}`;
}

/** The folder that holds everything of a list. */
export function listRoot({ route, parameter }: Pick<List, 'route' | 'parameter'>): string {
  const path = folderOf(route, parameter);
  return path
    .split('/')
    .slice(0, apiRoot.split('/').length + 2)
    .join('/');
}

/** The folder of a view. */
export function viewFolder(linkhash: string): string {
  return folderOf('course', linkhash);
}

/** The files of an index folder, the twins that its bits name included. */
export function indexFilesOf(folder: string, twins: number, { indexFile, precompress }: IndexForm): string[] {
  const path = `${folder}/${indexFile}`;
  const encoded = precompress.filter((_, at) => (twins & (1 << at)) !== 0);
  return [path, ...encoded.map((one) => `${path}${encodingEndings[one]}`)];
}

/** Every folder of the API that holds more than the index file of one view or page. */
export function sharedFolders(described: readonly List[], courses: number): Set<string> {
  const leaves = [
    ...resourceNames.map((name) => folderOf(name)),
    ...(courses > 0 ? [viewFolder('').replace(/\/$/u, '')] : []),
    ...described.map(({ route, parameter }) => `${folderOf(route, parameter)}/${pagesFolder}`),
  ];
  const folders = new Set(leaves.flatMap((path) => [...pathsAbove(path), path]));
  for (const path of pathsAbove(apiRoot)) folders.delete(path);
  return folders;
}

/** How many folders the output has. */
export function countFolders(
  described: readonly List[],
  pages: number,
  courses: number,
  restFiles: readonly string[],
): number {
  const others = new Set([
    ...sharedFolders(described, courses),
    ...pathsAbove(`${apiRoot}/`),
    ...restFiles.flatMap(pathsAbove),
  ]);
  return others.size + pages + courses;
}
