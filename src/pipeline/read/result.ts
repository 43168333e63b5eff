// The result of reading a chunk: everything that outputs and the next build need of its courses.
import { copyFileSync } from 'node:fs';
import type { CourseColumns } from '../../catalog/columns.ts';
import type { Course } from '../../catalog/course.ts';
import type { FileStamps } from '../../storage/file-stamps.ts';
import type { ReusedMemory } from '../../storage/value-file.ts';
import { noneWritten, tallyOf, type WrittenFiles } from '../../storage/writer.ts';
import type { Problem } from '../../problems.ts';
import { nameOfField, onDisk, readFromChunk, writeChunkFile } from './chunk-file.ts';

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

/**
 * The result of reading a chunk as plain data. It depends only on the bytes of the chunk, the references, the options and this tool,
 * which together make its cache key. What is undefined, and every part that is missing, is in its file.
 */
export interface ReadChunk {
  readonly ranges: readonly RangeResult[];
  /** What each output wrote as it collected. */
  readonly written: ByOutput<WrittenFiles>;
  readonly columns?: CourseColumns | undefined;
  /** The linkhashes, 32 ASCII digits each. */
  readonly linkhashes?: Uint8Array | undefined;
  /** The newest courses of the chunk, newest first. */
  readonly latest?: readonly Course[] | undefined;
  /** The fields of the outputs' parts by `nameOfField`. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** The file with all values; undefined if all are here. */
  readonly file?: string | undefined;
}

/** A value of a chunk, or the file that has it, as jobs take it. */
export type FieldSource = { readonly value: unknown } | { readonly file: string };

/** A result whose values are read from its file on first use. These calls may throw a DamagedStateError. */
export class ChunkResult {
  private readonly parts: Map<string, unknown>;
  private knownColumns: CourseColumns | undefined;
  private knownLinkhashes: Uint8Array | undefined;

  /** `memory` is for reading what is not kept: in a merge, hardly anything is. */
  constructor(
    private readonly read: ReadChunk,
    private readonly memory?: ReusedMemory,
  ) {
    this.parts = new Map(Object.entries(read.parts));
    this.knownColumns = read.columns;
    this.knownLinkhashes = read.linkhashes;
  }

  get ranges(): readonly RangeResult[] {
    return this.read.ranges;
  }

  get written(): ByOutput<WrittenFiles> {
    return this.read.written;
  }

  /** The file with all values. */
  get file(): string | undefined {
    return this.read.file;
  }

  columns(): CourseColumns {
    return (this.knownColumns ??= readFromChunk(this.path, 'columns', this.memory, true));
  }

  linkhashes(): Uint8Array {
    const { knownLinkhashes, memory } = this;
    const linkhashes: Uint8Array = knownLinkhashes ?? readFromChunk(this.path, 'linkhashes', memory, true);
    if (!memory) this.knownLinkhashes = linkhashes;
    return linkhashes;
  }

  /** By far the largest value for small chunks, and so read anew for each use. */
  latest(): readonly Course[] {
    return this.read.latest ?? readFromChunk(this.path, 'latest', this.memory, true);
  }

  /** The stamps of what outputs wrote, where these were asked for. */
  stamps(): ByOutput<FileStamps> {
    return this.read.file === undefined ? stampsOf(this.read) : readFromChunk(this.path, 'stamps');
  }

  /** A field of an output's part. */
  field(output: string, field: string): unknown {
    const name = nameOfField(output, field);
    if (this.parts.has(name) || this.file === undefined) return this.parts.get(name);
    const value: unknown = readFromChunk(this.file, name);
    if (!this.memory && !onDisk.has(name)) this.parts.set(name, value);
    return value;
  }

  /** A field as a job takes it. */
  source(output: string, field: string): FieldSource {
    const name = nameOfField(output, field);
    const isFiled = !this.parts.has(name) && (this.memory !== undefined || onDisk.has(name));
    return this.file !== undefined && isFiled ? { file: this.file } : { value: this.field(output, field) };
  }

  /** Writes all its values to another file. */
  writeTo(path: string): void {
    if (this.file === undefined) writeChunkFile(path, valueIn(this.read));
    else copyFileSync(this.file, path);
  }

  /** The same as the next build sees it, with its values in this file: nothing of it is new. */
  keptIn(file: string): ChunkResult {
    const written = Object.fromEntries(
      Object.entries(this.written).map(([name, one]) => [name, { ...noneWritten, ...tallyOf(one) }]),
    );
    const { ranges, latest: _latest, ...rest } = this.read;
    const parts = Object.fromEntries([...this.parts].filter(([name]) => !onDisk.has(name)));
    return new ChunkResult({ ...rest, ranges, parts, written, file });
  }

  /** The same, for which outputs have written other files. */
  with(written: ByOutput<WrittenFiles>): ChunkResult {
    return new ChunkResult({ ...this.read, columns: this.knownColumns, written }, this.memory);
  }

  private get path(): string {
    if (this.file === undefined) throw new Error('a value of a chunk is missing');
    return this.file;
  }
}

/** The value with this name in a chunk file. */
export function valueIn(read: ReadChunk): (name: string) => unknown {
  const core = { columns: read.columns, linkhashes: read.linkhashes, latest: read.latest, stamps: stampsOf(read) };
  const values = new Map(Object.entries({ ...core, ...read.parts }));
  return (name) => values.get(name);
}

function stampsOf({ written }: ReadChunk): ByOutput<FileStamps> {
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, { stamps }]) => (stamps ? [[name, stamps] as const] : [])),
  );
}

const hashDigits = 32;

/** Linkhashes as texts. */
export function* linkhashesIn(linkhashes: Uint8Array): Generator<string> {
  const text = Buffer.from(linkhashes.buffer, linkhashes.byteOffset, linkhashes.byteLength).toString('latin1');
  for (let at = 0; at < text.length; at += hashDigits) yield text.slice(at, at + hashDigits);
}

/** The linkhashes of all courses. */
export function* linkhashesOf(results: readonly ChunkResult[]): Generator<string> {
  for (const result of results) yield* linkhashesIn(result.linkhashes());
}
