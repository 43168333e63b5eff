// Assembles course files of the search index from rendered records, and writes them.
import { GrowingBytes, lineEnd } from '../../output/bytes.ts';
import type { Writer } from '../../output/writer.ts';
import { coursesPath } from '../../site/search/format.ts';
import { addRecords, type CourseRecords } from '../lists/pages.ts';

/** The courses of one file, by ascending id. */
export interface CourseFile {
  readonly file: number;
  readonly courses: Uint32Array;
}

export interface CourseFilesTask {
  readonly searchResults: CourseRecords;
  readonly files: readonly CourseFile[];
}

export function writeCourseFiles(
  { searchResults, files }: CourseFilesTask,
  writer: Writer,
  throwIfAborted: () => void,
): void {
  const text = new GrowingBytes();
  for (const { file, courses } of files) {
    throwIfAborted();
    text.clear();
    text.addText('[');
    addRecords(text, searchResults, courses);
    text.addText(']');
    text.addByte(lineEnd);
    writer.write(coursesPath(file), text);
  }
}
