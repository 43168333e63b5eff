// The audit: whether the output is still what the last build wrote. Each file is asked for once, and none is read.
//
// A file that was edited, touched or put in place by hand has a time of change later than the moment at which somebody last looked,
// and not the one that the build itself gave it since; so has a folder in which something was added, removed or renamed.
import { lstatSync, type Stats } from 'node:fs';
import { pagesOf, type List } from '../api/paging.ts';
import { folderOf } from '../api/routes.ts';
import { DamagedFile, readSections } from '../output/sections.ts';
import type { IndexForm } from '../output/writer.ts';
import { hashTexts } from './hashes.ts';
import type { KnownLists } from './known.ts';
import { firstPages, indexFilesOf, numbersOfPage, pageFolders } from './layout.ts';

/** The output that is asked, and what is trusted of it. */
export interface Asked {
  readonly target: string;
  readonly moment: number;
  /** See `Trust`. */
  readonly later: ReadonlyMap<string, number>;
}

/** What views and pages are audited with; plain data, the arrays that are filled in memory that threads share. */
export interface Audit extends Asked {
  readonly form: IndexForm;
  /** Files of the state, one for each batch. */
  readonly files: readonly string[];
  readonly lists: Pick<KnownLists, 'described' | 'pageNumbers'>;
  readonly pageSize: number;
  /** One number: what is next of the batches and then of the lists. */
  readonly next: Int32Array;
  /** Not 0 for a batch of which some view is not what was written. */
  readonly spoiltBatches: Uint8Array;
  /** Not 0 for a page that is not, if those of all lists are numbered through. */
  readonly spoiltPages: Uint8Array;
}

/** Audits batches, then lists, until nothing is left; several threads may do so at once. */
export function auditViewsAndPages(audit: Audit): void {
  const { files, lists, pageSize, next, spoiltBatches } = audit;
  const firsts = firstPages(lists.described, pageSize);
  for (;;) {
    const at = Atomics.add(next, 0, 1);
    const file = files[at];
    const list = lists.described[at - files.length];
    if (file !== undefined) spoiltBatches[at] = areViewsIntact(file, audit) ? 0 : 1;
    else if (list) auditPages(list, firsts[at - files.length] ?? 0, audit);
    else return;
  }
}

/** Whether a file is there and was changed by nobody but a build. */
export function isFileIntact(path: string, asked: Asked): boolean {
  const entry = entryAt(path, asked);
  return entry !== undefined && entry.isFile() && isTrusted(entry, path, asked);
}

/** Whether a folder is there, and nobody but a build added, removed or renamed anything in it. */
export function isFolderIntact(path: string, asked: Asked): boolean {
  const entry = entryAt(path, asked);
  return entry !== undefined && entry.isDirectory() && isTrusted(entry, path, asked);
}

function isTrusted({ ctimeMs }: Stats, path: string, { moment, later }: Asked): boolean {
  return ctimeMs <= moment || later.get(path) === ctimeMs;
}

function areViewsIntact(file: string, audit: Audit): boolean {
  try {
    const bytes = readSections(file, 'linkhashes', 'twins');
    const twins = bytes('twins');
    const folder = folderOf('course');
    let at = 0;
    for (const linkhash of hashTexts(bytes('linkhashes'))) {
      if (!isIndexIntact(`${folder}${linkhash}`, twins[at] ?? 0, audit)) return false;
      at += 1;
    }
    return true;
  } catch (error) {
    // Its courses are then read anew.
    if (error instanceof DamagedFile) return false;
    throw error;
  }
}

/** `first` is the number of its first page. */
function auditPages(list: List, first: number, audit: Audit): void {
  const { lists, pageSize, spoiltPages } = audit;
  for (let page = 1; page <= pagesOf(list.count, pageSize); page += 1) {
    const number = first + page - 1;
    const twins = lists.pageNumbers[numbersOfPage * number + numbersOfPage - 1] ?? 0;
    const isIntact = pageFolders(list, page).every((folder) => isIndexIntact(folder, twins, audit));
    spoiltPages[number] = isIntact ? 0 : 1;
  }
}

function isIndexIntact(folder: string, twins: number, audit: Audit): boolean {
  const { form } = audit;
  if (twins === 0) return isFileIntact(`${folder}/${form.indexFile}`, audit);
  return indexFilesOf(folder, twins, form).every((path) => isFileIntact(path, audit));
}

function entryAt(path: string, { target }: Asked): Stats | undefined {
  try {
    return lstatSync(`${target}/${path}`, { throwIfNoEntry: false });
  } catch {
    // A file stands where a folder should; what is wrong is found again, and told, where it is put right.
    return undefined;
  }
}
