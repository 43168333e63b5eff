// The job that writes the files of a dump that hold the same courses.
import type { FullCourse } from '../../api/schemas.ts';
import { StreamedFile, type StreamedResult } from '../../output/streamed-file.ts';
import type { WriteRoots } from '../../output/writer.ts';
import { bytesOfUtf8 } from '../../source/utf8.ts';
import { csvHeader, csvRecord } from '../../site/dumps/courses.ts';
import type { DumpFormat } from '../../site/dumps/formats.ts';
import { writeLines, type DumpedCourses } from './lines.ts';
import { DumpRecords, recordsOf, type LoadRecords, type NeededChunks } from './records.ts';

export interface DumpTask extends DumpedCourses {
  readonly files: readonly { readonly format: DumpFormat; readonly path: string }[];
  readonly chunks: NeededChunks;
  readonly offsets: Uint32Array;
}

/** Courses in a group of rows in Parquet, which takes some ten times their size to write. */
const groupSize = 1_000;

/** Writes all files; tables in one walk through the courses. `throwIfAborted` throws once the build is aborted. */
export async function writeDump(
  task: DumpTask,
  roots: WriteRoots,
  load: LoadRecords,
  throwIfAborted: () => void,
): Promise<readonly StreamedResult[]> {
  const records = new DumpRecords(task.chunks, task.offsets, load);
  const files: StreamedFile[] = [];
  const tables: Table[] = [];
  try {
    for (const { format, path } of task.files) {
      const file = new StreamedFile(roots, path);
      files.push(file);
      const write = (bytes: Uint8Array) => file.add(bytes);
      if (format === 'ndjson') writeLines(task, records, write, throwIfAborted);
      else tables.push(await tableOf[format](write));
    }
    if (tables.length > 0) {
      for (const courses of groupsOf(recordsOf(task.courses, records, throwIfAborted)))
        for (const { add } of tables) add(courses);
    }
    for (const { finish } of tables) finish();
    return files.map((file) => file.finish());
  } finally {
    for (const file of files) file.close();
  }
}

/** A file with a row for each course, whose texts are UTF-8 texts (see `source/utf8.ts`). */
interface Table {
  readonly add: (courses: readonly FullCourse[]) => void;
  readonly finish: () => void;
}

const tableOf: Readonly<
  Record<Exclude<DumpFormat, 'ndjson'>, (write: (bytes: Uint8Array) => void) => Table | Promise<Table>>
> = {
  csv: (write) => {
    write(bytesOfUtf8(csvHeader));
    return { add: (courses) => write(bytesOfUtf8(courses.map(csvRecord).join(''))), finish: () => {} };
  },
  parquet: async (write) => {
    const { ParquetFile } = await import('../../site/dumps/parquet.ts');
    const file = new ParquetFile();
    return { add: (courses) => file.addGroup(courses), finish: () => write(file.finish()) };
  },
};

/** The courses of records with UTF-8 texts, by groups. */
function* groupsOf(records: Iterable<Uint8Array>): Generator<FullCourse[]> {
  let group: FullCourse[] = [];
  for (const { buffer, byteOffset, length } of records) {
    group.push(JSON.parse(Buffer.from(buffer, byteOffset, length).toString('latin1')));
    if (group.length < groupSize) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
