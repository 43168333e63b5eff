// Decoding: the text of a file in UTF-8, UTF-16, Windows-1252 or a named encoding, block by block.
import { closeSync, openSync, readSync } from 'node:fs';
import { problemAt, ProblemsError } from '../problems.ts';

const blockSize = 1024 * 1024;

export interface Decoded {
  /** The name of the encoding, and whether it is only what remained because the bytes are not UTF-8. */
  readonly encoding: string;
  readonly isGuess: boolean;
  readonly blocks: () => Generator<string>;
}

/** Finds the encoding of a file: a byte order mark, then strict UTF-8, then Windows-1252. A named one is taken as it is. */
export function decodeFile(path: string, named: string | undefined): Decoded {
  const mark = markOf(path);
  const encoding = named?.toLowerCase() ?? mark ?? (isUtf8(path) ? 'utf-8' : 'windows-1252');
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

/** The blocks of a file. Each is valid until the next one is asked for. */
export function* bytesOfFile(path: string): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    const block = Buffer.allocUnsafe(blockSize);
    for (;;) {
      const size = readSync(descriptor, block, 0, block.length, null);
      if (size === 0) return;
      yield block.subarray(0, size);
    }
  } finally {
    closeSync(descriptor);
  }
}

function markOf(path: string): string | undefined {
  const [first] = bytesOfFile(path);
  if (first === undefined) return undefined;
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  return first[0] === 0xfe && first[1] === 0xff ? 'utf-16be' : undefined;
}

function isUtf8(path: string): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const block of bytesOfFile(path)) decoder.decode(block, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function* textBlocks(path: string, encoding: string): Generator<string> {
  const decoder = decoderOf(encoding, path);
  for (const block of bytesOfFile(path)) yield decoder.decode(block, { stream: true });
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
  for (const block of bytesOfFile(path)) {
    yield block.toString('latin1').replace(/[\u0080-\u009f]/gu, (unit) => upper.charAt(unit.charCodeAt(0) - 0x80));
  }
}
