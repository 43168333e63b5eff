// Records: the responses of a packed API in the order in which jobs render them, in files of the stage until they are packed.
import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf, packedName, type PackKind } from '../api/packs.ts';
import { GrowingBytes, lineEnd } from './bytes.ts';
import { noFiles, noneWritten, type IndexSize, type IndexWriter, type Records, type WrittenFiles } from './writer.ts';

interface OpenRecords {
  readonly keys: number[];
  readonly names: number[];
  readonly lengths: number[];
}

/** Bytes that a writer keeps in memory. */
const maxBuffered = 4 * 1024 * 1024;

/** Writes records as a `Writer` writes files. */
export class RecordWriter implements IndexWriter {
  private readonly file: string;
  /** Length of the file, and where the current job's records begin in it. */
  private written = 0;
  private offset = 0;
  private readonly bytes = new GrowingBytes();
  private kind: PackKind = 'lists';
  private open: OpenRecords = { keys: [], names: [], lengths: [] };
  private largest = noFiles.largest;
  readonly last: IndexSize = { plain: 0, all: 0, encodings: 0 };

  /** `folder` is an existing folder, which several threads may share. */
  constructor(folder: string) {
    this.file = join(folder, randomUUID());
  }

  /** Ends a job, which may only have written responses of one kind. */
  tally(): WrittenFiles {
    const { kind, file, open, offset, largest } = this;
    if (open.keys.length === 0) return noneWritten;
    this.flush();
    this.offset = this.written;
    const records: Records = {
      kind,
      file,
      offset,
      keys: Uint32Array.from(open.keys),
      names: Uint16Array.from(open.names),
      lengths: Uint32Array.from(open.lengths),
    };
    [this.open, this.largest] = [{ keys: [], names: [], lengths: [] }, noFiles.largest];
    const size = open.lengths.reduce((sum, length) => sum + length, 0);
    return { ...noneWritten, files: open.keys.length, bytes: size, largest, records };
  }

  folder(): void {}

  writeFolder(path: string, content: string | GrowingBytes): void {
    this.writeIndex(content, path);
  }

  /** A second folder of the same response is an alias that readers resolve. */
  writeIndex(content: string | GrowingBytes, path: string): void {
    const { kind, name } = packedName(path);
    const { bytes, open } = this;
    this.kind = kind;
    const start = bytes.length;
    bytes.addText(name);
    const begin = bytes.length;
    if (typeof content === 'string') {
      bytes.addText(content);
      bytes.addByte(lineEnd);
    } else bytes.addBytes(content.buffer.subarray(0, content.length));
    const length = bytes.length - begin;
    open.keys.push(keyOf(kind, name));
    open.names.push(begin - start);
    open.lengths.push(length);
    [this.last.plain, this.last.all] = [length, length];
    if (length > this.largest.bytes) this.largest = { path, bytes: length };
    if (bytes.length > maxBuffered) this.flush();
  }

  private flush(): void {
    const { file, bytes } = this;
    appendFileSync(file, bytes.buffer.subarray(0, bytes.length));
    this.written += bytes.length;
    bytes.clear();
  }
}

/** Reads parts of files; keeps every file open until it is disposed. */
export class FileReader implements Disposable {
  private readonly open = new Map<string, number>();

  read(file: string, offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const count = readSync(this.descriptorOf(file), bytes, done, length - done, offset + done);
      if (count === 0) throw new Error(`${file} ends too early`);
      done += count;
    }
    return bytes;
  }

  [Symbol.dispose](): void {
    for (const descriptor of this.open.values()) closeSync(descriptor);
    this.open.clear();
  }

  private descriptorOf(file: string): number {
    const descriptor = this.open.get(file) ?? openSync(file, 'r');
    this.open.set(file, descriptor);
    return descriptor;
  }
}
