// Text: source bytes are UTF-8, with or without a byte order mark.
import { isUtf8 } from 'node:buffer';
import { problemAt, type Problem } from '../problems.ts';

const markSize = 3;
/** What decoders put where bytes are no UTF-8. */
const replacement = '\ufffd';

/** The first place where bytes are no UTF-8, as a problem; undefined where all are. `firstLine` is the line of the first byte. */
export function encodingProblem(file: string, bytes: Buffer, firstLine = 1): Problem | undefined {
  if (isUtf8(bytes)) return undefined;
  const problem = (line: number, column: number, finding: string) =>
    problemAt(file, { line, column }, '', { rule: 'file-encoding', finding });
  if (isUtf16(bytes)) return problem(firstLine, 1, 'is UTF-16, not UTF-8');
  let start = hasMark(bytes) ? markSize : 0;
  for (let line = firstLine; ; line += 1) {
    const stop = bytes.indexOf(0x0a, start);
    const piece = bytes.subarray(start, stop === -1 ? bytes.length : stop);
    if (!isUtf8(piece) || stop === -1) {
      return problem(line, validText(piece).length + 1, 'is not UTF-8 here');
    }
    start = stop + 1;
  }
}

/** The text of the bytes before the first that are no UTF-8. */
export function validText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  let size = 0;
  for (let from = 0; ;) {
    const at = text.indexOf(replacement, from);
    if (at === -1) return text;
    size += Buffer.byteLength(text.slice(from, at));
    // The sign may stand in the source itself.
    if (bytes.toString('latin1', size, size + 3) !== 'ï¿½') return text.slice(0, at);
    size += 3;
    from = at + 1;
  }
}

/** Line ends in `bytes`. */
export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}

/** Text of UTF-8 bytes, without the byte order mark that some editors put first. */
export function textOf(bytes: Buffer): string {
  return bytes.toString('utf8', hasMark(bytes) ? markSize : 0);
}

function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Whether the bytes begin with the byte order mark of UTF-16. */
export function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}
