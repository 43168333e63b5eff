// Records: the responses of a packed API in the order in which jobs render them, in files of the staging folder until they are packed.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyCount, keyOf, packedName, type PackKind } from '../../api/packs.ts';
import { readFully } from '../../source/bytes.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import { noFiles, noneWritten, type IndexSize, type IndexWriter, type Records, type WrittenFiles } from '../writer.ts';

/** Number of runs of ascending keys that records are divided into, so that those of a range of keys are read at once. */
const runs = 64;
const keysPerRun = keyCount / runs;

/** The run that a key belongs to. */
export function runOf(key: number): number {
  return Math.floor(key / keysPerRun);
}

/** A record before its name and its response: its key, and the length of either. */
const header = { key: 0, name: 4, response: 8, length: 12 } as const;
const emptyHeader = new Uint8Array(header.length);

/** Maximum bytes of records in memory; above it, a batch ends before its job does. */
const maxBytes = 16 * 1024 * 1024;

class Run {
  readonly bytes = new GrowingBytes(0);
  keys: number[] = [];
  names: number[] = [];
  lengths: number[] = [];

  clear(): void {
    this.bytes.clear();
    [this.keys, this.names, this.lengths] = [[], [], []];
  }
}

/** Writes records as a `Writer` writes files. */
export class RecordWriter implements IndexWriter {
  private readonly file: string;
  private readonly runs = Array.from({ length: runs }, () => new Run());
  private records: Records[] = [];
  /** Bytes in the file, and in memory. */
  private written = 0;
  private pending = 0;
  private kind: PackKind = 'lists';
  private files = 0;
  private bytes = 0;
  private largest = noFiles.largest;

  /** `folder` is an existing folder, which several threads may share. */
  constructor(folder: string) {
    this.file = join(folder, randomUUID());
  }

  tally(): WrittenFiles {
    this.flush();
    const { files, bytes, largest, records } = this;
    [this.files, this.bytes, this.largest, this.records] = [0, 0, noFiles.largest, []];
    return { ...noneWritten, files, bytes, largest, records };
  }

  folder(): void {}

  writeFolder(path: string, content: string | GrowingBytes): IndexSize {
    return this.writeIndex(content, path);
  }

  /** A second folder of the same response is an alias that readers resolve. */
  writeIndex(content: string | GrowingBytes, path: string): IndexSize {
    const { kind, name } = packedName(path);
    if (kind !== this.kind) this.flush();
    this.kind = kind;
    const key = keyOf(kind, name);
    const run = this.runs[runOf(key)];
    if (!run) throw new RangeError(`no run for the key ${key}`);
    const { bytes } = run;
    const start = bytes.length;
    bytes.addBytes(emptyHeader);
    bytes.addText(name);
    const begin = bytes.length;
    const nameLength = begin - start - header.length;
    if (typeof content === 'string') {
      bytes.addText(content);
      bytes.addByte(lineEnd);
    } else bytes.addBytes(content.buffer.subarray(0, content.length));
    const length = bytes.length - begin;
    bytes.buffer.writeUInt32LE(key, start + header.key);
    bytes.buffer.writeUInt32LE(nameLength, start + header.name);
    bytes.buffer.writeUInt32LE(length, start + header.response);
    run.keys.push(key);
    run.names.push(nameLength);
    run.lengths.push(length);
    this.files += 1;
    this.bytes += length;
    if (length > this.largest.bytes) this.largest = { path, bytes: length };
    this.pending += bytes.length - start;
    if (this.pending > maxBytes) this.flush();
    return { plain: length, all: length, encodings: 0 };
  }

  /** Ends a batch of records of one kind. */
  private flush(): void {
    if (this.pending === 0) return;
    const { kind, file } = this;
    const parts = this.runs.map(({ bytes }) => bytes.buffer.subarray(0, bytes.length));
    const starts = [this.written];
    for (const { length } of parts) starts.push((starts.at(-1) ?? 0) + length);
    this.records.push({
      kind,
      file,
      starts: Float64Array.from(starts),
      keys: Uint32Array.from(this.runs.flatMap(({ keys }) => keys)),
      names: Uint16Array.from(this.runs.flatMap(({ names }) => names)),
      lengths: Uint32Array.from(this.runs.flatMap(({ lengths }) => lengths)),
    });
    const descriptor = openSync(file, 'a');
    try {
      for (const part of parts) writeFileSync(descriptor, part);
    } finally {
      closeSync(descriptor);
    }
    for (const run of this.runs) run.clear();
    this.written += this.pending;
    this.pending = 0;
  }
}

/** A response under its name. */
export interface NamedResponse {
  readonly key: number;
  readonly name: string;
  readonly bytes: Buffer;
}

/** Bytes of a file that hold whole records. */
export interface Segment {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** Where the records are that have keys from `start` up to `end`, among others of the same runs. */
export function segmentsOf(records: readonly Records[], start: number, end: number): Segment[] {
  const segments = records.map(({ file, starts }) => {
    const offset = starts[runOf(start)] ?? 0;
    return { file, offset, length: (starts[runOf(end - 1) + 1] ?? 0) - offset };
  });
  return segments.filter(({ length }) => length > 0);
}

/** Reads records; keeps files open until it is disposed. */
export class RecordReader implements Disposable {
  private readonly open = new Map<string, number>();

  /** `memory` is where records are read into: they are valid until the next are. */
  constructor(private readonly memory = new GrowingBytes(0)) {}

  /** Reads the records with keys from `start` up to `end`. */
  *read(segments: readonly Segment[], start: number, end: number): Generator<NamedResponse> {
    const { memory } = this;
    memory.clear();
    memory.reserveExactly(segments.reduce((sum, { length }) => sum + length, 0));
    for (const segment of segments) this.load(segment);
    const { buffer: all, length } = memory;
    for (let at = 0; at < length;) {
      const key = all.readUInt32LE(at + header.key);
      const name = at + header.length;
      const begin = name + all.readUInt32LE(at + header.name);
      const next = begin + all.readUInt32LE(at + header.response);
      if (key >= start && key < end) {
        yield { key, name: all.toString('utf8', name, begin), bytes: all.subarray(begin, next) };
      }
      at = next;
    }
  }

  /** Like `read`, with no more than one run of these records in memory at a time. */
  *readByRun(records: readonly Records[], start = 0, end = keyCount): Generator<NamedResponse> {
    for (let from = start; from < end;) {
      const to = Math.min(end, (runOf(from) + 1) * keysPerRun);
      yield* this.read(segmentsOf(records, from, to), from, to);
      from = to;
    }
  }

  [Symbol.dispose](): void {
    for (const descriptor of this.open.values()) closeSync(descriptor);
    this.open.clear();
  }

  private load({ file, offset, length }: Segment): void {
    const descriptor = this.descriptorOf(file);
    this.memory.addFrom(length, (bytes) => {
      if (readFully(descriptor, bytes, offset) < length) throw new Error(`${file} ends too early`);
    });
  }

  private descriptorOf(file: string): number {
    const descriptor = this.open.get(file) ?? openSync(file, 'r');
    this.open.set(file, descriptor);
    return descriptor;
  }
}
