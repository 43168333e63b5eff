// Ranges: course files cut into stretches that can be read apart. Where a cut comes depends on the records beside it alone.
import { closeSync, openSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { blocksOf, readFully } from './bytes.ts';
import type { SourceFile } from './find.ts';
import { Fingerprint } from './fingerprint.ts';

/**
 * A stretch of a file, in bytes, `end` excluded.
 * NDJSON: whole lines. JSON: whole elements of the file's one array. Other formats: the whole file.
 */
export interface SourceRange {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  /** How many characters of its first line stand before it. */
  readonly indent: number;
  /** See `Fingerprint`; absent unless it was asked for when the file was split. */
  readonly fingerprint?: string;
}

/** Bytes of source that one job reads, on average: enough to make the cost of a job small, few enough to share the work evenly. */
export const chunkSize = 384 * 1024;

/**
 * Cuts a file at records whose own bytes say so, at least two thirds of `size` and at most twice `size` after the last cut. An
 * edit therefore moves the cuts beside it, and no others. A file up to `size` is one range, and so is a CSV or YAML file. With a
 * key, each range gets its fingerprint.
 */
export function splitFile(file: SourceFile, size = chunkSize, fingerprintKey?: string): SourceRange[] {
  const ranges = new RangesBuilder(file, fingerprintKey);
  try {
    if (file.size > size && file.format === 'ndjson') splitLines(ranges, size);
    else if (file.size > size && file.format === 'json') splitArray(ranges, size);
    else if (fingerprintKey !== undefined) for (const { bytes } of blocksOf(file, 0, file.size)) ranges.add(bytes);
    return ranges.finish();
  } catch {
    // Whatever keeps the file from being opened also keeps it from being read: reading it reports why.
    return [{ file, start: 0, end: file.size, indent: 0 }];
  }
}

/** Collects the ranges of a file, and fingerprints them while their bytes are at hand. */
class RangesBuilder {
  /** Where the current range starts. */
  start = 0;
  private indent = 0;
  private readonly ranges: SourceRange[] = [];
  private fingerprint: Fingerprint | undefined;

  constructor(
    readonly file: SourceFile,
    readonly fingerprintKey: string | undefined,
  ) {
    this.open();
  }

  /** Adds bytes of the current range; without a key, nothing is done with them. */
  add(bytes: Uint8Array): void {
    this.fingerprint?.add(bytes);
  }

  /** Ends the current range; the next one starts at `start`. */
  cut(end: number, start: number, indent: number): void {
    this.close(end);
    this.start = start;
    this.indent = indent;
    this.open();
  }

  finish(): SourceRange[] {
    this.close(this.file.size);
    return this.ranges;
  }

  private open(): void {
    this.fingerprint = this.fingerprintKey === undefined ? undefined : new Fingerprint(this.fingerprintKey);
  }

  private close(end: number): void {
    const { file, start, indent } = this;
    const fingerprint = this.fingerprint?.finish();
    this.ranges.push({ file, start, end, indent, ...(fingerprint !== undefined && { fingerprint }) });
  }
}

/** Whether something of this digest and length ends a chunk. The probability grows with its length, so the distance in bytes is the same for long and short records. */
export function isCut(digest: number, length: number, size: number): boolean {
  return digest < (length / (size / 3)) * 2 ** 32;
}

/** Bytes before which a range does not end. */
function leastSize(size: number): number {
  return Math.ceil((2 * size) / 3);
}

const newline = 0x0a;
/** Bytes that are read at once to look for the end of a line. */
const windowSize = 32 * 1024;

/** Cuts after lines; nothing before the least size of a range is looked at, or even read unless it is fingerprinted. */
function splitLines(ranges: RangesBuilder, size: number): void {
  const { file, fingerprintKey } = ranges;
  const window = Buffer.allocUnsafe(windowSize);
  const descriptor = openSync(file.path, 'r');
  try {
    let lineStart: number | undefined;
    let digest = 0;
    for (let offset = 0; offset < file.size;) {
      const bytes = window.subarray(0, Math.min(readFully(descriptor, window, offset), file.size - offset));
      if (bytes.length === 0) break;
      let added = 0;
      let from = Math.max(0, ranges.start + leastSize(size) - offset);
      for (let at = bytes.indexOf(newline, from); at !== -1; at = bytes.indexOf(newline, from)) {
        const end = offset + at + 1;
        digest = crc32(bytes.subarray(from, at), digest);
        from = at + 1;
        // Of the line in which the search begins, the first half is unknown.
        const isEnd =
          lineStart !== undefined && (isCut(digest, end - lineStart, size) || end - ranges.start >= 2 * size);
        if (isEnd && end < file.size) {
          ranges.add(bytes.subarray(added, from));
          ranges.cut(end, end, 0);
          added = from;
          lineStart = undefined;
          from += leastSize(size);
        } else lineStart = end;
        digest = 0;
      }
      digest = crc32(bytes.subarray(from), digest);
      ranges.add(bytes.subarray(added));
      offset += bytes.length;
      if (fingerprintKey === undefined) offset = Math.max(offset, ranges.start + leastSize(size));
    }
  } finally {
    closeSync(descriptor);
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Cuts a JSON array at commas between its elements. A damaged file is cut somewhere; reading the ranges tells where it is damaged. */
function splitArray(ranges: RangesBuilder, size: number): void {
  let isArray = true;
  let depth = 0;
  let inText = false;
  let escaped = false;
  let nextIndent = 0;
  let elementStart = 0;
  let digest = 0;
  for (const { bytes, offset } of blocksOf(ranges.file, 0, ranges.file.size)) {
    if (offset === 0) {
      const [, mark = '', space = ''] = /^(ï»¿)?([ \t\r\n]*)/u.exec(Buffer.from(bytes).toString('latin1')) ?? [];
      isArray = bytes[mark.length + space.length] === openBracket;
      // A byte order mark is no character of the line.
      if (mark !== '') nextIndent = -1;
    }
    let added = 0;
    let from = 0;
    for (let at = 0; at < (isArray ? bytes.length : 0); at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === newline) nextIndent = 0;
      else nextIndent += unitsOf(byte);
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inText = false;
      } else if (byte === quote) inText = true;
      else if (byte === openBracket || byte === openBrace) depth += 1;
      else if (byte === closeBracket || byte === closeBrace) depth -= 1;
      else if (byte === comma && depth === 1) {
        const end = offset + at;
        digest = crc32(bytes.subarray(from, at), digest);
        const isEnd = isCut(digest, end - elementStart, size) || end - ranges.start >= 2 * size;
        if (isEnd && end - ranges.start >= leastSize(size)) {
          ranges.add(bytes.subarray(added, at));
          ranges.cut(end, end + 1, nextIndent);
          added = at + 1;
        }
        elementStart = end + 1;
        digest = 0;
        from = at + 1;
      }
    }
    digest = crc32(bytes.subarray(from), digest);
    ranges.add(bytes.subarray(added));
  }
}

/** Characters that begin with this byte of UTF-8, counted as JavaScript and most editors do: in UTF-16 units. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
