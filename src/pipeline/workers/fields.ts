// Reads the fields of chunks for a thread, from the files of chunks into memory that is reused.
import type { OutputRow } from '../../outputs/output.ts';
import { nameOfField, readFromChunk } from '../read/chunk-file.ts';
import { ReusedMemory } from '../../storage/value-file.ts';

/** Fields in memory at a time: courses may come from several chunks in turn. */
const kept = 4;

/** Reads the fields of an output by the numbers of chunks, of which it gets the files. Each is valid until four more are read. */
export function fieldReader() {
  const memories = Array.from({ length: kept }, () => new ReusedMemory());
  const loaded: { readonly file: string; readonly name: string; readonly value: unknown }[] = [];
  let next = 0;
  const read = (file: string | undefined, name: string): unknown => {
    if (file === undefined) throw new RangeError(`there is no chunk to read ${name} of`);
    const known = loaded.find((one) => one.file === file && one.name === name);
    if (known) return known.value;
    const value: unknown = readFromChunk(file, name, memories[next]);
    loaded[next] = { file, name, value };
    next = (next + 1) % kept;
    return value;
  };
  return ({ name, fields = [] }: OutputRow, files: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, (chunk: number) => read(files[chunk], nameOfField(name, field))]));
}
