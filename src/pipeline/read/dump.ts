// Builds what the dumps need of a chunk, course by course: its full records, in compressed blocks that go into a dump as they are.
import { type GrowingBytes, lineEnd, sharedBytes, sharedNumbersOf } from '../../text/bytes.ts';
import { beginsBlock } from '../../outputs/dumps/blocks.ts';
import { deflateBlock, storeBlock } from '../../outputs/dumps/gzip.ts';
import type { PackedRecords, RecordBlocks } from './result.ts';

export class DumpBuilder {
  private readonly ends: number[] = [];
  private readonly blocks: { end: number; isAscending: boolean }[] = [];
  private lastId = 0;

  /** `bytes` is memory to reuse. */
  constructor(private readonly bytes: GrowingBytes) {
    bytes.clear();
  }

  /** Adds a full record as JSON, a UTF-8 text. */
  add(id: number, json: string): void {
    const { ends, blocks, bytes } = this;
    let block = blocks.at(-1);
    if (!block || beginsBlock(id)) blocks.push((block = { end: 0, isAscending: true }));
    else block.isAscending &&= id > this.lastId;
    this.lastId = id;
    bytes.addUtf8(json);
    bytes.addByte(lineEnd);
    ends.push(bytes.length);
    block.end = ends.length;
  }

  finish(): { readonly blocks: RecordBlocks; readonly fullRecords: PackedRecords } {
    const { bytes, ends } = this;
    let start = 0;
    const deflated = this.blocks.map(({ end, isAscending }, at) => {
      const from = start;
      start = ends[end - 1] ?? 0;
      // Blocks at the edges may go on in other chunks, and dumps are in ascending order.
      const isWhole = at > 0 && at < this.blocks.length - 1 && isAscending;
      return (isWhole ? deflateBlock : storeBlock)(bytes.buffer.subarray(from, start));
    });
    let packedEnd = 0;
    const blocks = { ends: sharedNumbersOf(ends), blockEnds: sharedNumbersOf(this.blocks.map(({ end }) => end)) };
    const fullRecords = {
      ...blocks,
      packed: sharedBytes(Buffer.concat(deflated.map((block) => block.deflated))),
      packedEnds: sharedNumbersOf(deflated.map((block) => (packedEnd += block.deflated.length))),
      checksums: sharedNumbersOf(deflated.map(({ checksum }) => checksum)),
    };
    return { blocks, fullRecords };
  }
}
