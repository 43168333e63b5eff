// The result of reading a chunk: everything that outputs and the next build need of its courses.
import { copyFileSync } from 'node:fs';
import type { CourseColumns } from '../../catalog/columns.ts';
import type { Course } from '../../catalog/course.ts';
import type { FileStamps } from '../../storage/file-stamps.ts';
import type { ReusedMemory } from '../../storage/value-file.ts';
import { noneWritten, tallyOf, type WrittenFiles } from '../../storage/writer.ts';
import type { Problem } from '../../problems.ts';
import { onDisk, readFromChunk, writeChunkFile } from './chunk-file.ts';

/** Result of reading one range of a chunk. The lines of its problems count from the start of the range. */
export interface RangeResult {
  /** See `Fingerprint`. */
  readonly fingerprint: string;
  readonly records: number;
  readonly lines: number;
  readonly problems: readonly Problem[];
}

/** By the names of outputs. */
export type ByOutput<T> = Readonly<Record<string, T>>;

/** What every chunk has, beside the fields of outputs. */
export interface CommonValues {
  readonly columns: CourseColumns;
  /** 32 ASCII digits each. */
  readonly linkhashes: Uint8Array;
  /** The newest courses of the chunk, newest first: by far the largest value of small chunks. */
  readonly latest: readonly Course[];
  /** Of what outputs wrote, where these were asked for. */
  readonly stamps: ByOutput<FileStamps>;
}

/**
 * The result of reading a chunk as plain data. It depends only on the bytes of the chunk, the references, the options and this tool,
 * which together make its cache key.
 */
export interface ReadChunk {
  readonly ranges: readonly RangeResult[];
  /** What each output wrote as it collected. */
  readonly written: ByOutput<WrittenFiles>;
  /** By their names in a chunk file. What is missing is in its file. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The file with all values; undefined if all are here. */
  readonly file?: string | undefined;
}

/** A value of a chunk, or the file that has it, as jobs take it. */
export type FieldSource = { readonly value: unknown } | { readonly file: string };

/** A result whose values are read from its file on first use. These calls may throw a DamagedStateError. */
export class ChunkResult {
  /** As `readFromChunk` returns them. */
  private readonly values: Map<string, ReturnType<typeof readFromChunk>>;

  /** `memory` is for reading what is not kept: in a merge, only columns are. */
  constructor(
    private readonly read: ReadChunk,
    private readonly memory?: ReusedMemory,
  ) {
    this.values = new Map(Object.entries(read.values));
  }

  get ranges(): readonly RangeResult[] {
    return this.read.ranges;
  }

  get written(): ByOutput<WrittenFiles> {
    return this.read.written;
  }

  get file(): string | undefined {
    return this.read.file;
  }

  columns(): CourseColumns {
    return this.value('columns');
  }

  /** The value with this name in a chunk file. */
  value<Name extends string>(name: Name): Name extends keyof CommonValues ? CommonValues[Name] : unknown {
    if (this.values.has(name) || this.file === undefined) return this.values.get(name);
    const value = readFromChunk(this.file, name, this.memory, true);
    if (name === 'columns' || !this.isOnlyFiled(name)) this.values.set(name, value);
    return value;
  }

  /** A value as a job takes it. */
  source(name: string): FieldSource {
    const isFiled = !this.values.has(name) && this.isOnlyFiled(name);
    return this.file !== undefined && isFiled ? { file: this.file } : { value: this.value(name) };
  }

  /** Writes all its values to another file. */
  writeTo(path: string): void {
    if (this.file === undefined) writeChunkFile(path, this.read.values);
    else copyFileSync(this.file, path);
  }

  /** The same as the next build sees it, with its values in this file: nothing of it is new. */
  keptIn(file: string): ChunkResult {
    const written = Object.entries(this.written).map(([name, one]) => [name, { ...noneWritten, ...tallyOf(one) }]);
    const values = valuesInMemory(Object.fromEntries(this.values));
    return new ChunkResult({ ranges: this.ranges, written: Object.fromEntries(written), values, file });
  }

  /** The same, for which outputs have written other files. */
  with(written: ByOutput<WrittenFiles>): ChunkResult {
    return new ChunkResult({ ...this.read, values: Object.fromEntries(this.values), written }, this.memory);
  }

  private isOnlyFiled(name: string): boolean {
    return this.memory !== undefined || onDisk.has(name);
  }
}

/** Without the values that are only read from files. */
export function valuesInMemory(values: ReadChunk['values']): ReadChunk['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !onDisk.has(name)));
}

const hashDigits = 32;

/** Linkhashes as texts. */
export function* linkhashesIn(linkhashes: Uint8Array): Generator<string> {
  const text = Buffer.from(linkhashes.buffer, linkhashes.byteOffset, linkhashes.byteLength).toString('latin1');
  for (let at = 0; at < text.length; at += hashDigits) yield text.slice(at, at + hashDigits);
}

export function* linkhashesOf(results: readonly ChunkResult[]): Generator<string> {
  for (const result of results) yield* linkhashesIn(result.value('linkhashes'));
}
