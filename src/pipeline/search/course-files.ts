// Assembles course files of the search index from rendered records, and writes them.
import { GrowingBytes, lineEnd } from '../../output/bytes.ts';
import type { Writer } from '../../output/writer.ts';
import { coursesPath } from '../../site/search/format.ts';
import { gatherRecords, type FiledRecords } from '../lists/gather.ts';
import { addRecords } from '../lists/pages.ts';
import type { CourseRecords, RecordTexts } from '../read/result.ts';

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
  load: (file: string) => RecordTexts,
  throwIfAborted: () => void,
): void {
  const all = files.map(({ courses }) => courses);
  const gathered =
    'files' in searchResults
      ? gatherRecords(searchResults.offsets, all, (chunk) => load(searchResults.files[chunk] ?? ''))
      : undefined;
  const records = 'files' in searchResults ? undefined : searchResults;
  const text = new GrowingBytes();
  for (const { file, courses } of files) {
    throwIfAborted();
    text.clear();
    text.addText('[');
    if (gathered) addRecords(text, gathered.records, gathered.placesOf(courses));
    else if (records) addRecords(text, records, courses);
    text.addText(']');
    text.addByte(lineEnd);
    writer.write(coursesPath(file), text);
  }
}
