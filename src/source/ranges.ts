// Ranges: course files cut into stretches that can be read apart. Where a cut comes depends on the records beside it alone.
import { closeSync, openSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { blocksOf, readFully } from './bytes.ts';
import type { SourceFile } from './find.ts';

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
}

/** Bytes of source that one job reads, on average: enough to make the cost of a job small, few enough to share the work evenly. */
export const chunkSize = 384 * 1024;

/**
 * Cuts a file at records whose own bytes say so, at least two thirds of `size` and at most twice `size` after the last cut. An
 * edit therefore moves the cuts beside it, and no others. A file up to `size` is one range, and so is a CSV or YAML file.
 */
export function splitFile(file: SourceFile, size = chunkSize): SourceRange[] {
  const whole = [{ file, start: 0, end: file.size, indent: 0 }];
  if (file.size <= size) return whole;
  try {
    if (file.format === 'ndjson') return splitLines(file, size);
    if (file.format === 'json') return splitArray(file, size);
  } catch {
    // Whatever keeps the file from being opened also keeps it from being read: reading it reports why.
  }
  return whole;
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

function splitLines(file: SourceFile, size: number): SourceRange[] {
  const descriptor = openSync(file.path, 'r');
  try {
    const ranges: SourceRange[] = [];
    let start = 0;
    while (start < file.size) {
      const end = endOfLines(descriptor, start, file.size, size);
      ranges.push({ file, start, end, indent: 0 });
      start = end;
    }
    return ranges;
  } finally {
    closeSync(descriptor);
  }
}

/** Where the range that begins at `start` ends: nothing before its least size is looked at. */
function endOfLines(descriptor: number, start: number, fileSize: number, size: number): number {
  const window = Buffer.allocUnsafe(Math.min(windowSize, fileSize - start));
  let lineStart: number | undefined;
  let digest = 0;
  for (let offset = start + leastSize(size); offset < fileSize;) {
    const bytes = window.subarray(0, readFully(descriptor, window, offset));
    if (bytes.length === 0) break;
    let from = 0;
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, from)) {
      const end = offset + at + 1;
      // Of the line in which the search begins, the first half is unknown.
      if (lineStart !== undefined) {
        digest = crc32(bytes.subarray(from, at), digest);
        if (isCut(digest, end - lineStart, size) || end - start >= 2 * size) return end;
      }
      lineStart = end;
      digest = 0;
      from = at + 1;
    }
    digest = crc32(bytes.subarray(from), digest);
    offset += bytes.length;
  }
  return fileSize;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Cuts a JSON array at commas between its elements. A damaged file is cut somewhere; reading the ranges tells where it is damaged. */
function splitArray(file: SourceFile, size: number): SourceRange[] {
  const ranges: SourceRange[] = [];
  let depth = 0;
  let inText = false;
  let escaped = false;
  let start = 0;
  let indent = 0;
  let nextIndent = 0;
  let elementStart = 0;
  let digest = 0;
  for (const { bytes, offset } of blocksOf(file)) {
    if (offset === 0) {
      const [, mark = '', space = ''] = /^(ï»¿)?([ \t\r\n]*)/u.exec(Buffer.from(bytes).toString('latin1')) ?? [];
      if (bytes[mark.length + space.length] !== openBracket) break;
      // A byte order mark is no character of the line.
      if (mark !== '') nextIndent = -1;
    }
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
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
        const isEnd = isCut(digest, end - elementStart, size) || end - start >= 2 * size;
        if (isEnd && end - start >= leastSize(size)) {
          ranges.push({ file, start, end, indent });
          start = end + 1;
          indent = nextIndent;
        }
        elementStart = end + 1;
        digest = 0;
        from = at + 1;
      }
    }
    digest = crc32(bytes.subarray(from), digest);
  }
  ranges.push({ file, start, end: file.size, indent });
  return ranges;
}

/** Characters that begin with this byte of UTF-8, counted as JavaScript and most editors do: in UTF-16 units. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
