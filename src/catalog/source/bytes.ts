// Bytes: reads ranges of source files.
import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { SourceFile } from './find.ts';
import { openablePath } from './stamp.ts';

/** A range of a file in bytes, `end` excluded. */
export interface ByteRange {
  readonly file: Pick<SourceFile, 'path' | 'part'>;
  readonly start: number;
  readonly end: number;
}

/** The maximum length of a string in this JavaScript engine: about 512 MB. */
export const maxTextLength = constants.MAX_STRING_LENGTH;

/** A range of a source file is too large to read at once; the message says why. */
export class TooLargeError extends Error {}

/** The bytes of a range; fewer if the file ends before it. */
export function readBytes({ file, start, end }: ByteRange): Buffer {
  const descriptor = openSync(openablePath(file), 'r');
  try {
    const bytes = Buffer.allocUnsafe(end - start);
    return bytes.subarray(0, readFully(descriptor, bytes, start));
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a file, or of a range of it, in blocks. Each block is valid until the next one is requested. */
export function* readBlocks(
  file: Pick<SourceFile, 'path' | 'part'>,
  start = 0,
  end = Number.POSITIVE_INFINITY,
  maxSize = 1024 * 1024,
): Generator<{ bytes: Buffer; offset: number }> {
  const block = Buffer.allocUnsafe(Math.min(end - start, maxSize));
  const descriptor = openSync(openablePath(file), 'r');
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

/** The SHA-256 digest of a file, in hex. */
export function fileDigest(path: string): string {
  const hash = createHash('sha256');
  for (const { bytes } of readBlocks({ path })) hash.update(bytes);
  return hash.digest('hex');
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
