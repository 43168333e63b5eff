// Lines: where those of a file start, and what tells a stretch of them from others.
import { closeSync, openSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Fingerprint } from './fingerprint.ts';
import { readFully } from './bytes.ts';
import type { SourceFile } from './find.ts';

const lineEnd = 0x0a;

/** Bytes that a head takes in: whole lines up to the first of these sizes, and no byte past the second. */
const headSize = { least: 32, most: 4096 };

/**
 * A number that tells what a stretch begins with: its first line, as a rule. A line as short as a blank one tells nothing,
 * so that lines after it count too.
 */
export function headOf(bytes: Uint8Array): number {
  const most = bytes.subarray(0, headSize.most);
  const end = most.indexOf(lineEnd, headSize.least - 1);
  return crc32(end === -1 ? most : most.subarray(0, end + 1));
}

/** Opens a file for `use`, which may ask for fingerprints of this key. Throws the errors of the file system. */
export function withLines<T>(file: SourceFile, key: string, use: (lines: FileLines) => T): T {
  const descriptor = openSync(file.path, 'r');
  try {
    return use(new FileLines(descriptor, file.size, key));
  } finally {
    closeSync(descriptor);
  }
}

export class FileLines {
  private readonly buffer: Buffer;
  private readonly window: Buffer;

  constructor(
    private readonly descriptor: number,
    /** Bytes past it are not looked at. */
    readonly size: number,
    private readonly key: string,
  ) {
    this.buffer = Buffer.allocUnsafe(Math.min(size, 1024 * 1024));
    this.window = Buffer.allocUnsafe(Math.min(size, 256 * 1024));
  }

  /** The fingerprint of a stretch, and whether it ends as a line does; undefined where the file ends before. */
  fingerprint(start: number, end: number): { fingerprint: string; endsLine: boolean } | undefined {
    const stretch = new Fingerprint(this.key);
    let last: number | undefined;
    for (let at = start; at < end;) {
      const bytes = this.read(this.buffer, at, end);
      if (bytes.length === 0) return undefined;
      stretch.add(bytes);
      last = bytes.at(-1);
      at += bytes.length;
    }
    return { fingerprint: stretch.finish(), endsLine: last === lineEnd || end === this.size };
  }

  /** Every place where a line starts, with the head there. A line must start at `from`. */
  *heads(from: number): Generator<{ at: number; head: number }> {
    let inLine = false;
    for (let offset = from; offset < this.size;) {
      const bytes = this.read(this.window, offset, this.size);
      const isLast = bytes.length < this.window.length || offset + bytes.length === this.size;
      // Heads that the window cuts off come with the next one.
      const limit = isLast ? bytes.length : bytes.length - headSize.most + 1;
      let next: number = inLine ? bytes.indexOf(lineEnd) + 1 : 0;
      if (inLine && next === 0) next = bytes.length;
      else inLine = false;
      while (next < limit) {
        yield { at: offset + next, head: headOf(bytes.subarray(next, next + headSize.most)) };
        const end = bytes.indexOf(lineEnd, next);
        inLine = end === -1;
        next = inLine ? bytes.length : end + 1;
      }
      if (isLast) return;
      offset += next;
    }
  }

  /** The first place at or after `from`, which is not 0, where a line starts; the end of the file where there is none. */
  startFrom(from: number): number {
    for (let offset = from - 1; offset < this.size;) {
      const bytes = this.read(this.window.subarray(0, 16_384), offset, this.size);
      if (bytes.length === 0) break;
      const end = bytes.indexOf(lineEnd);
      if (end !== -1) return offset + end + 1;
      offset += bytes.length;
    }
    return this.size;
  }

  private read(into: Buffer, start: number, end: number): Buffer {
    const part = into.subarray(0, Math.min(into.length, end - start));
    return part.subarray(0, readFully(this.descriptor, part, start));
  }
}
