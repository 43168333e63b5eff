// Ranges: course files cut into ranges that can be read independently.
import { createHash } from 'node:crypto';
import { readBlocks, type ByteRange } from './bytes.ts';
import type { SourceFile } from './find.ts';

/** NDJSON: whole lines. JSON: whole elements of the file's one array. Other formats: the whole file. */
export interface SourceRange extends ByteRange {
  readonly file: SourceFile;
  /** Number of characters of its first line that precede it. */
  readonly indent: number;
}

/** Average size of a range in bytes: large enough that the overhead of a job is small, small enough to share the work evenly. */
export const rangeSize = 512 * 1024;

/** The form of a file that is cut into ranges; undefined for one that is a single range. */
export function divisibleForm({ format, size: bytes }: SourceFile, size: number): 'ndjson' | 'json' | undefined {
  return bytes > size && (format === 'ndjson' || format === 'json') ? format : undefined;
}

/**
 * Cuts a file after about every `size` bytes. A file up to `size` is one range, and so is a CSV or YAML file. Of an NDJSON file, whole
 * lines from `start` to `end` may be cut alone.
 */
export function splitFile(file: SourceFile, size = rangeSize, start = 0, end = file.size): SourceRange[] {
  const form = divisibleForm(file, size);
  try {
    const cuts = form === 'ndjson' ? lineCuts(file, start, end, size) : form === 'json' ? elementCuts(file, size) : [];
    const ranges: SourceRange[] = [];
    let next = { start, indent: 0 };
    for (const cut of [...cuts, { end, start: end, indent: 0 }]) {
      ranges.push({ file, start: next.start, end: cut.end, indent: next.indent });
      next = cut;
    }
    return ranges;
  } catch {
    // Whatever keeps the file from being opened also keeps it from being read: reading it reports why.
    return [{ file, start, end, indent: 0 }];
  }
}

/** The SHA-256 digest of a range of a file, in hexadecimal digits. Throws file system errors. */
export function digestOfRange({ file, start, end }: ByteRange): string {
  const digest = createHash('sha256');
  for (const { bytes } of readBlocks(file, start, end)) digest.update(bytes);
  return digest.digest('hex');
}

/** Bytes that are searched for the end of a line at a time. */
const lineBlock = 16 * 1024;

/** The end of the line that contains the byte at `offset`; an offset outside the file is moved to the nearer end of the file. */
export function lineEndAfter(file: SourceFile, offset: number): number {
  if (offset <= 0 || offset >= file.size) return Math.max(0, Math.min(offset, file.size));
  try {
    for (const { bytes, offset: from } of readBlocks(file, offset, file.size, lineBlock)) {
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

const newline = 0x0a;

/** Cuts after lines. */
function* lineCuts(file: SourceFile, start: number, last: number, size: number): Generator<Cut> {
  for (let end = lineEndAfter(file, start + size); end < last; end = lineEndAfter(file, end + size)) {
    yield { end, start: end, indent: 0 };
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
  for (const { bytes, offset } of readBlocks(file, 0, file.size)) {
    if (offset === 0) {
      const [, mark = '', space = ''] = /^(ï»¿)?([ \t\r\n]*)/u.exec(Buffer.from(bytes).toString('latin1')) ?? [];
      isArray = bytes[mark.length + space.length] === openBracket;
      // A byte order mark does not count as a character of the line.
      if (mark !== '') nextIndent = -1;
    }
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
        if (end - rangeStart < size) continue;
        yield { end, start: end + 1, indent: nextIndent };
        rangeStart = end + 1;
      }
    }
  }
}

/** Characters that begin with this byte of UTF-8, counted as JavaScript and most editors do: in UTF-16 units. */
function utf16Units(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
