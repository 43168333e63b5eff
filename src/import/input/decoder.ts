// Decoding: chooses the encoding of an input, and turns its bytes into text.
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { attempt } from '../../text/errors.ts';
import { readBlocks, maxTextLength } from '../../catalog/source/bytes.ts';
import type { Notes } from '../notes.ts';
import { decoderOf, encodingNamed } from './code-pages.ts';
import { encodingQuestion, type EncodingHints } from './encodings.ts';
import { inputError, type Resource } from './resource.ts';

/** How files begin: byte order marks, and the sign of gzip. */
const marks = { 'utf-16le': '\u00ff\u00fe', 'utf-16be': '\u00fe\u00ff' };
const gzip = '\u001f\u008b';
const maxUnpacked = 64 * 1024 * 1024;
/** The number of bytes in which browsers look for a declaration. */
const headSize = 1024;
const pieceSize = 64 * 1024;

export class Decoder {
  private readonly encodings = new WeakMap<Resource, string>();

  /** `named` is the encoding that the user names for all of them. Guesses are added to the notes, the first that is doubtful as a question. */
  constructor(
    private readonly named: string | undefined,
    private readonly notes: Pick<Notes, 'add' | 'ask' | 'questions'>,
    private readonly hints: EncodingHints = { languageOf: () => undefined, headingsIn: () => 0 },
  ) {}

  /**
   * UTF-8 if the bytes are UTF-8 beyond ASCII; else the named one; else that of the byte order mark, of the response's header, or of the
   * document's own declaration; else Windows-1252, or what it may be. Throws a ProblemsError if the named one does not exist.
   */
  encodingOf(resource: Resource): string {
    const encoding = this.encodings.get(resource) ?? this.encodingIn(resource);
    this.encodings.set(resource, encoding);
    return encoding;
  }

  /** A text in blocks, without its byte order mark. */
  *blocksOf(resource: Resource): Generator<string> {
    if (resource.file === '') return;
    const decode = decoderOf(this.encodingOf(resource));
    for (const { bytes } of bytesOf(resource)) yield decode(bytes);
    yield decode();
  }

  /** The whole text. Throws a ProblemsError if it is longer than a string can be. */
  textOf(resource: Resource): string {
    const blocks = [...this.blocksOf(resource)];
    if (blocks.reduce((sum, { length }) => sum + length, 0) <= maxTextLength) return blocks.join('');
    throw inputError(resource.address, 'is longer than 512 MB');
  }

  private encodingIn(resource: Resource): string {
    const { address, type = '' } = resource;
    const named = this.named === undefined ? undefined : encodingNamed(this.named);
    if (this.named !== undefined && named === undefined) {
      const remedy = 'name one such as utf-8, windows-1252, iso-8859-2 or shift_jis';
      throw inputError(address, `there is no encoding "${this.named}"`, remedy);
    }
    const [first] = bytesOf(resource);
    const head = first?.bytes.toString('latin1', 0, headSize) ?? '';
    const [mark] = Object.entries(marks).find(([, bytes]) => head.startsWith(bytes)) ?? [];
    const unmarked = (named ?? mark) === undefined ? unmarkedIn(head) : undefined;
    if (unmarked !== undefined) {
      this.notes.add('guessed', `encoding ${unmarked}, although it has no mark`, address);
      return unmarked;
    }
    const alphabet = alphabetOf(resource);
    if (alphabet === 'unicode') return 'utf-8';
    const [, charset] = /\bcharset\s*=\s*["']?([^\s"';]+)/iu.exec(type) ?? [];
    const stated = [charset, declaredIn(head), 'utf-8'].map((label) => encodingNamed(label ?? ''));
    const isLikely = (label: string | undefined) =>
      label !== undefined && (label !== 'utf-8' || alphabet !== undefined);
    const encoding = named ?? mark ?? stated.find(isLikely);
    if (encoding !== undefined) return encoding;
    requireOneEncoding(resource);
    const question = encodingQuestion(bytesOf(resource), this.hints);
    if (question !== undefined && this.notes.questions.length === 0) this.notes.ask(question);
    if (question?.suggestion !== undefined) return question.suggestion;
    this.notes.add('guessed', 'encoding windows-1252, as it is not UTF-8; --encoding names another', address);
    return 'windows-1252';
  }
}

/** UTF-16 without a mark: every other byte of its ASCII characters is zero, and no text in another encoding has any. */
function unmarkedIn(head: string): 'utf-16le' | 'utf-16be' | undefined {
  const [even = 0, odd = 0] = [0, 1].map(
    (offset) => Array.from(head).filter((byte, at) => at % 2 === offset && byte === '\0').length,
  );
  // Some letters of others end in a zero, too.
  if (Math.max(even, odd) < 4 || Math.min(even, odd) * 10 > Math.max(even, odd)) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Refuses a text of UTF-8 in which a line is of another encoding: any other would damage the rest. */
function requireOneEncoding(resource: Resource): void {
  let [number, start, valid, invalid, firstInvalid] = [1, '', 0, 0, 0];
  const see = (line: string) => {
    const letters = utf8LettersIn(line);
    if (letters === undefined) {
      invalid += 1;
      firstInvalid ||= number;
      // Of few bytes in another encoding some may be UTF-8 by chance.
    } else if (letters > 2 || (letters > 0 && invalid === 0)) valid += 1;
    number += 1;
  };
  for (const { bytes } of bytesOf(resource)) {
    const lines = (start + bytes.toString('latin1')).split('\n');
    start = lines.pop() ?? '';
    for (const line of lines) see(line);
  }
  see(start);
  if (valid === 0 || valid * mostDamaged < invalid) return;
  const finding = 'is not UTF-8, as the other lines are';
  throw inputError(resource.address, finding, 'write that line again in an editor that saves UTF-8', firstInvalid);
}

/** How many lines of another encoding there may be to one of UTF-8 in a text that is meant as UTF-8. */
const mostDamaged = 10;

/** Of whole texts only, between which it remembers nothing. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** How many characters beyond ASCII a line of bytes has as UTF-8; undefined if it is not UTF-8. */
function utf8LettersIn(line: string): number | undefined {
  if (!/[\x80-\xff]/u.test(line)) return 0;
  const text = attempt(() => strictUtf8.decode(Buffer.from(line, 'latin1')));
  return text === undefined ? undefined : (text.match(/[^\p{ASCII}]/gu)?.length ?? 0);
}

/** What an XML declaration or a `<meta>` states. It cannot be UTF-16, because these bytes could be read. */
function declaredIn(head: string): string | undefined {
  const [, xmlEncoding] = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']+)/u.exec(head) ?? [];
  const page = head.replaceAll(/<!--[^]*?-->/gu, '');
  const [, metaCharset] = /^\s*<(?:[^]*?<)?meta\s[^>]*?\bcharset\s*=\s*["']?([^\s"';>/]+)/iu.exec(page) ?? [];
  const label = xmlEncoding ?? metaCharset;
  return /^utf-?16/iu.test(label ?? '') ? undefined : label;
}

/** Whether a text of UTF-8 has characters beyond ASCII; undefined if it is not UTF-8. */
function alphabetOf(resource: Resource): 'ascii' | 'unicode' | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let extraBytes = 0;
  try {
    for (const { bytes } of bytesOf(resource))
      extraBytes += bytes.length - decoder.decode(bytes, { stream: true }).length;
    return extraBytes === decoder.decode().length ? 'ascii' : 'unicode';
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The bytes of a file in blocks, unpacked if it is gzipped. Throws a ProblemsError if it cannot be unpacked. */
function bytesOf({ address, file }: Resource): Iterable<{ readonly bytes: Buffer }> {
  const [first] = readBlocks({ path: file }, 0, gzip.length);
  if (first?.bytes.toString('latin1') !== gzip) return readBlocks({ path: file });
  const bytes = attempt(() => gunzipSync(readFileSync(file), { maxOutputLength: maxUnpacked }));
  if (bytes !== undefined) return [{ bytes }];
  throw inputError(address, `is not gzip of at most ${maxUnpacked / 1024 ** 2} MB`, 'unpack it, and import that file');
}

/** Blocks of a text in pieces, between which time limits and signals are noticed. Throws the reason of the signal once it is aborted. */
export async function* piecesOf(blocks: Iterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for (const block of blocks) {
    for (let start = 0; start < block.length; start += pieceSize) {
      await setImmediate();
      signal.throwIfAborted();
      yield block.slice(start, start + pieceSize);
    }
  }
}
