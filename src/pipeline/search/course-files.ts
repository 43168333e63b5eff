// Assembles course files of the search index from rendered records, and writes them.
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import type { Writer } from '../../storage/writer.ts';
import { coursesPath } from '../../outputs/search/format.ts';
import { addRecords, openRecords, type FiledRecords, type RecordReader } from '../lists/gather.ts';
import type { CourseRecords } from '../read/result.ts';

/** The courses of one file, by ascending id. */
export interface CourseFile {
  readonly file: number;
  readonly courses: Uint32Array;
}

export interface CourseFilesTask {
  readonly searchResults: CourseRecords | FiledRecords;
  readonly files: readonly CourseFile[];
}

export function writeCourseFiles(
  { searchResults, files }: CourseFilesTask,
  writer: Writer,
  reader: RecordReader,
  throwIfAborted: () => void,
): void {
  const all = files.map(({ courses }) => courses);
  const records = openRecords(searchResults, all, reader);
  const text = new GrowingBytes();
  for (const { file, courses } of files) {
    throwIfAborted();
    text.clear();
    text.addText('[');
    addRecords(text, records, courses);
    text.addText(']');
    text.addByte(lineEnd);
    writer.write(coursesPath(file), text);
  }
}
