// Ranges: course files cut into pieces that can be read apart, and pieces gathered into batches of like size.
import { closeSync, openSync, readSync } from 'node:fs';
import type { SourceFile } from './find.ts';

/**
 * A piece of a file, in bytes, `end` excluded.
 * NDJSON: it holds every line that starts in it. JSON: whole elements of the file's one array. Other formats: the whole file.
 */
export interface SourceRange {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  /** How many characters of its first line stand before it. */
  readonly indent: number;
}

/** Bytes of source that one job reads: large enough to make a job's own cost small, small enough to share the work evenly. */
export const batchSize = 512 * 1024;

/** The pieces of one file; a file up to the size of a piece is one piece. */
export function splitFile(file: SourceFile, pieceSize = batchSize): SourceRange[] {
  const { size, format } = file;
  const whole = [{ file, start: 0, end: size, indent: 0 }];
  if (size <= pieceSize) return whole;
  if (format === 'ndjson') return splitAnywhere(file, pieceSize);
  if (format !== 'json') return whole;
  try {
    return splitArray(file, pieceSize);
  } catch {
    // What keeps the file from being opened keeps it from being read: reading it tells why.
    return whole;
  }
}

/** Gathers pieces, in order, into batches of about the same size. */
export function gatherBatches(ranges: readonly SourceRange[], chunkSize = batchSize): SourceRange[][] {
  const batches: SourceRange[][] = [];
  let room = 0;
  for (const range of ranges) {
    const size = range.end - range.start;
    const last = batches.at(-1);
    if (last && size <= room) {
      last.push(range);
      room -= size;
    } else {
      batches.push([range]);
      room = chunkSize - size;
    }
  }
  return batches;
}

function splitAnywhere(file: SourceFile, pieceSize: number): SourceRange[] {
  const ranges: SourceRange[] = [];
  for (let start = 0; start < file.size; start += pieceSize) {
    ranges.push({ file, start, end: Math.min(file.size, start + pieceSize), indent: 0 });
  }
  return ranges;
}

const [quote, backslash, comma, newline] = [0x22, 0x5c, 0x2c, 0x0a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Cuts a JSON array at commas between its elements. A damaged file is cut somewhere; reading the pieces tells where it is damaged. */
function splitArray(file: SourceFile, pieceSize: number): SourceRange[] {
  const ranges: SourceRange[] = [];
  let depth = 0;
  let inText = false;
  let escaped = false;
  let start = 0;
  let indent = 0;
  let nextIndent = 0;
  let isArray: boolean | undefined;
  for (const { bytes, offset } of chunksOf(file)) {
    // A byte order mark is no character of the line.
    if (offset === 0 && Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'ï»¿') nextIndent = -1;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === newline) nextIndent = 0;
      else nextIndent += unitsOf(byte);
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inText = false;
      } else if (byte === quote) inText = true;
      else if (byte === openBracket || byte === openBrace) {
        isArray ??= byte === openBracket;
        depth += 1;
      } else if (byte === closeBracket || byte === closeBrace) depth -= 1;
      else if (byte === comma && depth === 1 && isArray && offset + at - start >= pieceSize) {
        ranges.push({ file, start, end: offset + at, indent });
        start = offset + at + 1;
        indent = nextIndent;
      }
    }
  }
  ranges.push({ file, start, end: file.size, indent });
  return ranges;
}

/** Characters that begin with this byte of UTF-8, counted as JavaScript and most editors do: in UTF-16 units. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte >= 0xf0 ? 2 : 1;
}

/** The bytes of a file, in pieces of a mebibyte that are valid until the next one is asked for. */
export function* chunksOf(file: SourceFile): Generator<{ bytes: Uint8Array; offset: number }> {
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  const descriptor = openSync(file.path, 'r');
  try {
    let offset = 0;
    for (;;) {
      const count = readSync(descriptor, buffer, 0, buffer.length, offset);
      if (count === 0) return;
      yield { bytes: buffer.subarray(0, count), offset };
      offset += count;
    }
  } finally {
    closeSync(descriptor);
  }
}
