// Decoding: the text of a file in UTF-8, UTF-16, Windows-1252 or a named encoding, block by block.
import { isUtf8 } from 'node:buffer';
import { problemAt, ProblemsError } from '../problems.ts';
import { blocksOf } from '../source/bytes.ts';

export interface Decoded {
  /** The name of the encoding, and whether it is only what remained because the bytes are not UTF-8. */
  readonly encoding: string;
  readonly isGuess: boolean;
  readonly blocks: () => Generator<string>;
}

/** Finds the encoding of a file: a byte order mark, then strict UTF-8, then Windows-1252. A named one is taken as it is. */
export function decodeFile(path: string, named: string | undefined): Decoded {
  const mark = markOf(path);
  const encoding = named?.toLowerCase() ?? mark ?? (isUtf8File(path) ? 'utf-8' : 'windows-1252');
  return {
    encoding,
    isGuess: named === undefined && encoding === 'windows-1252',
    blocks: () => (isWindows1252(encoding) ? windows1252Blocks(path) : textBlocks(path, encoding)),
  };
}

/** The whole text of a file. */
export function textOfFile(path: string, named?: string): string {
  return [...decodeFile(path, named).blocks()].join('');
}

function markOf(path: string): string | undefined {
  const [first] = blocksOf({ path });
  if (first === undefined) return undefined;
  const { bytes } = first;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function isUtf8File(path: string): boolean {
  let rest: Buffer = Buffer.alloc(0);
  for (const { bytes } of blocksOf({ path })) {
    // The end of a character that began in the block before.
    const start = [0, 1, 2, 3].find((at) => !isInside(bytes[at])) ?? 3;
    const end = Math.max(start, lastCharacter(bytes));
    if (!isUtf8(Buffer.concat([rest, bytes.subarray(0, start)])) || !isUtf8(bytes.subarray(start, end))) return false;
    rest = Buffer.from(bytes.subarray(end));
  }
  return isUtf8(rest);
}

/** Where the last character begins, which may go on in the next block. */
function lastCharacter(bytes: Buffer): number {
  let at = bytes.length - 1;
  while (at > bytes.length - 4 && isInside(bytes[at])) at -= 1;
  return Math.max(0, at);
}

/** Whether a byte is not the first one of its character. */
function isInside(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

function* textBlocks(path: string, encoding: string): Generator<string> {
  const decoder = decoderOf(encoding, path);
  for (const { bytes } of blocksOf({ path })) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

function decoderOf(encoding: string, path: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const finding = `there is no encoding "${encoding}"`;
    const remedy = 'name one such as utf-8, windows-1252, iso-8859-2 or shift_jis';
    throw new ProblemsError([problemAt(path, undefined, '', { rule: 'import-source', finding, remedy })]);
  }
}

function isWindows1252(encoding: string): boolean {
  return /^(?:windows-?1252|cp-?1252|iso-?8859-?1|latin-?1|us-ascii|ascii)$/u.test(encoding);
}

/** 0x80 to 0x9F; some versions of Node decode them as control characters (nodejs/node#56542). */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function* windows1252Blocks(path: string): Generator<string> {
  for (const { bytes } of blocksOf({ path })) {
    yield bytes.toString('latin1').replace(/[\u0080-\u009f]/gu, (unit) => upper.charAt(unit.charCodeAt(0) - 0x80));
  }
}
