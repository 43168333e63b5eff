// The audit: which parts of the saved state still match the target. It calls stat once for each file, and reads none.
//
// A file that was edited, touched or put in place by hand has a ctime after the snapshot that is not the one a later build
// recorded for it. The same holds for a folder in which something was added, removed or renamed.
import { lstatSync, type Stats } from 'node:fs';
import { attempt } from '../../errors.ts';
import { courseFilesIn, outputsWithFiles } from '../built-files.ts';
import type { ByOutput, OutputSettings } from '../output-settings.ts';
import { valuesIn } from '../read/chunk-file.ts';
import { isUnchanged, type IndexedTimes } from './snapshot.ts';

/** Input of an audit of the files of courses as plain data, and its result as arrays in shared memory. */
export interface CourseAudit extends IndexedTimes {
  readonly settings: ByOutput<OutputSettings>;
  /** The file of each chunk; none if no output has files of courses. */
  readonly chunkFiles: readonly string[];
  /** One number: the index of the next chunk. */
  readonly next: Int32Array;
  /** By chunk: 0 once the files of all its courses were audited and are intact. */
  readonly dirtyChunks: Uint8Array;
}

/** Audits the files of courses, chunk by chunk, until none is left. Several threads may share one audit. */
export function auditCourses(audit: CourseAudit): void {
  const { chunkFiles, settings, next, dirtyChunks } = audit;
  const withFiles = outputsWithFiles(audit);
  for (;;) {
    const index = Atomics.add(next, 0, 1);
    const file = chunkFiles[index];
    if (file === undefined) return;
    const valueOf = valuesIn(file);
    const areIntact = withFiles.every((output) => {
      const settingsOfOutput = settings[output.name];
      return !settingsOfOutput || areFilesIntact(courseFilesIn(output, settingsOfOutput, valueOf), audit);
    });
    dirtyChunks[index] = areIntact ? 0 : 1;
  }
}

export function areFilesIntact(paths: Iterable<string>, times: IndexedTimes): boolean {
  for (const path of paths) if (!isFileIntact(path, times)) return false;
  return true;
}

/** Whether a file exists and only builds have changed it. */
function isFileIntact(path: string, times: IndexedTimes): boolean {
  return intactAt(path, times)?.isFile() === true;
}

/** Whether a folder exists and only builds have added, removed or renamed anything in it. */
export function isFolderIntact(path: string, times: IndexedTimes): boolean {
  return intactAt(path, times)?.isDirectory() === true;
}

function intactAt(path: string, times: IndexedTimes): Stats | undefined {
  // Where a file is in the place of a folder, rewriting the path reports the problem.
  const entry = attempt(() => lstatSync(`${times.target}/${path}`, { throwIfNoEntry: false }));
  return entry && isUnchanged(entry, path, times) ? entry : undefined;
}
