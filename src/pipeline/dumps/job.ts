// The job that writes the files of a dump that hold the same courses.
import type { FullCourse } from '../../api/schemas.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { StreamedFile, type StreamedResult } from '../../storage/streamed-file.ts';
import type { WriteRoots } from '../../storage/writer.ts';
import { csvHeader, csvRecord } from '../../outputs/dumps/courses.ts';
import type { DumpFormat } from '../../outputs/dumps/formats.ts';
import { writeLines, type DumpedCourses } from './lines.ts';
import { DumpRecords, recordsOf, type LoadRecords, type NeededChunks } from './records.ts';

export interface DumpTask extends DumpedCourses {
  readonly files: readonly { readonly format: DumpFormat; readonly path: string }[];
  readonly chunks: NeededChunks;
  readonly offsets: Uint32Array;
}

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
      for (const { buffer, byteOffset, length } of recordsOf(task.courses, records, throwIfAborted)) {
        const course: FullCourse = JSON.parse(Buffer.from(buffer, byteOffset, length).toString('latin1'));
        for (const table of tables) table.add(course);
      }
    }
    for (const table of tables) table.finish();
    return files.map((file) => file.finish());
  } finally {
    for (const file of files) file.close();
  }
}

/** A file with a row for each course, whose texts are UTF-8 texts (see `source/utf8.ts`). */
interface Table {
  readonly add: (course: FullCourse) => void;
  readonly finish: () => void;
}

type Write = (bytes: Uint8Array) => void;

const tableOf: Readonly<Record<Exclude<DumpFormat, 'ndjson'>, (write: Write) => Table | Promise<Table>>> = {
  csv: csvTable,
  parquet: async (write) => {
    const { ParquetFile } = await import('../../outputs/dumps/parquet.ts');
    const file = new ParquetFile();
    return { add: (course) => file.add(course), finish: () => write(file.finish()) };
  },
};

/** Bytes that are written at a time. */
const pieceSize = 256 * 1024;

function csvTable(write: Write): Table {
  const rows = new GrowingBytes();
  const writeRows = () => {
    write(rows.buffer.subarray(0, rows.length));
    rows.clear();
  };
  rows.addUtf8(csvHeader);
  return {
    add: (course) => {
      rows.addUtf8(csvRecord(course));
      if (rows.length >= pieceSize) writeRows();
    },
    finish: writeRows,
  };
}
