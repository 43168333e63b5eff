// The audit: whether the output is still what the last build wrote. Each file is asked for once, and none is read.
//
// A file that was edited, touched or put in place by hand has a time of change later than the moment at which somebody last looked,
// and not the one that the build itself gave it since; so has a folder in which something was added, removed or renamed.
import { lstatSync, type Stats } from 'node:fs';
import { pagesOf } from '../api/paging.ts';
import { folderOf, pagesFolder } from '../api/routes.ts';
import { DamagedFile, readSections } from '../output/sections.ts';
import type { IndexForm } from '../output/writer.ts';
import { hashTexts } from './hashes.ts';
import type { Known } from './known.ts';
import { indexFilesOf, numbersOfPage } from './layout.ts';

/** The output that is asked, and what is trusted of it. */
export interface Asked {
  readonly target: string;
  readonly moment: number;
  /** See `Trust`. */
  readonly later: ReadonlyMap<string, number>;
}

/** What views are audited with; plain data, the arrays in memory that threads share. */
export interface ViewAudit extends Asked {
  readonly form: IndexForm;
  /** Files of the state, one for each batch. */
  readonly files: readonly string[];
  /** One number: the batch that is next. */
  readonly next: Int32Array;
  /** Not 0 for a batch of which some view is not what was written. */
  readonly spoilt: Uint8Array;
}

/** Audits batches until none is left; several threads may do so at once. */
export function auditViews({ form, files, next, spoilt, ...asked }: ViewAudit): void {
  for (;;) {
    const at = Atomics.add(next, 0, 1);
    const file = files[at];
    if (file === undefined) return;
    if (!areViewsIntact(file, form, asked)) spoilt[at] = 1;
  }
}

/** The numbers of the pages that are not what was written, if those of all lists are numbered through. */
export function auditPages({ lists, pageSize }: Known, form: IndexForm, asked: Asked): Set<number> {
  const { described, pageNumbers } = lists();
  const spoilt = new Set<number>();
  let number = 0;
  for (const { route, parameter, count } of described) {
    const folder = folderOf(route, parameter);
    const isIntact = (path: string, page: number) => {
      const twins = pageNumbers[numbersOfPage * page + numbersOfPage - 1] ?? 0;
      return isIndexIntact(path, twins, form, asked);
    };
    if (!isIntact(folder, number)) spoilt.add(number);
    for (let page = 1; page <= pagesOf(count, pageSize); page += 1) {
      if (!isIntact(`${folder}/${pagesFolder}/${page}`, number)) spoilt.add(number);
      number += 1;
    }
  }
  return spoilt;
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

function areViewsIntact(file: string, form: IndexForm, asked: Asked): boolean {
  try {
    const bytes = readSections(file, 'linkhashes', 'twins');
    const twins = bytes('twins');
    const folder = folderOf('course');
    let at = 0;
    for (const linkhash of hashTexts(bytes('linkhashes'))) {
      if (!isIndexIntact(`${folder}${linkhash}`, twins[at] ?? 0, form, asked)) return false;
      at += 1;
    }
    return true;
  } catch (error) {
    // Its courses are then read anew.
    if (error instanceof DamagedFile) return false;
    throw error;
  }
}

function isIndexIntact(folder: string, twins: number, form: IndexForm, asked: Asked): boolean {
  if (twins === 0) return isFileIntact(`${folder}/${form.indexFile}`, asked);
  return indexFilesOf(folder, twins, form).every((path) => isFileIntact(path, asked));
}

function entryAt(path: string, { target }: Asked): Stats | undefined {
  try {
    return lstatSync(`${target}/${path}`, { throwIfNoEntry: false });
  } catch {
    // A file stands where a folder should; what is wrong is found again, and told, where it is put right.
    return undefined;
  }
}
