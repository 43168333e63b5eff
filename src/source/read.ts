// Reading: a piece of a source file as records, whatever its format. What a record should hold is not known here.
import { closeSync, openSync, readSync } from 'node:fs';
import { problemAt, type Position, type Problem } from '../problems.ts';
import { whyUnreadable } from './errors.ts';
import type { Format } from './find.ts';
import type { SourceRange } from './ranges.ts';

/** Field names and array indexes that lead to a value inside a record; `[]` is the record itself. */
export type Path = readonly (string | number)[];

export interface SourceRecord {
  readonly value: unknown;
  /** The same with every text as UTF-8, one character a byte, where the reader has it at hand: see `utf8.ts`. */
  readonly utf8?: unknown;
  /** Where the value at `path` stands, or the nearest thing around it. Lines count from the start of the piece. */
  position(path: Path): Promise<Position>;
  /** True for a CSV row whose header lacks the field: that was reported once, at the header. */
  lacksColumn?(field: string): boolean;
}

/** Takes what a reader finds, in the order of the file. Problems have lines counted from the start of the piece. */
export interface Listener {
  record(record: SourceRecord): void;
  problem(problem: Problem): void;
  /**
   * Takes every byte that the reader reads of the piece, in order, before the records made of them; `start` is the offset
   * in the file of the first. NDJSON: the lines of the piece, all at once. The bytes are valid during the call only.
   */
  bytes?(bytes: Uint8Array, start: number): void;
}

/** The fields of a kind of record, as far as a format without types of its own needs to know them. */
export interface RecordFields {
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** Fields of numbers. */
  readonly numbers: readonly string[];
  /** Fields of several values. */
  readonly lists: readonly string[];
}

/** Reads one piece and returns how many line ends it holds, so that lines after it can be counted. */
export type Reader = (range: SourceRange, listener: Listener, fields: RecordFields) => Promise<number>;

/** One reader a format, loaded when first needed. */
const readers: Record<Format, () => Promise<Reader>> = {
  json: async () => (await import('./json.ts')).readJson,
  ndjson: async () => (await import('./ndjson.ts')).readNdjson,
  yaml: async () => (await import('./yaml.ts')).readYaml,
  csv: async () => (await import('./csv.ts')).readCsv,
};

/** Reads the records of a piece; a file that cannot be read is a problem like any other. Returns the line ends in the piece. */
export async function readRange(range: SourceRange, fields: RecordFields, listener: Listener): Promise<number> {
  const { file } = range;
  try {
    const reader = await readers[file.format]();
    return await reader(range, listener, fields);
  } catch (error) {
    const finding = whyUnreadable(error, file.path);
    if (finding === undefined) throw error;
    listener.problem(problemAt(file.path, undefined, '', { rule: 'file-readable', finding }));
    return 0;
  }
}

/** The bytes of the piece. */
export function readBytes({ file, start, end }: SourceRange): Buffer {
  const descriptor = openSync(file.path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(end - start);
    return bytes.subarray(0, readFully(descriptor, bytes, start));
  } finally {
    closeSync(descriptor);
  }
}

/** The lines that start in the piece, the last one to its very end, and where in the file the first of them starts. */
export function readLines({ file, start, end }: SourceRange): { bytes: Buffer; start: number } {
  const descriptor = openSync(file.path, 'r');
  try {
    // The byte before the piece tells whether a line starts at its first byte.
    const from = start === 0 ? 0 : start - 1;
    let bytes = Buffer.allocUnsafe(end - from);
    bytes = bytes.subarray(0, readFully(descriptor, bytes, from));
    const first = start === 0 ? 0 : bytes.indexOf(0x0a) + 1;
    if (start > 0 && (first === 0 || first === bytes.length)) return { bytes: Buffer.alloc(0), start };
    const pieces = [bytes.subarray(first)];
    let offset = end;
    while (offset < file.size && pieces.at(-1)?.includes(0x0a, -1) !== true) {
      const more = Buffer.allocUnsafe(Math.min(file.size - offset, offset === end ? 16_384 : 4_194_304));
      const count = readFully(descriptor, more, offset);
      if (count === 0) break;
      const stop = more.subarray(0, count).indexOf(0x0a);
      pieces.push(more.subarray(0, stop === -1 ? count : stop + 1));
      if (stop !== -1) break;
      offset += count;
    }
    return { bytes: pieces.length === 1 ? (pieces[0] ?? bytes) : Buffer.concat(pieces), start: from + first };
  } finally {
    closeSync(descriptor);
  }
}

/** Reads until the buffer is full or the file ends; answers how many bytes it read. */
export function readFully(descriptor: number, into: Buffer, offset: number): number {
  let filled = 0;
  while (filled < into.length) {
    const count = readSync(descriptor, into, filled, into.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
