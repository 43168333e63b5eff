// gzip with the same bytes on every system: of bytes at once, or put together from blocks that were compressed on their own.
import { constants, crc32, deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib';
import { joinChecksums } from './crc.ts';

/** Takes half the time of the usual 6, for a seventh more bytes. */
const level = 1;

/** The least that zlib takes as the size of a buffer. One that is filled to the end is followed by another. */
const minBuffer = 64;
/** Most of the memory that zlib can use to compress: what it has by default makes small blocks slower. */
const memLevel = 9;

/** The byte of the header that names the operating system; zlib writes the one it was built for. The time in it is 0 already. */
const systemByte = 9;
const unknownSystem = 255;

/** Most texts have half of their size at most. */
function bufferFor({ length }: Uint8Array): number {
  return minBuffer + Math.ceil(length / 2);
}

/** Compresses what is in memory already. */
export function gzip(bytes: Uint8Array): Uint8Array {
  const file = gzipSync(bytes, { level, memLevel, chunkSize: bufferFor(bytes) });
  file[systemByte] = unknownSystem;
  return file;
}

/** A block of a gzip file, which ends at a whole byte and refers to nothing before it. */
export interface DeflatedBlock {
  readonly deflated: Uint8Array;
  /** Of its bytes before they were compressed. */
  readonly checksum: number;
  readonly length: number;
}

export function deflateBlock(bytes: Uint8Array): DeflatedBlock {
  const options = { level, memLevel, finishFlush: constants.Z_FULL_FLUSH, chunkSize: bufferFor(bytes) };
  return { deflated: deflateRawSync(bytes, options), checksum: crc32(bytes), length: bytes.length };
}

/** A block that is not compressed. */
export function storeBlock(bytes: Uint8Array): DeflatedBlock {
  const options = { level: 0, finishFlush: constants.Z_FULL_FLUSH, chunkSize: 2 * minBuffer + bytes.length };
  return { deflated: deflateRawSync(bytes, options), checksum: crc32(bytes), length: bytes.length };
}

/** The bytes of a block. */
export function inflateBlock(deflated: Uint8Array, length: number): Uint8Array {
  return inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: minBuffer + length });
}

/** The header of RFC 1952: deflate, no name, no time, compressed as fast as possible, of an unknown system. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, unknownSystem);
/** A last block without bytes. */
const lastBlock = Uint8Array.of(3, 0);

/** A gzip file of blocks; `write` gets its pieces in order. */
export class GzipFile {
  private checksum = 0;
  private length = 0;

  constructor(private readonly write: (bytes: Uint8Array) => void) {
    write(header);
  }

  add({ deflated, checksum, length }: DeflatedBlock): void {
    this.write(deflated);
    this.checksum = joinChecksums(this.checksum, checksum, length);
    this.length += length;
  }

  finish(): void {
    const trailer = Buffer.alloc(2 * Uint32Array.BYTES_PER_ELEMENT);
    trailer.writeUInt32LE(this.checksum, 0);
    trailer.writeUInt32LE(this.length % 2 ** 32, Uint32Array.BYTES_PER_ELEMENT);
    this.write(lastBlock);
    this.write(trailer);
  }
}
