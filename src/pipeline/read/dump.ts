// Builds what the dumps need of a chunk, course by course: its full records, in compressed blocks that go into a dump as they are.
import { type GrowingBytes, lineEnd, sharedBytes, sharedNumbers } from '../../output/bytes.ts';
import { beginsBlock } from '../../site/dumps/blocks.ts';
import { deflateBlock, storeBlock } from '../../site/dumps/gzip.ts';
import type { PackedRecords, RecordBlocks } from './result.ts';

export class DumpBuilder {
  private readonly ends: number[] = [];
  private readonly blockEnds: number[] = [];
  private lastId = 0;

  /** `bytes` is memory to reuse. */
  constructor(private readonly bytes: GrowingBytes) {
    bytes.clear();
  }

  /** Adds a full record as JSON, a UTF-8 text. */
  add(id: number, json: string): void {
    const { ends, blockEnds, bytes } = this;
    if (ends.length > 0 && (beginsBlock(id) || id < this.lastId)) blockEnds.push(ends.length);
    this.lastId = id;
    bytes.addUtf8(json);
    bytes.addByte(lineEnd);
    ends.push(bytes.length);
  }

  finish(): { readonly blocks: RecordBlocks; readonly fullRecords: PackedRecords } {
    const { bytes, ends, blockEnds } = this;
    if (ends.length > 0) blockEnds.push(ends.length);
    let start = 0;
    const deflated = blockEnds.map((end, at) => {
      const from = start;
      start = ends[end - 1] ?? 0;
      // Those at the edges may go on in other chunks.
      const isWhole = at > 0 && at < blockEnds.length - 1;
      return (isWhole ? deflateBlock : storeBlock)(bytes.buffer.subarray(from, start));
    });
    let packedEnd = 0;
    const blocks = { ends: numbers(ends), blockEnds: numbers(blockEnds) };
    const fullRecords = {
      ...blocks,
      packed: sharedBytes(Buffer.concat(deflated.map((block) => block.deflated))),
      packedEnds: numbers(deflated.map((block) => (packedEnd += block.deflated.length))),
      checksums: numbers(deflated.map(({ checksum }) => checksum)),
    };
    return { blocks, fullRecords };
  }
}

function numbers(values: readonly number[]): Uint32Array {
  const shared = sharedNumbers(values.length);
  shared.set(values);
  return shared;
}
