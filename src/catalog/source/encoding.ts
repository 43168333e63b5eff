// Encoding: source bytes are UTF-8, with or without a byte order mark.
import { isUtf8 } from 'node:buffer';
import { problemAt, type Problem } from '../../text/problems.ts';

/** What decoders substitute for bytes that are not UTF-8. */
const replacement = '\ufffd';

/** A problem at the first bytes that are not UTF-8. Undefined if all are. `firstLine` is the line of the first byte. */
export function encodingProblem(file: string, bytes: Buffer, firstLine = 1): Problem | undefined {
  if (isUtf8(bytes)) return undefined;
  const problem = (line: number, column: number, finding: string) =>
    problemAt(file, { line, column }, '', { rule: 'file-encoding', finding });
  if (isUtf16(bytes)) return problem(firstLine, 1, 'is UTF-16, not UTF-8');
  const valid = validText(bytes.subarray(byteOrderMarkSize(bytes)));
  const line = firstLine + valid.split('\n').length - 1;
  return problem(line, valid.length - valid.lastIndexOf('\n'), 'is not UTF-8 here');
}

/** The text before the first bytes that are not UTF-8. */
export function validText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  let size = 0;
  for (let from = 0; ;) {
    const index = text.indexOf(replacement, from);
    if (index === -1) return text;
    size += Buffer.byteLength(text.slice(from, index));
    // The source itself may contain this character.
    if (bytes.toString('latin1', size, size + 3) !== 'ï¿½') return text.slice(0, index);
    size += 3;
    from = index + 1;
  }
}

/** The number of line ends in `bytes`. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let index = bytes.indexOf(0x0a); index !== -1; index = bytes.indexOf(0x0a, index + 1)) lines += 1;
  return lines;
}

/** The text of UTF-8 bytes, without the byte order mark that some editors prepend. */
export function decodeUtf8(bytes: Buffer): string {
  return bytes.toString('utf8', byteOrderMarkSize(bytes));
}

/** The length of the byte order mark of UTF-8 that the bytes begin with; 0 if there is none. */
export function byteOrderMarkSize(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Whether the bytes begin with the byte order mark of UTF-16. */
export function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}
