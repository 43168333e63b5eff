// The result of reading a chunk: what outputs collected of its courses.
import type { CourseColumns } from '../../catalog/columns.ts';
import type { Problem } from '../../text/problems.ts';
import type { WrittenFiles } from '../../storage/writer.ts';
import { readFromChunk, valueIn, type ByOutput, type ChunkValue } from './chunk-file.ts';

/** Result of reading one range of a chunk. The lines of its problems count from the start of the range. */
export interface RangeResult {
  readonly records: number;
  readonly lines: number;
  readonly problems: readonly Problem[];
}

/** What is read of a chunk. */
export interface ChunkContent {
  readonly ranges: readonly RangeResult[];
  /** What each output wrote as it collected. */
  readonly written: ByOutput<WrittenFiles>;
  /** By their names in a chunk file. What is missing is in its file. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The result of reading a chunk as plain data. */
export interface ChunkData extends ChunkContent {
  /** The file with all values; empty if all are here. */
  readonly file: string;
}

/** A result whose values are read from its file. These calls may throw a DamagedFileError. */
export class ChunkResult {
  private known: CourseColumns | undefined;

  constructor(private readonly read: ChunkData) {}

  get ranges(): readonly RangeResult[] {
    return this.read.ranges;
  }

  get written(): ByOutput<WrittenFiles> {
    return this.read.written;
  }

  get file(): string {
    return this.read.file;
  }

  columns(): CourseColumns {
    return (this.known ??= this.value('columns'));
  }

  /** The value with this name in a chunk file. */
  value<Name extends string>(name: Name): ChunkValue<Name> {
    const { values, file } = this.read;
    return valueIn(values, name) ?? readFromChunk(file, name);
  }

  /** The same, for which outputs have written other files. */
  withWritten(written: ByOutput<WrittenFiles>): ChunkResult {
    return new ChunkResult({ ...this.read, values: { ...this.read.values, columns: this.columns() }, written });
  }
}

const hashDigits = 32;

/** The linkhashes of all courses. */
export function* linkhashesOf(results: readonly ChunkResult[]): Generator<string> {
  for (const result of results) {
    const { buffer, byteOffset, byteLength } = result.value('linkhashes');
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
    for (let start = 0; start < text.length; start += hashDigits) yield text.slice(start, start + hashDigits);
  }
}

/** The lines of courses in the journal, chunk after chunk. */
export function* journalOf(results: readonly ChunkResult[]): Generator<Uint8Array> {
  for (const result of results) yield result.value('journal');
}
