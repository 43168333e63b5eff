// The third job of a build: writes files of the search index.
import { Writer, type WriteRoots, type WrittenFiles } from '../../output/writer.ts';
import type { OutputFile } from '../lists/totals.ts';
import { writeCourseFiles, type CourseFilesTask } from './course-files.ts';
import { writeTermFiles, type TermFilesTask } from './term-files.ts';

export type SearchTask = { readonly terms: TermFilesTask } | { readonly courses: CourseFilesTask };

export interface WrittenSearch {
  readonly written: WrittenFiles;
  readonly files: readonly OutputFile[];
}

/** `throwIfAborted` throws once the build is aborted. */
export function writeSearch(task: SearchTask, roots: WriteRoots, throwIfAborted: () => void): WrittenSearch {
  const files: OutputFile[] = [];
  const form = { indexFile: 'index.json', precompress: [] } as const;
  const writer = new Writer(roots, form, (path, bytes) => void files.push({ path, bytes }));
  if ('terms' in task) writeTermFiles(task.terms, writer, throwIfAborted);
  else writeCourseFiles(task.courses, writer, throwIfAborted);
  return { written: writer.tally(), files };
}
