// Totals: the number and size of all files of a build, derived without looking at the disk.
import { pagesOf, type List } from '../../api/paging.ts';
import { apiRoot, folderOf, pagesFolder } from '../../api/routes.ts';
import { sumOf, type Tally } from '../../storage/writer.ts';
import { pathsAbove } from '../../paths.ts';
import { coursePagesFolder } from '../../outputs/course-pages/paths.ts';
import type { CatalogSummary } from '../read/catalog.ts';
import type { ChunkResult } from '../read/result.ts';
import { statsPerPage, pageFolders, pageOffsets, sharedFolders } from './layout.ts';
import type { WrittenLists } from './page-plan.ts';

/** A file of the output. */
export interface OutputFile {
  readonly path: string;
  readonly bytes: number;
}

/** What a build takes from the previous one, if all its files that are neither pages nor views are intact. */
export interface PreviousFiles {
  readonly chunks: readonly ChunkResult[];
  readonly courses: number;
  /** All files that are neither pages nor views. */
  readonly otherFiles: readonly OutputFile[];
}

export interface Totals extends Tally {
  readonly folders: number;
  /** The folder with the most entries. */
  readonly largestFolder: { readonly path: string; readonly entries: number };
}

/** The list with the most courses. */
export interface LargestList {
  readonly kind: List['route'];
  readonly name: string;
  readonly pages: number;
}

export interface TotalsInput {
  readonly chunks: readonly Pick<ChunkResult, 'views' | 'coursePages'>[];
  readonly lists: WrittenLists;
  readonly pageSize: number;
  readonly summary: CatalogSummary;
  readonly hasCoursePages: boolean;
  /** All files that are neither pages nor views nor course pages. */
  readonly otherFiles: readonly OutputFile[];
}

/** The totals of an API in files. */
export function filesTotals({ chunks, lists, pageSize, summary, hasCoursePages, otherFiles }: TotalsInput): Totals {
  const { layout } = lists;
  const { courses, providers, categories, languages, pages } = summary;
  const sizes = [
    { path: folderOf('course'), entries: courses },
    ...(hasCoursePages ? [{ path: coursePagesFolder, entries: courses }] : []),
    { path: folderOf('providers'), entries: providers },
    { path: folderOf('categories'), entries: categories },
    { path: folderOf('languages'), entries: languages },
    ...layout.map(({ route, parameter, count }) => ({
      path: `${folderOf(route, parameter)}/${pagesFolder}`,
      entries: pagesOf(count, pageSize),
    })),
  ];
  const shared = new Set([
    ...sharedFolders(layout, courses, hasCoursePages),
    ...pathsAbove(`${apiRoot}/`),
    ...otherFiles.flatMap(({ path }) => pathsAbove(path)),
  ]);
  const offsets = pageOffsets(layout, pageSize);
  const ofPages = layout.map((list, at) => {
    const stats = lists.pageStats.subarray(statsPerPage * (offsets[at] ?? 0));
    return tallyPages(list, stats, pagesOf(list.count, pageSize));
  });
  return {
    ...sumOf([...chunks.flatMap(({ views, coursePages }) => [views, coursePages]), ...ofPages, ...tallies(otherFiles)]),
    folders: shared.size + pages + courses * (hasCoursePages ? 2 : 1),
    largestFolder: largestOf(sizes),
  };
}

/** The totals of an API in packs. */
export function packsTotals({
  chunks,
  summary,
  hasCoursePages,
  otherFiles,
}: Omit<TotalsInput, 'lists' | 'pageSize'>): Totals {
  const entries = new Map<string, Set<string>>();
  for (const { path } of otherFiles) {
    const folders = pathsAbove(path);
    for (const [at, folder] of folders.entries()) {
      const below = entries.get(folder) ?? new Set();
      entries.set(folder, below.add(folders[at + 1] ?? path));
    }
  }
  const pages = hasCoursePages ? summary.courses : 0;
  const sizes = [
    ...Array.from(entries, ([path, below]) => ({ path, entries: below.size })),
    { path: coursePagesFolder, entries: pages },
  ];
  return {
    ...sumOf([...chunks.map(({ coursePages }) => coursePages), ...tallies(otherFiles)]),
    folders: entries.size + pages + (pages > 0 ? 1 : 0),
    largestFolder: largestOf(sizes),
  };
}

function tallies(files: readonly OutputFile[]): Tally[] {
  return files.map(({ path, bytes }) => ({ files: 1, bytes, largest: { path, bytes } }));
}

function largestOf(folders: readonly Totals['largestFolder'][]): Totals['largestFolder'] {
  return folders.reduce((most, folder) => (folder.entries > most.entries ? folder : most));
}

/** The first of the lists with the most courses; undefined if there are no lists. */
export function largestListOf({ layout }: WrittenLists, pageSize: number): LargestList | undefined {
  const [first, ...others] = layout;
  if (!first) return undefined;
  const { route, label, count } = others.reduce((most, list) => (list.count > most.count ? list : most), first);
  return { kind: route, name: label, pages: pagesOf(count, pageSize) };
}

/** Tallies the pages of a list; `stats` starts with those of its first page. */
function tallyPages(list: List, stats: Uint32Array, pages: number): Tally {
  let [files, bytes] = [0, 0];
  let largest = { path: '', bytes: 0 };
  for (let page = 1; page <= pages; page += 1) {
    const at = statsPerPage * (page - 1);
    const [plain, all, encodings] = [stats[at] ?? 0, stats[at + 1] ?? 0, stats[at + 2] ?? 0];
    // Page 1 is also served at the list's own address.
    const copies = page === 1 ? 2 : 1;
    files += copies * (1 + bitsOf(encodings));
    bytes += copies * all;
    if (plain > largest.bytes)
      largest = { path: pageFolders(folderOf(list.route, list.parameter), page)[0] ?? '', bytes: plain };
  }
  return { files, bytes, largest };
}

function bitsOf(number: number): number {
  let [bits, left] = [0, number];
  for (; left > 0; left >>= 1) bits += left & 1;
  return bits;
}
