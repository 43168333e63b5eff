// The third job of a build: writes files of the search index.
import { Writer, type WriteRoots, type WrittenFiles } from '../../storage/writer.ts';
import type { OutputFile } from '../lists/totals.ts';
import { writeCourseFiles, type CourseFilesTask } from './course-files.ts';
import type { RecordReader } from '../lists/gather.ts';
import { writeTermFiles, type LoadTerms, type TermFilesTask } from './term-files.ts';

export type SearchTask = { readonly terms: TermFilesTask } | { readonly courses: CourseFilesTask };

export interface WrittenSearch {
  readonly written: WrittenFiles;
  readonly files: readonly OutputFile[];
}

/** Reads parts of chunk results from their files. */
export interface SearchLoaders {
  readonly terms: LoadTerms;
  readonly searchResults: RecordReader;
}

/** `throwIfAborted` throws once the build is aborted. */
export function writeSearch(
  task: SearchTask,
  roots: WriteRoots,
  load: SearchLoaders,
  throwIfAborted: () => void,
): WrittenSearch {
  const files: OutputFile[] = [];
  const form = { indexFile: 'index.json', precompress: [] } as const;
  const writer = new Writer(roots, form, (path, bytes) => void files.push({ path, bytes }));
  if ('terms' in task) writeTermFiles(task.terms, writer, load.terms, throwIfAborted);
  else writeCourseFiles(task.courses, writer, load.searchResults, throwIfAborted);
  return { written: writer.tally(), files };
}
