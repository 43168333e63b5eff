// The job that writes the files of a dump that hold the same courses, streamed: a group of courses at a time.
import { brotliDecompressSync } from 'node:zlib';
import type { FullCourse } from '../../api/schemas.ts';
import { chunkOf } from '../../catalog/lists.ts';
import { StreamedFile, type StreamedResult } from '../../output/streamed-file.ts';
import type { WriteRoots } from '../../output/writer.ts';
import { csvHeader, csvRecord } from '../../site/dumps/courses.ts';
import type { DumpFormat } from '../../site/dumps/formats.ts';
import { GzipStream } from '../../site/dumps/gzip.ts';
import { recordAt, type PackedRecords, type RecordTexts } from '../read/result.ts';

export interface DumpTask {
  readonly files: readonly { readonly format: DumpFormat; readonly path: string }[];
  /** Course numbers by ascending id. */
  readonly courses: Uint32Array;
  /** The full records by chunk; undefined for a chunk that is not needed. */
  readonly chunks: readonly (PackedRecords | undefined)[];
  /** The number of the first course of each chunk, and at the end the number of all courses. */
  readonly offsets: Uint32Array;
}

/** The least that zlib takes as the size of a buffer. One that is filled to the end is followed by another. */
const minBufferSize = 64;

/** Courses in a group of rows in Parquet, which takes some ten times their size to write. */
const groupSize = 1_000;
/** Courses in memory at a time. */
const windowSize = 4 * groupSize;

/** Writes all files in one walk through the courses. `throwIfAborted` throws once the build is aborted. */
export async function writeDump(
  task: DumpTask,
  roots: WriteRoots,
  throwIfAborted: () => void,
): Promise<readonly StreamedResult[]> {
  const isParsed = task.files.some(({ format }) => format !== 'ndjson');
  const files: StreamedFile[] = [];
  const dumps: Renderer[] = [];
  try {
    for (const { format, path } of task.files) {
      const file = new StreamedFile(roots, path);
      files.push(file);
      dumps.push(await renderers[format]((bytes) => file.add(bytes)));
    }
    for (const records of groupsOf(task, throwIfAborted)) {
      const courses = isParsed ? records.map((record): FullCourse => JSON.parse(textOf(record))) : [];
      for (const { add } of dumps) await add(records, courses);
    }
    for (const { finish } of dumps) await finish();
    return files.map((file) => file.finish());
  } finally {
    for (const file of files) file.close();
  }
}

interface Renderer {
  /** Adds courses: their records as lines of JSON, and the same parsed, unless all files are NDJSON. */
  readonly add: (records: readonly Uint8Array[], courses: readonly FullCourse[]) => void | Promise<void>;
  readonly finish: () => void | Promise<void>;
}

/** How each format is written. */
const renderers: Readonly<Record<DumpFormat, (write: (bytes: Uint8Array) => void) => Renderer | Promise<Renderer>>> = {
  ndjson: (write) => {
    const gzip = new GzipStream(write);
    return { add: (records) => gzip.add(records), finish: () => gzip.finish() };
  },
  csv: (write) => {
    write(Buffer.from(csvHeader));
    return { add: (_, courses) => write(Buffer.from(courses.map(csvRecord).join(''))), finish: () => {} };
  },
  parquet: async (write) => {
    const { ParquetFile } = await import('../../site/dumps/parquet.ts');
    const file = new ParquetFile();
    return { add: (_, courses) => file.addGroup(courses), finish: () => write(file.finish()) };
  },
};

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString();
}

/** The records in order, by groups. Each chunk is unpacked once in a window, in whatever order its courses are. */
function* groupsOf({ courses, chunks, offsets }: DumpTask, throwIfAborted: () => void): Generator<Uint8Array[]> {
  let last: { readonly chunk: number; readonly records: RecordTexts } | undefined;
  for (let from = 0; from < courses.length; from += windowSize) {
    const window = courses.subarray(from, from + windowSize);
    const places = new Map<number, number[]>();
    for (const [place, course] of window.entries()) {
      const chunk = chunkOf(offsets, course);
      const known = places.get(chunk);
      if (known) known.push(place);
      else places.set(chunk, [place]);
    }
    const found: Uint8Array[] = Array.from({ length: window.length });
    for (const [chunk, wanted] of places) {
      throwIfAborted();
      // Most courses follow one another as they do in the chunks, so a chunk may begin in the window before.
      if (last?.chunk !== chunk) last = { chunk, records: unpack(chunks[chunk]) };
      const { records } = last;
      // The window would keep the whole chunk in memory for a few of its records.
      const isCopied = wanted.length < records.ends.length / 4;
      for (const place of wanted) {
        const record = recordAt(records, (window[place] ?? 0) - (offsets[chunk] ?? 0));
        found[place] = isCopied ? new Uint8Array(record) : record;
      }
    }
    for (let at = 0; at < found.length; at += groupSize) yield found.slice(at, at + groupSize);
  }
}

function unpack(chunk: PackedRecords | undefined): RecordTexts {
  if (!chunk) throw new RangeError('the records of a chunk are missing');
  const { packed, ends } = chunk;
  return { bytes: brotliDecompressSync(packed, { chunkSize: minBufferSize + (ends.at(-1) ?? 0) }), ends };
}
