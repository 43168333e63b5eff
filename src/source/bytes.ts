// Bytes: the stretch of a source file that a reader asks for.
import { closeSync, openSync, readSync } from 'node:fs';
import type { SourceRange } from './ranges.ts';

/** The bytes of the piece. */
export function readBytes({ file, start, end }: SourceRange): Buffer {
  const descriptor = openSync(file.path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(end - start);
    return bytes.subarray(0, readFully(descriptor, bytes, start));
  } finally {
    closeSync(descriptor);
  }
}

/** The lines that start in the piece, the last one to its very end, and where in the file the first of them starts. */
export function readLines({ file, start, end }: SourceRange): { bytes: Buffer; start: number } {
  const descriptor = openSync(file.path, 'r');
  try {
    // The byte before the piece tells whether a line starts at its first byte.
    const from = start === 0 ? 0 : start - 1;
    let bytes = Buffer.allocUnsafe(end - from);
    bytes = bytes.subarray(0, readFully(descriptor, bytes, from));
    const first = start === 0 ? 0 : bytes.indexOf(0x0a) + 1;
    if (start > 0 && (first === 0 || first === bytes.length)) return { bytes: Buffer.alloc(0), start };
    const pieces = [bytes.subarray(first)];
    let offset = end;
    while (offset < file.size && pieces.at(-1)?.includes(0x0a, -1) !== true) {
      const more = Buffer.allocUnsafe(Math.min(file.size - offset, offset === end ? 16_384 : 4_194_304));
      const count = readFully(descriptor, more, offset);
      if (count === 0) break;
      const stop = more.subarray(0, count).indexOf(0x0a);
      pieces.push(more.subarray(0, stop === -1 ? count : stop + 1));
      if (stop !== -1) break;
      offset += count;
    }
    return { bytes: pieces.length === 1 ? (pieces[0] ?? bytes) : Buffer.concat(pieces), start: from + first };
  } finally {
    closeSync(descriptor);
  }
}

/** Reads until the buffer is full or the file ends; answers how many bytes it read. */
export function readFully(descriptor: number, into: Buffer, offset: number): number {
  let filled = 0;
  while (filled < into.length) {
    const count = readSync(descriptor, into, filled, into.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
