// Chunk files: the result of reading a chunk, for the tasks of the build or for a merge. Each of its values is read alone.
import { dirname, join } from 'node:path';
import { ensureDirSync } from 'fs-extra/esm';
import type { CourseColumns } from '../../catalog/columns.ts';
import type { Course } from '../../catalog/course.ts';
import { outputDeclarations } from '../../outputs/declarations.ts';
import type { FileDigest } from '../../storage/file-digests.ts';
import { readValue, writeValues, type ReusedMemory } from '../../storage/value-file.ts';

/** By the names of outputs. */
export type ByOutput<T> = Readonly<Record<string, T>>;

/** What every chunk has, beside the fields of outputs. */
interface CommonValues {
  readonly columns: CourseColumns;
  /** 32 ASCII digits each. */
  readonly linkhashes: Uint8Array;
  /** The newest courses of the chunk, newest first: by far the largest value of small chunks. */
  readonly latest: readonly Course[];
  /** The digests of the files that outputs wrote, in shards. */
  readonly digests: ByOutput<readonly FileDigest[]>;
  /** The lines of the courses in the journal, each with an end. Empty if the build keeps no journal. */
  readonly journal: Uint8Array;
}

/** The type of a value by its name; only the output knows the types of its fields. */
export type ChunkValue<Name extends string> = Name extends keyof CommonValues ? CommonValues[Name] : unknown;

/** The values in a file: those that every build needs, then the fields of each output. */
const names = [
  'linkhashes',
  'columns',
  'latest',
  'digests',
  'journal',
  ...outputDeclarations.flatMap(({ name, collectedFields = {} }) =>
    Object.keys(collectedFields).map((field) => nameOfField(name, field)),
  ),
] as const;

/** The values that stay in memory too: lists are made from the columns, and paths of files from the linkhashes. */
const inMemory: ReadonlySet<string> = new Set(['columns', 'linkhashes']);

/** The file of a chunk in a folder, by its number. */
export function chunkFileIn(folder: string, number: number): string {
  return join(folder, `chunk-${number}`);
}

/** Whether a file has the name of a chunk's file. */
export function isChunkFile(name: string): boolean {
  return /^chunk-\d+$/u.test(name);
}

/** The name of the field of an output in a file. */
export function nameOfField(output: string, field: string): string {
  return `${output}.${field}`;
}

/** Writes the values of a chunk, and returns those that stay in memory. */
export function writeChunkFile(path: string, values: Readonly<Record<string, unknown>>) {
  ensureDirSync(dirname(path));
  writeValues(
    path,
    names.map((valueName) => values[valueName]),
  );
  return Object.fromEntries(Object.entries(values).filter(([valueName]) => inMemory.has(valueName)));
}

/** Reads a value. May throw a DamagedFileError. See `readValue`. */
export function readFromChunk<Name extends string>(path: string, name: Name, memory?: ReusedMemory): ChunkValue<Name> {
  return readValue(path, names.indexOf(name), names.length, memory);
}

/** A value that is in memory. */
export function valueIn<Name extends string>(
  values: Readonly<Record<string, unknown>>,
  name: Name,
): ChunkValue<Name> | undefined {
  const value: ReturnType<typeof readValue> = values[name];
  return value;
}
