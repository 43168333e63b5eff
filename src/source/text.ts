// Text: source bytes are UTF-8, with or without a byte order mark.
import { isUtf8 } from 'node:buffer';
import { problemAt, type Problem } from '../problems.ts';

/** The first place where bytes are no UTF-8, as a problem; undefined where all are. `firstLine` is the line of the first byte. */
export function encodingProblem(file: string, bytes: Buffer, firstLine = 1): Problem | undefined {
  if (isUtf8(bytes)) return undefined;
  const problem = (line: number, column: number, finding: string) =>
    problemAt(file, { line, column }, '', { rule: 'file-encoding', finding });
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return problem(firstLine, 1, 'is UTF-16, not UTF-8');
  }
  let start = 0;
  for (let line = firstLine; ; line += 1) {
    const stop = bytes.indexOf(0x0a, start);
    const piece = bytes.subarray(start, stop === -1 ? bytes.length : stop);
    if (!isUtf8(piece) || stop === -1) {
      return problem(line, piece.toString('utf8').indexOf('\ufffd') + 1, 'is not UTF-8 here');
    }
    start = stop + 1;
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
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}
