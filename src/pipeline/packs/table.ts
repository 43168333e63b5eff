// The table of the responses to pack, wherever they are, in the order of their keys.
import { runOf, type FileReader } from '../../output/records.ts';
import type { Records } from '../../output/writer.ts';
import { indexBytesOf, lowerBound, type SizedRecords } from './plan.ts';

/** A response under its name. */
export interface NamedResponse {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Responses that are read one by one. */
export interface RecordSource {
  readonly keys: ArrayLike<number>;
  /** Length of each name in bytes. */
  readonly names: ArrayLike<number>;
  /** Length of each response in bytes. */
  readonly lengths: ArrayLike<number>;
  readonly nameAt: (at: number) => string;
  readonly at: (at: number) => NamedResponse;
}

/** The responses that a job of this build rendered. Keeps the run in memory that was read last: they are read in order. */
export function renderedSource({ file, offset, keys, names, lengths }: Records, reader: FileReader): RecordSource {
  const offsets = new Float64Array(keys.length + 1);
  for (const [at, length] of lengths.entries()) offsets[at + 1] = (offsets[at] ?? 0) + (names[at] ?? 0) + length;
  let loaded: { run: number; from: number; bytes: Buffer } = { run: -1, from: 0, bytes: Buffer.alloc(0) };
  const bytesAt = (at: number) => {
    const run = runOf(keys[at] ?? 0);
    if (run !== loaded.run) {
      const from = keys.findIndex((key) => runOf(key) === run);
      const to = keys.findLastIndex((key) => runOf(key) === run) + 1;
      const [begin, end] = [offsets[from] ?? 0, offsets[to] ?? 0];
      loaded = { run, from: begin, bytes: reader.read(file, offset + begin, end - begin) };
    }
    return loaded.bytes.subarray((offsets[at] ?? 0) - loaded.from, (offsets[at + 1] ?? 0) - loaded.from);
  };
  const nameIn = (bytes: Buffer, at: number) => bytes.toString('utf8', 0, names[at] ?? 0);
  return {
    keys,
    names,
    lengths,
    nameAt: (at) => nameIn(bytesAt(at), at),
    at: (at) => {
      const bytes = bytesAt(at);
      return { name: nameIn(bytes, at), bytes: bytes.subarray(names[at] ?? 0) };
    },
  };
}

/** A key and the number of a record in one exact number: keys have 24 bits. */
const numbersPerKey = 2 ** 29;

export class RecordTable implements SizedRecords {
  readonly keys: Uint32Array;
  readonly bytes: Uint32Array;
  readonly indexBytes: Uint32Array;
  private readonly sourceOf: Uint32Array;
  private readonly ordinals: Uint32Array;

  constructor(private readonly sources: readonly RecordSource[]) {
    const length = sources.reduce((sum, { keys }) => sum + keys.length, 0);
    const columns = () => new Uint32Array(length);
    [this.keys, this.bytes, this.indexBytes] = [columns(), columns(), columns()];
    [this.sourceOf, this.ordinals] = [columns(), columns()];
    const [unsortedSource, unsortedOrdinal] = [columns(), columns()];
    const codes = new Float64Array(length);
    let number = 0;
    for (const [source, { keys }] of sources.entries()) {
      for (let at = 0; at < keys.length; at += 1) {
        codes[number] = (keys[at] ?? 0) * numbersPerKey + number;
        unsortedSource[number] = source;
        unsortedOrdinal[number] = at;
        number += 1;
      }
    }
    for (const [at, code] of codes.toSorted().entries()) {
      const from = code % numbersPerKey;
      const [source, ordinal] = [unsortedSource[from] ?? 0, unsortedOrdinal[from] ?? 0];
      this.keys[at] = Math.floor(code / numbersPerKey);
      this.bytes[at] = sources[source]?.lengths[ordinal] ?? 0;
      this.indexBytes[at] = indexBytesOf(sources[source]?.names[ordinal] ?? 0);
      this.sourceOf[at] = source;
      this.ordinals[at] = ordinal;
    }
  }

  get length(): number {
    return this.keys.length;
  }

  nameAt(at: number): string {
    return this.sourceAt(at).nameAt(this.ordinals[at] ?? 0);
  }

  at(at: number): NamedResponse {
    return this.sourceAt(at).at(this.ordinals[at] ?? 0);
  }

  /** The positions of all records with keys from `start` up to `end`, by name. */
  namesBetween(start: number, end: number): Map<string, number> {
    const from = lowerBound(this.keys, start, 0, this.length);
    const to = lowerBound(this.keys, end, from, this.length);
    return new Map(Array.from({ length: to - from }, (_, at) => [this.nameAt(from + at), from + at]));
  }

  private sourceAt(at: number): RecordSource {
    const source = this.sources[this.sourceOf[at] ?? 0];
    if (!source) throw new RangeError(`no record at ${at}`);
    return source;
  }
}
