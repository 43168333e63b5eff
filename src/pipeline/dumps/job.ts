// The job that writes one part of a dump, streamed: a window of its courses at a time.
import { hash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { FullCourse } from '../../api/schemas.ts';
import { chunkOf } from '../../catalog/lists.ts';
import { Writer, type WriteRoots, type WrittenFiles } from '../../output/writer.ts';
import { csvHeader, csvRecord } from '../../site/dumps/courses.ts';
import type { DumpFormat } from '../../site/dumps/formats.ts';
import { gzip } from '../../site/dumps/gzip.ts';
import { bytesOfUtf8 } from '../../source/utf8.ts';
import { recordAt, type PackedRecords, type RecordTexts } from '../read/result.ts';

export interface DumpTask {
  readonly format: DumpFormat;
  readonly path: string;
  /** Course numbers by ascending id. */
  readonly courses: Uint32Array;
  /** The full records by chunk; undefined for a chunk that is not needed. */
  readonly chunks: readonly (PackedRecords | undefined)[];
  /** The number of the first course of each chunk, and at the end the number of all courses. */
  readonly offsets: Uint32Array;
}

export interface WrittenDump {
  readonly written: WrittenFiles;
  readonly bytes: number;
  readonly sha256: string;
}

/** The least that zlib takes as the size of a buffer. One that is filled to the end is followed by another. */
const minBufferSize = 64;

/** Courses in memory at a time. */
const windowSize = 2_500;
/** The same in a group of rows in Parquet, which takes some ten times their size to write. */
const groupSize = 1_000;

/** `throwIfAborted` throws once the build is aborted. */
export async function writeDump(task: DumpTask, roots: WriteRoots, throwIfAborted: () => void): Promise<WrittenDump> {
  const content = await render[task.format](recordsOf(task, throwIfAborted));
  return writeDumpFile(task.path, content, roots);
}

/** Writes a file of the dumps as it is. */
export function writeDumpFile(path: string, content: Uint8Array, roots: WriteRoots): WrittenDump {
  const writer = new Writer(roots, { indexFile: 'index.json', precompress: [] });
  writer.write(path, content);
  return { written: writer.tally(), bytes: content.length, sha256: hash('sha256', content) };
}

/** How the records, lines of JSON, are written in each format. */
const render: Readonly<Record<DumpFormat, (records: Iterable<Uint8Array>) => Promise<Uint8Array>>> = {
  ndjson: gzip,
  csv: async (records) => Buffer.concat([...rowsOf(records)]),
  parquet: async (records) => {
    const { ParquetFile } = await import('../../site/dumps/parquet.ts');
    const file = new ParquetFile();
    let group: FullCourse[] = [];
    for (const record of records) {
      group.push(JSON.parse(textOf(record, 'utf8')));
      if (group.length < groupSize) continue;
      file.addGroup(group);
      group = [];
    }
    if (group.length > 0) file.addGroup(group);
    return file.finish();
  },
};

/** Rows gathered before they become bytes. */
const rowsAtOnce = 256;

/** Rows of CSV. Records stay UTF-8 texts (see `source/utf8.ts`), which is quicker than to decode them. */
function* rowsOf(records: Iterable<Uint8Array>): Generator<Buffer> {
  let rows = [csvHeader];
  for (const record of records) {
    rows.push(csvRecord(JSON.parse(textOf(record, 'latin1'))));
    if (rows.length < rowsAtOnce) continue;
    yield bytesOfUtf8(rows.join(''));
    rows = [];
  }
  yield bytesOfUtf8(rows.join(''));
}

function textOf({ buffer, byteOffset, length }: Uint8Array, encoding: 'latin1' | 'utf8'): string {
  return Buffer.from(buffer, byteOffset, length).toString(encoding);
}

/** The records in order. Each chunk is unpacked once in a window, in whatever order its courses are. */
function* recordsOf({ courses, chunks, offsets }: DumpTask, throwIfAborted: () => void): Generator<Uint8Array> {
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
    yield* found;
  }
}

function unpack(chunk: PackedRecords | undefined): RecordTexts {
  if (!chunk) throw new RangeError('the records of a chunk are missing');
  const { packed, ends } = chunk;
  return { bytes: brotliDecompressSync(packed, { chunkSize: minBufferSize + (ends.at(-1) ?? 0) }), ends };
}
