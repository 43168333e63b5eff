// Reads the fields of chunks for a thread: from memory, or from the files of chunks into memory that is reused.
import { nameOfField, readFromChunk } from '../read/chunk-file.ts';
import type { FieldSource } from '../read/result.ts';
import { ReusedMemory } from '../../storage/value-file.ts';

/** Where to find the fields that a task reads: by field, then by the number of the chunk. */
export type FieldSources = Readonly<Record<string, readonly (FieldSource | undefined)[]>>;

/** Fields from files in memory at a time: courses may come from several chunks in turn. */
const kept = 4;

/** Reads the fields of an output by the numbers of chunks. Each is valid until four more are read. */
export function fieldReader() {
  const memories = Array.from({ length: kept }, () => new ReusedMemory());
  const loaded: { readonly file: string; readonly name: string; readonly value: unknown }[] = [];
  let next = 0;
  const read = (source: FieldSource | undefined, name: string): unknown => {
    if (!source) throw new RangeError(`the task does not say which chunk to read ${name} of`);
    if ('value' in source) return source.value;
    const { file } = source;
    const known = loaded.find((one) => one.file === file && one.name === name);
    if (known) return known.value;
    const value: unknown = readFromChunk(file, name, memories[next]);
    loaded[next] = { file, name, value };
    next = (next + 1) % kept;
    return value;
  };
  return (output: string, sources: FieldSources): Record<string, (chunk: number) => unknown> => {
    const fields = Object.entries(sources).map(([field, chunks]) => {
      return [field, (chunk: number) => read(chunks[chunk], nameOfField(output, field))] as const;
    });
    return Object.fromEntries(fields);
  };
}
