// Builds what the dumps need of a chunk, course by course.
import { brotliCompressSync, constants } from 'node:zlib';
import { type GrowingBytes, lineEnd, sharedBytes, sharedNumbers } from '../../output/bytes.ts';
import type { PackedRecords } from './result.ts';

/** Packs twice as fast as the lowest level of deflate, and as tightly. */
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 }, chunkSize: 512 * 1024 };

export class DumpBuilder {
  private readonly ends: number[] = [];

  /** `bytes` is memory to reuse. */
  constructor(private readonly bytes: GrowingBytes) {
    bytes.clear();
  }

  /** Adds a full record as JSON, a UTF-8 text. */
  add(json: string): void {
    this.bytes.addUtf8(json);
    this.bytes.addByte(lineEnd);
    this.ends.push(this.bytes.length);
  }

  finish(): { readonly recordEnds: Uint32Array; readonly fullRecords: PackedRecords } {
    const { bytes } = this;
    const ends = sharedNumbers(this.ends.length);
    ends.set(this.ends);
    const packed = sharedBytes(brotliCompressSync(bytes.buffer.subarray(0, bytes.length), packing));
    return { recordEnds: ends, fullRecords: { packed, ends } };
  }
}
