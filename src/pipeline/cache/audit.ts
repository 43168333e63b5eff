// The audit: which parts of the saved state still match the output. It calls stat once for each file, and reads none.
//
// A file that was edited, touched or put in place by hand has a ctime after the snapshot that is not the one a later build
// recorded for it. The same holds for a folder in which something was added, removed or renamed.
import { lstatSync, type Stats } from 'node:fs';
import type { List } from '../../api/paging.ts';
import { attempt } from '../../errors.ts';
import { courseFilesIn, rowsWithFiles, unitsOf } from './output-files.ts';
import { valuesIn } from '../read/chunk-file.ts';
import type { ByOutput } from '../read/result.ts';
import type { OutputSettings } from '../settings.ts';
import { isUnchanged, type Unchanged } from './snapshot.ts';

/** Input of an audit as plain data, and its result as arrays in shared memory. */
export interface Audit extends Unchanged {
  readonly settings: ByOutput<OutputSettings>;
  readonly isPacked: boolean;
  readonly layout: readonly List[];
  readonly kept: ByOutput<unknown>;
  /** The file of each chunk; none if no output has files of courses. */
  readonly chunkFiles: readonly string[];
  /** One number: the index of the next chunk or, after all chunks, of the next group of units. */
  readonly next: Int32Array;
  /** By chunk: 0 once the files of all its courses were audited and are intact. */
  readonly dirtyChunks: Uint8Array;
  /** By unit of an output: 0 once it was audited and is intact. */
  readonly dirtyUnits: ByOutput<Uint8Array>;
}

/** Audits chunks, then groups of units, until none is left. Several threads may share one audit. */
export function auditFiles(audit: Audit): void {
  const { chunkFiles, settings, next, dirtyChunks, dirtyUnits } = audit;
  const rows = rowsWithFiles(audit);
  const groups = rows.flatMap((row) => {
    let first = 0;
    return unitsOf(row, audit).map((group) => {
      first += group.count;
      return { group, first: first - group.count, dirty: dirtyUnits[row.name] };
    });
  });
  const areIntact = (paths: Iterable<string>) => {
    for (const path of paths) if (!isFileIntact(path, audit)) return false;
    return true;
  };
  const areCoursesIntact = (file: string) => {
    const valueOf = valuesIn(file);
    return rows.every((row) => {
      const settingsOfRow = settings[row.name];
      return !settingsOfRow || areIntact(courseFilesIn(row, settingsOfRow, valueOf));
    });
  };
  for (;;) {
    const index = Atomics.add(next, 0, 1);
    const file = chunkFiles[index];
    const numbered = groups[index - chunkFiles.length];
    if (file !== undefined) dirtyChunks[index] = areCoursesIntact(file) ? 0 : 1;
    else if (!numbered) return;
    else {
      let unit = numbered.first;
      for (const paths of numbered.group.files()) {
        if (numbered.dirty) numbered.dirty[unit] = areIntact(paths) ? 0 : 1;
        unit += 1;
      }
    }
  }
}

/** Whether a file exists and only builds have changed it. */
export function isFileIntact(path: string, unchanged: Unchanged): boolean {
  return intactAt(path, unchanged)?.isFile() === true;
}

/** Whether a folder exists and only builds have added, removed or renamed anything in it. */
export function isFolderIntact(path: string, unchanged: Unchanged): boolean {
  return intactAt(path, unchanged)?.isDirectory() === true;
}

function intactAt(path: string, unchanged: Unchanged): Stats | undefined {
  // Where a file is in the place of a folder, rewriting the path reports the problem.
  const entry = attempt(() => lstatSync(`${unchanged.target}/${path}`, { throwIfNoEntry: false }));
  return entry && isUnchanged(entry, path, unchanged) ? entry : undefined;
}
