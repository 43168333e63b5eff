// The sizes of the responses to pack, wherever they are, in the order of their keys.
import { indexBytesOf, type SizedRecords } from './plan.ts';

/** The sizes of some responses. */
export interface Sizes {
  readonly keys: ArrayLike<number>;
  /** Length of each name in bytes. */
  readonly names: ArrayLike<number>;
  /** Length of each response in bytes. */
  readonly lengths: ArrayLike<number>;
}

/** A key and the number of a response in one exact number: keys have 24 bits. */
const numbersPerKey = 2 ** 29;

export function inOrder(parts: readonly Sizes[]): SizedRecords {
  const length = parts.reduce((sum, { keys }) => sum + keys.length, 0);
  const column = () => new Uint32Array(length);
  const [bytes, indexBytes, codes] = [column(), column(), new Float64Array(length)];
  let number = 0;
  for (const { keys, names, lengths } of parts) {
    for (let at = 0; at < keys.length; at += 1) {
      codes[number] = (keys[at] ?? 0) * numbersPerKey + number;
      bytes[number] = lengths[at] ?? 0;
      indexBytes[number] = indexBytesOf(names[at] ?? 0);
      number += 1;
    }
  }
  codes.sort();
  const ofCode = (values: Uint32Array) => Uint32Array.from(codes, (code) => values[code % numbersPerKey] ?? 0);
  return {
    keys: Uint32Array.from(codes, (code) => Math.floor(code / numbersPerKey)),
    bytes: ofCode(bytes),
    indexBytes: ofCode(indexBytes),
  };
}
