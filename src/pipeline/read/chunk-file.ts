// Chunk files: the result of reading a chunk, for the tasks of the build, for the next build or for a merge. Each of its values is read alone.
import { basename } from 'node:path';
import { outputDeclarations } from '../../outputs/declarations.ts';
import { readValue, writeValues, type ReusedMemory } from '../../storage/value-file.ts';

/** The values in a file: those that every build needs, then the fields of each output. */
const names = [
  'linkhashes',
  'columns',
  'latest',
  'stamps',
  'journal',
  ...outputDeclarations.flatMap(({ name, collectedFields = [] }) =>
    collectedFields.map((field) => nameOfField(name, field)),
  ),
] as const;

/** The values that stay in memory besides: what the lists of courses and the paths of their files follow from. */
const inMemory: ReadonlySet<string> = new Set([
  'columns',
  'linkhashes',
  ...outputDeclarations.flatMap(({ name, courseFiles: { presenceField = '' } = {} }) =>
    nameOfField(name, presenceField),
  ),
]);

/** The name of the field of an output in a file. */
export function nameOfField(output: string, field: string): string {
  return `${output}.${field}`;
}

/** Writes the values of a chunk, and returns those that stay in memory. `name` is the file's name when it is read. */
export function writeChunkFile(path: string, values: Readonly<Record<string, unknown>>, name = basename(path)) {
  writeValues(
    path,
    names.map((valueName) => values[valueName]),
    name,
  );
  return Object.fromEntries(Object.entries(values).filter(([valueName]) => inMemory.has(valueName)));
}

/** Reads a value; the caller knows its type. May throw a DamagedStateError. See `readValue`. */
export function readFromChunk(path: string, name: string, memory?: ReusedMemory) {
  return readValue(path, names.indexOf(name), names.length, memory);
}

/** Reads the values of a file by their names, each once. */
export function valuesIn(path: string): (name: string) => unknown {
  const values = new Map<string, unknown>();
  return (name) => {
    if (!values.has(name)) values.set(name, readFromChunk(path, name));
    return values.get(name);
  };
}
