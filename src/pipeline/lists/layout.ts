// The layout: the folders and files of the lists of a catalog. Only this file knows the order in which lists are numbered.
import { pagesOf, type List } from '../../api/paging.ts';
import { resourceNames } from '../../outputs/resources/resources.ts';
import { apiRoot, folderOf, pagesFolder, viewsFolder } from '../../api/routes.ts';
import type { Lists } from '../../catalog/lists.ts';
import type { References } from '../../catalog/references.ts';
import { encodingEndings } from '../../storage/encodings.ts';
import type { Folder } from '../publish/listing.ts';
import type { IndexForm } from '../../storage/writer.ts';
import { pathsAbove } from '../../paths.ts';
import { coursePagesFolder, fileIn } from '../../outputs/course-pages/paths.ts';
import { pageFile } from '../../api/formats.ts';

/** The lists in the order of their numbers: providers, categories, languages. */
export function layOut({ counts, languages }: Lists, { providers, categories }: References): List[] {
  const lists = [
    ...providers.map(({ id, name }) => ({ route: 'provider', parameter: String(id), label: name }) as const),
    ...categories.map(({ id, name }) => ({ route: 'category', parameter: String(id), label: name }) as const),
    ...languages.map((name) => ({ route: 'language', parameter: name, label: name }) as const),
  ];
  return lists.map((list, index) => ({ ...list, count: counts[index] ?? 0 }));
}

/** The number of the first page of each list, numbered across all lists, and at the end the number of all pages. */
export function pageOffsets(layout: readonly List[], pageSize: number): Uint32Array {
  const offsets = new Uint32Array(layout.length + 1);
  for (const [at, { count }] of layout.entries()) offsets[at + 1] = (offsets[at] ?? 0) + pagesOf(count, pageSize);
  return offsets;
}

/** Three numbers per page: bytes of its index file, bytes with its compressed files, and which of these exist, as bits. */
export const statsPerPage = 3;

/** The folders that a page of a list is written to: its own, and for page 1 also that of the list, `folder`. */
export function pageFolders(folder: string, page: number): string[] {
  const own = `${folder}/${pagesFolder}/${page}`;
  return page === 1 ? [own, folder] : [own];
}

/** Identifies a list, whatever its name and length. */
export function listKey({ route, parameter }: Pick<List, 'route' | 'parameter'>): string {
  return `${route}/${parameter}`;
}

/** The folder of a view. */
export function viewFolder(linkhash: string): string {
  return `${viewsFolder}/${linkhash}`;
}

/** The folder of the page of a course. */
export function coursePageFolder(linkhash: string): string {
  return `${coursePagesFolder}/${linkhash}`;
}

/** The files of an index folder; the bits of `encodings` say which compressed ones exist. */
export function indexFilesOf(folder: string, encodings: number, { indexFile, precompress }: IndexForm): string[] {
  const path = `${folder}/${indexFile}`;
  const compressed = precompress.filter((_, at) => (encodings & (1 << at)) !== 0);
  return [path, ...compressed.map((encoding) => `${path}${encodingEndings[encoding]}`)];
}

/** The files that a course may have. */
export function filesOfCourse(linkhash: string, form: IndexForm & { readonly coursePages: boolean }): string[] {
  const view = indexFilesOf(viewFolder(linkhash), -1, form);
  return form.coursePages ? [...view, fileIn(`${coursePageFolder(linkhash)}/`)] : view;
}

/** Every folder of the API, and of the course pages, that holds more than the index file of one view or page. */
export function sharedFolders(layout: readonly List[], courses: number, hasCoursePages: boolean): Set<string> {
  const leaves = [
    ...resourceNames.map((name) => folderOf(name)),
    ...(courses > 0 ? [viewFolder('').replace(/\/$/u, '')] : []),
    ...layout.map(({ route, parameter }) => `${folderOf(route, parameter)}/${pagesFolder}`),
  ];
  const folders = new Set(leaves.flatMap((path) => [...pathsAbove(path), path]));
  for (const path of pathsAbove(apiRoot)) folders.delete(path);
  if (hasCoursePages && courses > 0) folders.add(coursePagesFolder);
  return folders;
}

/** The folders of lists, and of the last pages of lists, that existed before and no longer do. */
export function removedLists(before: PagedLists, now: PagedLists): string[] {
  return Array.from(listsNow(before, now), ({ list, left, removed }) => {
    if (left === undefined) return [listFolder(list)];
    const folder = `${folderOf(list.route, list.parameter)}/${pagesFolder}`;
    return removed.map((page) => `${folder}/${page}`);
  }).flat();
}

/** The folders of all pages that existed before and no longer do. */
export function removedPages(before: PagedLists, now: PagedLists): string[] {
  return Array.from(listsNow(before, now), ({ list, removed }) => {
    const folder = folderOf(list.route, list.parameter);
    return removed.map((page) => pageFolders(folder, page)[0] ?? '');
  }).flat();
}

export interface PagedLists {
  readonly layout: readonly List[];
  readonly pageSize: number;
}

/** The lists of before: how many pages each has now, undefined if it is gone, and the numbers of the pages that it lost. */
function* listsNow(
  before: PagedLists,
  now: PagedLists,
): Generator<{ list: List; left: number | undefined; removed: number[] }> {
  const pagesNow = new Map(now.layout.map((list) => [listKey(list), pagesOf(list.count, now.pageSize)]));
  for (const list of before.layout) {
    const left = pagesNow.get(listKey(list));
    const kept = left ?? 0;
    const length = Math.max(0, pagesOf(list.count, before.pageSize) - kept);
    yield { list, left, removed: Array.from({ length }, (_, at) => kept + at + 1) };
  }
}

/** What a build writes below the folder of the course pages. */
export function expectedCoursePages(linkhashes: Iterable<string>): Folder {
  const leaf: Folder = new Map([[pageFile, null]]);
  return new Map(Array.from(linkhashes, (linkhash) => [linkhash, leaf]));
}

/** What a build writes below `api/v1`. The many folders of views and pages share one map. */
export function expectedListing(
  layout: readonly List[],
  pageSize: number,
  linkhashes: Iterable<string>,
  form: IndexForm,
): Folder {
  const names = indexFilesOf('', -1, form).map((path) => path.slice(1));
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
  for (const { route, parameter, count } of layout) {
    const folder = folderOf(route, parameter);
    for (let page = pagesOf(count, pageSize); page > 0; page -= 1) add(pageFolders(folder, page)[0] ?? '');
  }
  // Folders with subfolders have files of their own.
  const shared = [
    ...resourceNames.map((name) => folderOf(name)),
    ...layout.map(({ route, parameter }) => folderOf(route, parameter)),
  ];
  for (const path of shared) {
    const folder = add(path);
    if (folder && folder !== leaf) for (const name of names) folder.set(name, null);
  }
  return root;
}

function folderIn(folder: Folder, name: string): Folder {
  const found = folder.get(name);
  if (found) return found;
  const made: Folder = new Map();
  folder.set(name, made);
  return made;
}

/** The topmost folder of a list. */
function listFolder({ route, parameter }: List): string {
  const path = folderOf(route, parameter);
  return path
    .split('/')
    .slice(0, apiRoot.split('/').length + 2)
    .join('/');
}
