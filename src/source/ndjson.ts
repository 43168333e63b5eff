// NDJSON: one record a line; blank lines, CRLF, a byte order mark and a missing last line end are fine.
import { isUtf8 } from 'node:buffer';
import { problemAt, type Position, type Problem } from '../problems.ts';
import { readLines, type Path, type Reader, type SourceRecord } from './read.ts';
import { encodingProblem, textOf } from './text.ts';

export const readNdjson: Reader = async (range, listener) => {
  const bytes = readLines(range);
  const allUtf8 = isUtf8(bytes);
  let line = 1;
  let start = 0;
  while (start < bytes.length) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    const text = line === 1 ? textOf(bytes.subarray(0, end)) : bytes.toString('utf8', start, end);
    const value = allUtf8 || isUtf8(bytes.subarray(start, end)) ? parse(text) : undefined;
    if (value !== undefined) listener.record(new LineRecord(value, text, line));
    else if (text.trim() !== '') {
      listener.problem(await problemOf(range.file.path, bytes.subarray(start, end), text, line));
    }
    if (newline === -1) break;
    start = newline + 1;
    line += 1;
  }
  return line - 1;
};

/** The value of a line, which JSON never makes undefined; undefined for a line that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

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

async function problemOf(file: string, bytes: Buffer, text: string, line: number): Promise<Problem> {
  const bad = encodingProblem(file, bytes, line);
  if (bad) return bad;
  const { whyNotJson } = await import('./locate.ts');
  const { finding, position } = whyNotJson(text);
  return problemAt(file, { line, column: position.column }, '', { rule: 'file-syntax', finding });
}
