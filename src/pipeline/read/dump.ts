// Builds what the dumps need of a chunk, course by course.
import { brotliCompressSync, constants } from 'node:zlib';
import type { FullCourse } from '../../api/schemas.ts';
import { type GrowingBytes, lineEnd, sharedBytes, sharedNumbers } from '../../output/bytes.ts';
import { csvRecord } from '../../site/dumps/courses.ts';
import type { DumpFormat } from '../../site/dumps/formats.ts';
import type { ChunkDump, PackedRecords } from './result.ts';

/** Packs twice as fast as the lowest level of deflate, and as tightly. */
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 }, chunkSize: 512 * 1024 };

export class DumpBuilder {
  private readonly ends: number[] = [];
  private readonly csvBytes: number[] = [];
  private readonly hasCsv: boolean;

  /** `bytes` is memory to reuse. */
  constructor(
    private readonly bytes: GrowingBytes,
    formats: readonly DumpFormat[],
  ) {
    bytes.clear();
    this.hasCsv = formats.includes('csv');
  }

  /** Adds a full record, with UTF-8 texts, and the same as JSON. */
  add(record: FullCourse, json: string): void {
    this.bytes.addUtf8(json);
    this.bytes.addByte(lineEnd);
    this.ends.push(this.bytes.length);
    if (this.hasCsv) this.csvBytes.push(csvRecord(record).length);
  }

  finish(): { readonly dump: ChunkDump; readonly fullRecords: PackedRecords } {
    const { bytes, csvBytes } = this;
    const ends = sharedNumbers(this.ends.length);
    ends.set(this.ends);
    const jsonBytes = Uint32Array.from(ends, (end, at) => end - (ends[at - 1] ?? 0));
    const packed = sharedBytes(brotliCompressSync(bytes.buffer.subarray(0, bytes.length), packing));
    return { dump: { jsonBytes, csvBytes: Uint32Array.from(csvBytes) }, fullRecords: { packed, ends } };
  }
}
