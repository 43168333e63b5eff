// NDJSON: one record per line; blank lines, CRLF, a byte order mark and a missing final newline are allowed.
import { isUtf8 } from 'node:buffer';
import { problemAt, type Position, type Problem } from '../../text/problems.ts';
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
  const isValid = isUtf8(bytes);
  let line = 1;
  let start = range.start === 0 ? byteOrderMarkSize(bytes) : 0;
  while (start < bytes.length) {
    const stop = bytes.indexOf(newline, start);
    const end = stop === -1 ? bytes.length : stop;
    const lineBytes = bytes.subarray(start, end);
    const text = lineBytes.toString();
    // An error of the parser takes longer than many courses.
    const value = text !== '' && (isValid || isUtf8(lineBytes)) ? parseJson(text) : undefined;
    if (value !== undefined) {
      if (mayHaveDuplicates(text, value)) {
        const positionInFile = ({ column }: Position) => ({ line, column });
        const duplicates = await duplicateProblems(text, range.file.path, positionInFile);
        for (const duplicate of duplicates) listener.problem(duplicate);
      }
      listener.record(recordOf(text, value, line));
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

function recordOf(text: string, value: unknown, line: number): SourceRecord {
  let locate: Promise<(path: ValuePath) => Position> | undefined;
  return {
    value,
    async position(path) {
      locate ??= import('./json-positions.ts').then(({ jsonLocator }) => jsonLocator(text));
      return { line, column: (await locate)(path).column };
    },
  };
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
