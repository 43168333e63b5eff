// A job of a build: assembles packs of one range of keys, and writes them.
import { checksumOf, keyOf, packPath, startFor, type PackKind } from '../../api/packs.ts';
import { lineEnd, type GrowingBytes } from '../../text/bytes.ts';
import { RecordReader, type NamedResponse, type Segment } from './records.ts';
import { Writer, type OutputFile, type WriteRoots, type WrittenFiles } from '../writer.ts';
import { compareText } from '../../problems.ts';
import { PackedApi } from './packed.ts';
import { savedPack } from './published.ts';

export interface PackTask {
  readonly kind: PackKind;
  /** Where each of the packs begins. */
  readonly starts: readonly number[];
  /** The key after those of the last pack. */
  readonly end: number;
  /** Where the rendered responses are, among others. */
  readonly segments: readonly Segment[];
  readonly published: {
    readonly target: string;
    /** Where those packs begin of which responses stay: all that are neither rendered nor removed. */
    readonly starts: readonly number[];
    readonly removed: readonly string[];
  };
}

export interface WrittenPacks {
  readonly written: WrittenFiles;
  readonly files: readonly OutputFile[];
}

export interface PackWriting {
  readonly roots: WriteRoots;
  /** Reused by every job of a thread: for records, and for a pack. */
  readonly memory: { readonly records: GrowingBytes; readonly pack: GrowingBytes };
  readonly throwIfAborted: () => void;
}

export function writePacks(task: PackTask, { roots, memory, throwIfAborted }: PackWriting): WrittenPacks {
  const files: OutputFile[] = [];
  const form = { indexFile: 'index.json', precompress: [] } as const;
  const writer = new Writer(roots, form, (path, bytes) => void files.push({ path, bytes }));
  for (const [start, responses] of responsesOf(task, memory.records)) {
    throwIfAborted();
    assemble(memory.pack, responses);
    writer.write(packPath(task.kind, start), memory.pack);
  }
  return { written: writer.tally(), files };
}

function responsesOf(
  { kind, starts, end, segments, published }: PackTask,
  memory: GrowingBytes,
): Map<number, NamedResponse[]> {
  using reader = new RecordReader(memory);
  const [start = 0] = starts;
  const packs = new Map<number, NamedResponse[]>(starts.map((one) => [one, []]));
  const add = (response: NamedResponse) => packs.get(startFor(starts, response.key) ?? start)?.push(response);
  const replaced = new Set(published.removed);
  for (const response of reader.read(segments, start, end)) {
    add(response);
    if (published.starts.length > 0) replaced.add(response.name);
  }
  const publishedPacks = new PackedApi(published.target);
  for (const one of published.starts) {
    for (const [name, bytes] of savedPack(publishedPacks, kind, one)) {
      const key = keyOf(kind, name);
      if (key >= start && key < end && !replaced.has(name)) add({ key, name, bytes });
    }
  }
  return packs;
}

/** The bytes of a pack: its index, the responses in the order of their names, and the checksum. */
function assemble(pack: GrowingBytes, responses: NamedResponse[]): void {
  responses.sort((a, b) => compareText(a.name, b.name));
  let [index, offset] = ['', 0];
  for (const { name, bytes } of responses) {
    index += `${index === '' ? '{' : ','}${JSON.stringify(name)}:[${offset},${bytes.length}]`;
    offset += bytes.length;
  }
  pack.clear();
  pack.addText(`${index}}`);
  pack.addByte(lineEnd);
  for (const { bytes } of responses) pack.addBytes(bytes);
  pack.addText(checksumOf(pack.buffer.subarray(0, pack.length)));
  pack.addByte(lineEnd);
}
