// NDJSON: one record a line; blank lines, CRLF, a byte order mark and a missing last line end are fine.
import { isUtf8 } from 'node:buffer';
import { problemAt, type Position, type Problem } from '../problems.ts';
import { blocksOf, maxText, readBytes } from './bytes.ts';
import { parseJson } from './json.ts';
import type { SourceRange } from './ranges.ts';
import type { Path, Reader, SourceRecord } from './record.ts';
import { countLines, encodingProblem, isUtf16, textOf } from './text.ts';
import { mayHaveTwins, twinProblems } from './twin-fields.ts';

const newline = 0x0a;

export const readNdjson: Reader = async (range, listener) => {
  if (range.end - range.start > maxText) {
    const { line, lines } = longestLine(range);
    const finding = 'the line is too long to be read';
    listener.problem(problemAt(range.file.path, { line, column: 1 }, '', { rule: 'source-size', finding }));
    return lines;
  }
  const bytes = readBytes(range);
  listener.bytes?.(bytes);
  const allUtf8 = isUtf8(bytes);
  let line = 1;
  let start = 0;
  while (start < bytes.length) {
    const stop = bytes.indexOf(newline, start);
    const end = stop === -1 ? bytes.length : stop;
    const piece = bytes.subarray(start, end);
    const isFirst = range.start === 0 && line === 1;
    const { text, value, utf8 } = parseLine(piece, isFirst, allUtf8);
    if (value !== undefined) {
      if (mayHaveTwins(text, value)) {
        const place = ({ column }: Position) => ({ line, column });
        for (const twin of await twinProblems(lineText(piece, isFirst), range.file.path, place)) listener.problem(twin);
      }
      listener.record(new LineRecord(piece, line, value, utf8, isFirst));
    } else if (text.trim() !== '') {
      const { found, isWhole } = await faultOf(range, piece, text, line);
      listener.problem(found);
      if (isWhole) return countLines(bytes);
    }
    if (stop === -1) break;
    start = stop + 1;
    line += 1;
  }
  return line - 1;
};

/** Which line of a range is the longest, and how many line ends there are: all but a few lines of a range are short. */
function longestLine({ file, start, end }: SourceRange): { line: number; lines: number } {
  let [line, length, lines, lineStart] = [1, 0, 0, start];
  const endLine = (at: number) => {
    if (at - lineStart > length) [line, length] = [lines + 1, at - lineStart];
    lineStart = at;
  };
  for (const { bytes, offset } of blocksOf(file, start, end)) {
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) {
      endLine(offset + at);
      lines += 1;
    }
  }
  endLine(end);
  return { line, lines };
}

/** The text of a line and its value, undefined where it has none; the value also with its texts as UTF-8, where that is at hand. */
function parseLine(
  piece: Buffer,
  isFirst: boolean,
  allUtf8: boolean,
): { text: string; value: unknown; utf8?: unknown } {
  if (allUtf8 && !isFirst) {
    const text = piece.toString('latin1');
    // An escape would stand for a character that is no byte.
    const utf8 = text.includes('\\u') ? undefined : parseJson(text);
    if (utf8 !== undefined) return { text, value: utf8, utf8 };
  }
  const text = lineText(piece, isFirst);
  return { text, value: allUtf8 || isUtf8(piece) ? parseJson(text) : undefined };
}

function lineText(piece: Buffer, isFirst: boolean): string {
  return isFirst ? textOf(piece) : piece.toString('utf8');
}

class LineRecord implements SourceRecord {
  private text: () => string;
  private locate: Promise<(path: Path) => Position> | undefined;

  constructor(
    piece: Buffer,
    private readonly line: number,
    private readonly parsed: unknown,
    readonly utf8: unknown,
    isFirst: boolean,
  ) {
    this.text = () => lineText(piece, isFirst);
  }

  /** Parsed again where it was read as UTF-8: only what is wrong, or is no course, is asked for its text. */
  get value(): unknown {
    const text = this.text();
    // The whole piece would stay in memory for the sake of one line.
    this.text = () => text;
    return this.utf8 === undefined ? this.parsed : parseJson(text);
  }

  async position(path: Path): Promise<Position> {
    this.locate ??= import('./locate.ts').then(({ jsonLocator }) => jsonLocator(this.text()));
    return { line: this.line, column: (await this.locate)(path).column };
  }
}

/** What is wrong with a line, and whether it is so with all lines of the piece. */
async function faultOf(
  { file, start }: SourceRange,
  bytes: Buffer,
  text: string,
  line: number,
): Promise<{ found: Problem; isWhole: boolean }> {
  const isFirst = start === 0 && line === 1;
  const bad = encodingProblem(file.path, bytes, line);
  if (bad) return { found: bad, isWhole: isFirst && isUtf16(bytes) };
  if (isFirst && ['[', '{', '[{'].includes(text.trim())) {
    const finding = 'not NDJSON: a record is spread over several lines';
    const remedy = 'write every record on a line of its own, or name the file .json';
    const found = problemAt(file.path, { line, column: 1 }, '', { rule: 'file-syntax', finding, remedy });
    return { found, isWhole: true };
  }
  const { whyNotJson } = await import('./locate.ts');
  const { finding, position } = whyNotJson(text);
  const found = problemAt(file.path, { line, column: position.column }, '', { rule: 'file-syntax', finding });
  return { found, isWhole: false };
}
