// Bytes: what a source file holds, in stretches that are asked for.
import { constants } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import type { SourceFile } from './find.ts';

/** A stretch of a file, in bytes, `end` excluded. */
interface Stretch {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** No text is longer in this JavaScript: some 512 MB. */
export const maxText = constants.MAX_STRING_LENGTH;

/** Part of a source file cannot be read at once, and why. */
export class TooLargeError extends Error {}

/** The bytes of a stretch, as far as the file has them. */
export function readBytes({ file, start, end }: Stretch): Buffer {
  const descriptor = openSync(file.path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(end - start);
    return bytes.subarray(0, readFully(descriptor, bytes, start));
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a file, or of a stretch of it, in blocks of a mebibyte at most that are valid until the next one is asked for. */
export function* blocksOf(
  file: SourceFile,
  start = 0,
  end = Number.POSITIVE_INFINITY,
): Generator<{ bytes: Uint8Array; offset: number }> {
  const block = Buffer.allocUnsafe(Math.min(end - start, 1024 * 1024));
  const descriptor = openSync(file.path, 'r');
  try {
    for (let offset = start; offset < end;) {
      const count = readSync(descriptor, block, 0, Math.min(block.length, end - offset), offset);
      if (count === 0) return;
      yield { bytes: block.subarray(0, count), offset };
      offset += count;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Reads until the buffer is full or the file ends, and returns how many bytes it read. */
export function readFully(descriptor: number, into: Buffer, offset: number): number {
  let filled = 0;
  while (filled < into.length) {
    const count = readSync(descriptor, into, filled, into.length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
