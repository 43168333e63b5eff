// Ranges: course files split into ranges that can be read independently. Each cut depends only on the records next to it.
import { crc32 } from 'node:zlib';
import { readBlocks, type ByteRange } from './bytes.ts';
import type { SourceFile } from './find.ts';
import { Fingerprint } from './fingerprint.ts';

/** NDJSON: whole lines. JSON: whole elements of the file's one array. Other formats: the whole file. */
export interface SourceRange extends ByteRange {
  readonly file: SourceFile;
  /** Number of characters of its first line that precede it. */
  readonly indent: number;
  /** See `Fingerprint`; absent unless it was asked for when the file was split. */
  readonly fingerprint?: string;
}

/** Average size of a range in bytes: large enough that the overhead of a job is small, small enough to share the work evenly. */
export const rangeSize = 512 * 1024;

/** The form of a file that is cut into ranges; undefined for one that is a single range. */
export function divisibleForm({ format, size: bytes }: SourceFile, size: number): 'ndjson' | 'json' | undefined {
  return bytes > size && (format === 'ndjson' || format === 'json') ? format : undefined;
}

/**
 * Cuts a file after records chosen by their content, between two thirds of `size` and twice `size` after the last cut. An edit
 * therefore moves only the cuts next to it. A file up to `size` is one range, and so is a CSV or YAML file. On
 * demand, each range gets its fingerprint. Of an NDJSON file, whole lines from `start` to `end` may be cut alone.
 */
export function splitFile(
  file: SourceFile,
  size = rangeSize,
  isFingerprinted = false,
  start = 0,
  end = file.size,
): SourceRange[] {
  const form = divisibleForm(file, size);
  try {
    const cuts = form === 'ndjson' ? lineCuts(file, start, end, size) : form === 'json' ? elementCuts(file, size) : [];
    const ranges: SourceRange[] = [];
    let next = { start, indent: 0 };
    for (const cut of [...cuts, { end, start: end, indent: 0 }]) {
      const fingerprint = isFingerprinted && { fingerprint: fingerprintOf(file, next.start, cut.end) };
      ranges.push({ file, start: next.start, end: cut.end, indent: next.indent, ...fingerprint });
      next = cut;
    }
    return ranges;
  } catch {
    // Whatever keeps the file from being opened also keeps it from being read: reading it reports why.
    return [{ file, start, end, indent: 0 }];
  }
}

export function fingerprintOf(file: SourceFile, start?: number, end?: number): string {
  const fingerprint = new Fingerprint();
  for (const { bytes } of readBlocks(file, start, end)) fingerprint.add(bytes);
  return fingerprint.finish();
}

/** The end of the line that contains the byte at `offset`; an offset outside the file is moved to the nearer end of the file. */
export function lineEndAfter(file: SourceFile, offset: number): number {
  if (offset <= 0 || offset >= file.size) return Math.max(0, Math.min(offset, file.size));
  try {
    for (const { bytes, offset: from } of readBlocks(file, offset, file.size)) {
      const lineEnd = bytes.indexOf(newline);
      if (lineEnd !== -1) return from + lineEnd + 1;
    }
  } catch {
    // Reading the ranges reports why.
  }
  return file.size;
}

/** Where a range ends, and where the next one starts. */
interface Cut {
  readonly end: number;
  readonly start: number;
  readonly indent: number;
}

/** Whether a record with this digest and length ends a chunk. The probability grows with its length, so the distance in bytes is the same for long and short records. */
export function isCut(digest: number, length: number, size: number): boolean {
  return digest < (length / (size / 3)) * 2 ** 32;
}

function minSize(size: number): number {
  return Math.ceil((2 * size) / 3);
}

const newline = 0x0a;

/** Cuts after lines. Bytes before the minimum size of a range are not searched. */
function* lineCuts(file: SourceFile, start: number, last: number, size: number): Generator<Cut> {
  let rangeStart = start;
  let lineStart: number | undefined;
  let digest = 0;
  for (const { bytes, offset } of readBlocks(file, start, last)) {
    let from = Math.max(0, rangeStart + minSize(size) - offset);
    for (let lineEnd = bytes.indexOf(newline, from); lineEnd !== -1; lineEnd = bytes.indexOf(newline, from)) {
      const end = offset + lineEnd + 1;
      digest = crc32(bytes.subarray(from, lineEnd), digest);
      from = lineEnd + 1;
      // The start of the line in which the search begins is unknown.
      const isEnd = lineStart !== undefined && (isCut(digest, end - lineStart, size) || end - rangeStart >= 2 * size);
      if (isEnd && end < last) {
        yield { end, start: end, indent: 0 };
        rangeStart = end;
        lineStart = undefined;
        from += minSize(size);
      } else lineStart = end;
      digest = 0;
    }
    digest = crc32(bytes.subarray(from), digest);
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Cuts a JSON array at commas between its elements. A damaged file is cut anywhere; reading the ranges reports the damage. */
function* elementCuts(file: SourceFile, size: number): Generator<Cut> {
  let rangeStart = 0;
  let isArray = true;
  let depth = 0;
  let inText = false;
  let escaped = false;
  let nextIndent = 0;
  let elementStart = 0;
  let digest = 0;
  for (const { bytes, offset } of readBlocks(file, 0, file.size)) {
    if (offset === 0) {
      const [, mark = '', space = ''] = /^(ï»¿)?([ \t\r\n]*)/u.exec(Buffer.from(bytes).toString('latin1')) ?? [];
      isArray = bytes[mark.length + space.length] === openBracket;
      // A byte order mark does not count as a character of the line.
      if (mark !== '') nextIndent = -1;
    }
    let from = 0;
    for (let index = 0; index < (isArray ? bytes.length : 0); index += 1) {
      const byte = bytes[index] ?? 0;
      if (byte === newline) nextIndent = 0;
      else nextIndent += utf16Units(byte);
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inText = false;
      } else if (byte === quote) inText = true;
      else if (byte === openBracket || byte === openBrace) depth += 1;
      else if (byte === closeBracket || byte === closeBrace) depth -= 1;
      else if (byte === comma && depth === 1) {
        const end = offset + index;
        digest = crc32(bytes.subarray(from, index), digest);
        const isEnd = isCut(digest, end - elementStart, size) || end - rangeStart >= 2 * size;
        if (isEnd && end - rangeStart >= minSize(size)) {
          yield { end, start: end + 1, indent: nextIndent };
          rangeStart = end + 1;
        }
        elementStart = end + 1;
        digest = 0;
        from = index + 1;
      }
    }
    digest = crc32(bytes.subarray(from), digest);
  }
}

/** Characters that begin with this byte of UTF-8, counted as JavaScript and most editors do: in UTF-16 units. */
function utf16Units(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
