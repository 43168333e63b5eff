// The audit: whether the output is still what the last build wrote. Each file is asked for once, and none is read.
//
// A file that was edited, touched or put in place by hand has a time of change later than the moment at which the build ended;
// a folder in which something was added, removed or renamed has, too.
import { lstatSync } from 'node:fs';
import { pagesOf } from '../api/paging.ts';
import { folderOf, pagesFolder } from '../api/routes.ts';
import { readSections } from '../output/sections.ts';
import type { IndexForm } from '../output/writer.ts';
import { hashTexts } from './hashes.ts';
import type { Known } from './known.ts';
import { indexFilesOf, numbersOfPage } from './layout.ts';

/** What views are audited with; plain data, the arrays in memory that threads share. */
export interface ViewAudit {
  readonly target: string;
  readonly moment: number;
  readonly form: IndexForm;
  /** Files of the state, one for each batch. */
  readonly files: readonly string[];
  /** One number: the batch that is next. */
  readonly next: Int32Array;
  /** Not 0 for a batch of which some view is not what was written. */
  readonly spoilt: Uint8Array;
}

/** Audits batches until none is left; several threads may do so at once. */
export function auditViews({ target, moment, form, files, next, spoilt }: ViewAudit): void {
  for (;;) {
    const at = Atomics.add(next, 0, 1);
    const file = files[at];
    if (file === undefined) return;
    if (!areViewsIntact(file, { target, moment, form })) spoilt[at] = 1;
  }
}

/** The numbers of the pages that are not what was written, if those of all lists are numbered through. */
export function auditPages({ lists, pageSize, moment }: Known, target: string, form: IndexForm): Set<number> {
  const { described, pageNumbers } = lists();
  const spoilt = new Set<number>();
  let number = 0;
  for (const { route, parameter, count } of described) {
    const folder = `${target}/${folderOf(route, parameter)}`;
    const isIntact = (path: string, page: number) => {
      const twins = pageNumbers[numbersOfPage * page + numbersOfPage - 1] ?? 0;
      return isIndexIntact(path, twins, form, moment);
    };
    if (!isIntact(folder, number)) spoilt.add(number);
    for (let page = 1; page <= pagesOf(count, pageSize); page += 1) {
      if (!isIntact(`${folder}/${pagesFolder}/${page}`, number)) spoilt.add(number);
      number += 1;
    }
  }
  return spoilt;
}

/** Whether a file is there and was not changed after the moment. */
export function isFileIntact(path: string, moment: number): boolean {
  const entry = entryAt(path);
  return entry !== undefined && entry.ctimeMs <= moment && entry.isFile();
}

/** Whether a folder is there, and nothing in it was added, removed or renamed after the moment. */
export function isFolderIntact(path: string, moment: number): boolean {
  const entry = entryAt(path);
  return entry !== undefined && entry.ctimeMs <= moment && entry.isDirectory();
}

function areViewsIntact(
  file: string,
  { target, moment, form }: Pick<ViewAudit, 'target' | 'moment' | 'form'>,
): boolean {
  const bytes = readSections(file, 'linkhashes', 'twins');
  const twins = bytes('twins');
  const folder = `${target}/${folderOf('course')}`;
  let at = 0;
  for (const linkhash of hashTexts(bytes('linkhashes'))) {
    if (!isIndexIntact(`${folder}${linkhash}`, twins[at] ?? 0, form, moment)) return false;
    at += 1;
  }
  return true;
}

function isIndexIntact(folder: string, twins: number, form: IndexForm, moment: number): boolean {
  if (twins === 0) return isFileIntact(`${folder}/${form.indexFile}`, moment);
  return indexFilesOf(folder, twins, form).every((path) => isFileIntact(path, moment));
}

function entryAt(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A file stands where a folder should; what is wrong is found again, and told, where it is put right.
    return undefined;
  }
}
