// Writes the files of a dump that hold the same courses, in one walk through these.
import type { FullCourse } from '../../api/schemas.ts';
import { hashOfId } from '../../catalog/hash-keys.ts';
import { GatheredTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { RunContext } from '../output.ts';
import { courseCsvHeader, courseCsvRow } from './csv.ts';
import type { DumpFile, DumpFormat } from './formats.ts';
import { GzipFile } from './gzip.ts';
import type { DumpsTypes, DumpTask } from './declaration.ts';

/** Courses whose lines are in memory at a time: they may come from several chunks in turn. */
const windowSize = 4_000;

/** Bytes of CSV that are written at a time. */
const pieceSize = 256 * 1024;

const lines = new GatheredTexts();

export async function writeParts(
  { files, courses, ids, offsets }: DumpTask,
  { collected, stream, throwIfAborted }: RunContext<DumpsTypes>,
): Promise<DumpFile[]> {
  const streams = files.map(({ path }) => stream(path));
  const writers: DumpWriter[] = [];
  for (const [index, { format }] of files.entries()) {
    writers.push(await writerOf[format]((bytes) => streams[index]?.add(bytes)));
  }
  const areParsed = files.some(({ format }) => format !== 'ndjson');
  for (let from = 0; from < courses.length; from += windowSize) {
    throwIfAborted();
    const window = courses.subarray(from, from + windowSize);
    lines.gather(offsets, [window], collected.lines);
    for (const [index, number] of window.entries()) {
      const line = lines.textOf(number);
      const { buffer, byteOffset, length } = line;
      const course = areParsed && JSON.parse(Buffer.from(buffer, byteOffset, length).toString('latin1'));
      for (const writer of writers) writer.add(ids[from + index] ?? 0, line, course);
    }
  }
  for (const writer of writers) writer.finish();
  return files.map((file, index) => ({ ...file, ...(streams[index]?.finish() ?? { bytes: 0, sha256: '' }) }));
}

/** On average one course in 2^5 begins a gzip block: 32 courses have about 40 kB. Only the id counts, so a new course moves no boundary. */
const bits = 5;

type Write = (bytes: Uint8Array) => void;

/** Writes a file with a line or a row for each course. */
interface DumpWriter {
  /** Adds a course: its id, its line of JSON, and what that holds, with UTF-8 strings (see `text/utf8.ts`). */
  add(id: number, line: Uint8Array, course: FullCourse): void;
  finish(): void;
}

const writerOf: Readonly<Record<DumpFormat, (write: Write) => DumpWriter | Promise<DumpWriter>>> = {
  ndjson(write) {
    const file = new GzipFile(write);
    const block = new GrowingBytes();
    const writeBlock = () => {
      if (block.length > 0) file.add(block.bytes);
      block.clear();
    };
    return {
      add(id, line) {
        if (hashOfId(id, bits) === 0) writeBlock();
        block.addBytes(line);
      },
      finish() {
        writeBlock();
        file.finish();
      },
    };
  },
  csv(write) {
    const rows = new GrowingBytes();
    const writeRows = () => {
      write(rows.bytes);
      rows.clear();
    };
    rows.addUtf8(courseCsvHeader);
    return {
      add(_id, _line, course) {
        rows.addUtf8(courseCsvRow(course));
        if (rows.length >= pieceSize) writeRows();
      },
      finish: writeRows,
    };
  },
  async parquet(write) {
    const { ParquetFile } = await import('./parquet.ts');
    const file = new ParquetFile();
    return { add: (_id, _line, course) => file.add(course), finish: () => write(file.finish()) };
  },
};
