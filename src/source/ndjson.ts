// NDJSON: one record per line; blank lines, CRLF, a byte order mark and a missing final newline are allowed.
import { isUtf8 } from 'node:buffer';
import { problemAt, type Position, type Problem } from '../problems.ts';
import { readBlocks, maxTextLength, readBytes } from './bytes.ts';
import { mayHaveDuplicates, duplicateProblems } from './duplicate-fields.ts';
import { countLines, encodingProblem, isUtf16, byteOrderMarkSize } from './encoding.ts';
import { parseJson } from './json.ts';
import type { SourceRange } from './ranges.ts';
import type { ValuePath, FormatReader, SourceRecord } from './record.ts';

const newline = 0x0a;

export const ndjsonReader: FormatReader = async (range, listener) => {
  if (range.end - range.start > maxTextLength) {
    const { line, lines } = longestLine(range);
    const finding = 'the line is too long to read';
    listener.problem(problemAt(range.file.path, { line, column: 1 }, '', { rule: 'source-size', finding }));
    return lines;
  }
  const bytes = readBytes(range);
  const allUtf8 = isUtf8(bytes);
  let line = 1;
  let start = range.start === 0 ? byteOrderMarkSize(bytes) : 0;
  while (start < bytes.length) {
    const stop = bytes.indexOf(newline, start);
    const end = stop === -1 ? bytes.length : stop;
    const lineBytes = bytes.subarray(start, end);
    const { text, value, utf8 } = parseLine(lineBytes, allUtf8);
    if (value !== undefined) {
      if (mayHaveDuplicates(text, value)) {
        const positionInFile = ({ column }: Position) => ({ line, column });
        const duplicates = await duplicateProblems(lineBytes.toString(), range.file.path, positionInFile);
        for (const duplicate of duplicates) listener.problem(duplicate);
      }
      listener.record(new LineRecord(lineBytes, line, value, utf8));
    } else if (text.trim() !== '') {
      const { problem, affectsRange } = await errorOf(range, lineBytes, text, line);
      listener.problem(problem);
      if (affectsRange) return countLines(bytes);
    }
    if (stop === -1) break;
    start = stop + 1;
    line += 1;
  }
  return line - 1;
};

/** The number of the longest line in a range, and the number of line ends. */
function longestLine({ file, start, end }: SourceRange): { line: number; lines: number } {
  let [line, length, lines, lineStart] = [1, 0, 0, start];
  const endLine = (offset: number) => {
    if (offset - lineStart > length) [line, length] = [lines + 1, offset - lineStart];
    lineStart = offset;
  };
  for (const { bytes, offset } of readBlocks(file, start, end)) {
    for (let lineEnd = bytes.indexOf(newline); lineEnd !== -1; lineEnd = bytes.indexOf(newline, lineEnd + 1)) {
      endLine(offset + lineEnd);
      lines += 1;
    }
  }
  endLine(end);
  return { line, lines };
}

/** The text of a line and its value, undefined if it is not JSON; also the value with UTF-8 strings, if the line could be parsed that way. */
function parseLine(lineBytes: Buffer, allUtf8: boolean): { text: string; value: unknown; utf8?: unknown } {
  // An error of the parser takes longer than many courses.
  if (lineBytes.length === 0) return { text: '', value: undefined };
  if (allUtf8) {
    const text = lineBytes.toString('latin1');
    // An escape may produce a character above U+00FF, which is not a byte.
    const utf8 = text.includes('\\u') ? undefined : parseJson(text);
    if (utf8 !== undefined) return { text, value: utf8, utf8 };
  }
  const text = lineBytes.toString();
  return { text, value: allUtf8 || isUtf8(lineBytes) ? parseJson(text) : undefined };
}

class LineRecord implements SourceRecord {
  private text: () => string;
  private locate: Promise<(path: ValuePath) => Position> | undefined;

  constructor(
    lineBytes: Buffer,
    private readonly line: number,
    private readonly parsed: unknown,
    readonly utf8: unknown,
  ) {
    this.text = () => lineBytes.toString();
  }

  /** Parsed again if it was read as UTF-8: only invalid records, and those that are not courses, need it. */
  get value(): unknown {
    const text = this.text();
    // Drop the reference to the bytes of the whole range.
    this.text = () => text;
    return this.utf8 === undefined ? this.parsed : parseJson(text);
  }

  async position(path: ValuePath): Promise<Position> {
    this.locate ??= import('./json-positions.ts').then(({ jsonLocator }) => jsonLocator(this.text()));
    return { line: this.line, column: (await this.locate)(path).column };
  }
}

/** What is wrong with a line, and whether the same is wrong with every line of the range. */
async function errorOf(
  { file, start }: SourceRange,
  bytes: Buffer,
  text: string,
  line: number,
): Promise<{ problem: Problem; affectsRange: boolean }> {
  const isFirst = start === 0 && line === 1;
  const bad = encodingProblem(file.path, bytes, line);
  if (bad) return { problem: bad, affectsRange: isFirst && isUtf16(bytes) };
  if (isFirst && ['[', '{', '[{'].includes(text.trim())) {
    const finding = 'not NDJSON: a record is spread over several lines';
    const remedy = 'write every record on a line of its own, or name the file .json';
    const problem = problemAt(file.path, { line, column: 1 }, '', { rule: 'file-syntax', finding, remedy });
    return { problem, affectsRange: true };
  }
  const { whyNotJson } = await import('./json-positions.ts');
  const { finding, position } = whyNotJson(text);
  const problem = problemAt(file.path, { line, column: position.column }, '', { rule: 'file-syntax', finding });
  return { problem, affectsRange: false };
}
