// Reads the fields of chunks for a thread, from the files of chunks into memory that is reused.
import type { OutputRow } from '../../outputs/output.ts';
import { nameOfField, readFromChunk } from '../read/chunk-file.ts';
import { ReusedMemory } from '../../storage/value-file.ts';

/** Reads the fields of an output by the numbers of chunks, of which it gets the files. Each is valid until the next one is read. */
export function fieldReader() {
  const memory = new ReusedMemory();
  return ({ name, fields = [] }: OutputRow, files: readonly string[]) => {
    const read = (field: string) => (chunk: number) => {
      const file = files[chunk];
      if (file === undefined) throw new RangeError(`there is no chunk number ${chunk}`);
      const value: unknown = readFromChunk(file, nameOfField(name, field), memory);
      return value;
    };
    return Object.fromEntries(fields.map((field) => [field, read(field)]));
  };
}
