// The audit: which parts of the saved state still match the output. It calls stat once for each file, and reads none.
//
// A file that was edited, touched or put in place by hand has a ctime after the snapshot that is not the one a later build
// recorded for it. The same holds for a folder in which something was added, removed or renamed.
import { lstatSync, type Stats } from 'node:fs';
import { pagesOf, type List } from '../../api/paging.ts';
import { folderOf } from '../../api/routes.ts';
import type { IndexForm } from '../../storage/writer.ts';
import { coursePageFolder, statsPerPage, indexFilesOf, pageFolders, pageOffsets, viewFolder } from '../lists/layout.ts';
import type { WrittenLists } from '../lists/page-plan.ts';
import { fileIn } from '../../outputs/course-pages/paths.ts';
import { linkhashesIn } from '../read/result.ts';
import { readAddresses } from './chunk-file.ts';
import { isUnchanged, type Unchanged } from './snapshot.ts';

/** Input of an audit as plain data, and its result as arrays in shared memory. */
export interface Audit extends Unchanged {
  readonly form: IndexForm;
  /** Whether views are files; those in packs are not. */
  readonly views: boolean;
  /** Whether each course has a page. */
  readonly coursePages: boolean;
  /** The file of each chunk. */
  readonly chunkFiles: readonly string[];
  readonly lists: Pick<WrittenLists, 'layout' | 'pageStats'>;
  readonly pageSize: number;
  /** One number: the index of the next chunk or, after all chunks, of the next list. */
  readonly next: Int32Array;
  /** By chunk: 0 once all its views and course pages were audited and are intact. */
  readonly dirtyChunks: Uint8Array;
  /** By page, numbered across all lists: 0 once it was audited and is intact. */
  readonly dirtyPages: Uint8Array;
}

/** Audits chunks, then lists, until none is left. Several threads may share one audit. */
export function auditViewsAndPages(audit: Audit): void {
  const { chunkFiles, lists, pageSize, next, dirtyChunks } = audit;
  const offsets = pageOffsets(lists.layout, pageSize);
  for (;;) {
    const at = Atomics.add(next, 0, 1);
    const file = chunkFiles[at];
    const list = lists.layout[at - chunkFiles.length];
    if (file !== undefined) dirtyChunks[at] = areViewsIntact(file, audit) ? 0 : 1;
    else if (list) auditPages(list, offsets[at - chunkFiles.length] ?? 0, audit);
    else return;
  }
}

/** Whether a file exists and only builds have changed it. */
export function isFileIntact(path: string, unchanged: Unchanged): boolean {
  const entry = entryAt(path, unchanged);
  return entry !== undefined && entry.isFile() && isUnchanged(entry, path, unchanged);
}

/** Whether a folder exists and only builds have added, removed or renamed anything in it. */
export function isFolderIntact(path: string, unchanged: Unchanged): boolean {
  const entry = entryAt(path, unchanged);
  return entry !== undefined && entry.isDirectory() && isUnchanged(entry, path, unchanged);
}

function areViewsIntact(chunkFile: string, audit: Audit): boolean {
  const addresses = readAddresses(chunkFile);
  let at = 0;
  for (const linkhash of linkhashesIn(addresses)) {
    if (audit.views && !isIndexIntact(viewFolder(linkhash), addresses.encodings[at] ?? 0, audit)) return false;
    if (audit.coursePages && !isFileIntact(fileIn(`${coursePageFolder(linkhash)}/`), audit)) return false;
    at += 1;
  }
  return true;
}

/** `offset` is the number of the list's first page. */
function auditPages(list: List, offset: number, audit: Audit): void {
  const { lists, pageSize, dirtyPages } = audit;
  const folder = folderOf(list.route, list.parameter);
  for (let page = 1; page <= pagesOf(list.count, pageSize); page += 1) {
    const number = offset + page - 1;
    const encodings = lists.pageStats[statsPerPage * number + statsPerPage - 1] ?? 0;
    const isIntact = pageFolders(folder, page).every((path) => isIndexIntact(path, encodings, audit));
    dirtyPages[number] = isIntact ? 0 : 1;
  }
}

function isIndexIntact(folder: string, encodings: number, audit: Audit): boolean {
  const { form } = audit;
  if (encodings === 0) return isFileIntact(`${folder}/${form.indexFile}`, audit);
  return indexFilesOf(folder, encodings, form).every((path) => isFileIntact(path, audit));
}

function entryAt(path: string, { target }: Unchanged): Stats | undefined {
  try {
    return lstatSync(`${target}/${path}`, { throwIfNoEntry: false });
  } catch {
    // A file is where a folder should be; rewriting the path reports the problem.
    return undefined;
  }
}
