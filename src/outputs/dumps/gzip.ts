// gzip with the same bytes on every system, as the dumps have it.
import { gzipAnywhere } from '../../storage/encodings.ts';

/** Level 1 takes half the time of level 6, for a seventh more bytes. */
const level = 1;

/** The smallest buffer that zlib accepts. It allocates another one when a buffer is full. */
const minBuffer = 64;
/** Most of the memory that zlib can use to compress: what it has by default makes small texts slower. */
const memLevel = 9;

export function gzip(bytes: Uint8Array): Uint8Array {
  // Most texts compress to half of their size at most.
  const chunkSize = minBuffer + Math.ceil(bytes.length / 2);
  return gzipAnywhere(bytes, { level, memLevel, chunkSize });
}
