// Chunk files: the result of reading a chunk, for the tasks of the build or for a merge. Each of its values is read alone.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outputDeclarations } from '../../outputs/declarations.ts';
import { readValue, writeValues, type ReusedMemory } from '../../storage/value-file.ts';

/** The values in a file: those that every build needs, then the fields of each output. */
const names = [
  'linkhashes',
  'columns',
  'latest',
  'digests',
  'journal',
  ...outputDeclarations.flatMap(({ name, collectedFields = [] }) =>
    collectedFields.map((field) => nameOfField(name, field)),
  ),
] as const;

/** The values that stay in memory too: what the lists of courses and the paths of their files follow from. */
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
  mkdirSync(dirname(path), { recursive: true });
  writeValues(
    path,
    names.map((valueName) => values[valueName]),
  );
  return Object.fromEntries(Object.entries(values).filter(([valueName]) => inMemory.has(valueName)));
}

/** Reads a value; the caller knows its type. May throw a DamagedFileError. See `readValue`. */
export function readFromChunk(path: string, name: string, memory?: ReusedMemory) {
  return readValue(path, names.indexOf(name), names.length, memory);
}
