// NDJSON: one record a line; blank lines, CRLF, a byte order mark and a missing last line end are fine.
import { isUtf8 } from 'node:buffer';
import { problemAt, type Position, type Problem } from '../problems.ts';
import { parseJson } from './json.ts';
import type { SourceRange } from './ranges.ts';
import { readLines, type Path, type Reader, type SourceRecord } from './read.ts';
import { countLines, encodingProblem, isUtf16, textOf } from './text.ts';

export const readNdjson: Reader = async (range, listener) => {
  const bytes = readLines(range);
  const allUtf8 = isUtf8(bytes);
  let line = 1;
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    const text = line === 1 ? textOf(bytes.subarray(0, end)) : bytes.toString('utf8', start, end);
    const value = allUtf8 || isUtf8(bytes.subarray(start, end)) ? parseJson(text) : undefined;
    if (value !== undefined) listener.record(new LineRecord(value, text, line));
    else if (text.trim() !== '') {
      const { found, isWhole } = await faultOf(range, bytes.subarray(start, end), text, line);
      listener.problem(found);
      if (isWhole) return countLines(bytes);
    }
    if (newline === -1) break;
    start = newline + 1;
    line += 1;
  }
  return line - 1;
};

class LineRecord implements SourceRecord {
  private locate: Promise<(path: Path) => Position> | undefined;

  constructor(
    readonly value: unknown,
    private readonly text: string,
    private readonly line: number,
  ) {}

  async position(path: Path): Promise<Position> {
    this.locate ??= import('./locate.ts').then(({ jsonLocator }) => jsonLocator(this.text));
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
