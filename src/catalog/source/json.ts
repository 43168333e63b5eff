// JSON: a file is one array of records, or one record. A large array is read in several ranges.
import { problemAt, type Position } from '../../text/problems.ts';
import { describeValue } from '../../text/quote.ts';
import { maxTextLength, readBytes, TooLargeError } from './bytes.ts';
import { mayHaveDuplicates, duplicateProblems } from './duplicate-fields.ts';
import { countLines, encodingProblem, decodeUtf8 } from './encoding.ts';
import { passRecords, type ValuePath, type FormatReader } from './record.ts';

/** A large array is split between its elements, so only a single value can be too large. */
const tooLarge = 'cannot be read: one value in it is longer than 512 MB (is a quote or a bracket never closed?)';

export const jsonReader: FormatReader = async (range, listener) => {
  const { file } = range;
  if (range.end - range.start > maxTextLength) throw new TooLargeError(tooLarge);
  const bytes = readBytes(range);
  const lines = countLines(bytes);
  const inFile = ({ line, column }: Position, added: number) =>
    line === 1 ? { line, column: column + range.indent - added } : { line, column };
  const bad = encodingProblem(file.path, bytes);
  if (bad) {
    listener.problem(bad.position ? { ...bad, position: inFile(bad.position, 0) } : bad);
    return lines;
  }
  const open = range.start === 0 ? '' : '[';
  const close = range.end === file.size ? '' : ']';
  const text = open + decodeUtf8(bytes) + close;
  const value = parseJson(text);
  const isEmptyPart = open + close !== '' && Array.isArray(value) && value.length === 0;
  if (value === undefined || isEmptyPart) {
    // An element in place of each part that was cut off makes an extra comma there an error.
    const [before, after] = [open && '[0,', close && ',0]'];
    const { whyNotJson } = await import('./json-positions.ts');
    const { finding, position } = whyNotJson(before + decodeUtf8(bytes) + after);
    listener.problem(problemAt(file.path, inFile(position, before.length), '', { rule: 'file-syntax', finding }));
    return lines;
  }
  if (mayHaveDuplicates(text, value)) {
    const inText = (position: Position) => inFile(position, open.length);
    for (const duplicate of await duplicateProblems(text, file.path, inText)) listener.problem(duplicate);
  }
  let locate: Promise<(path: ValuePath) => Position> | undefined;
  const position = async (path: ValuePath) => {
    locate ??= import('./json-positions.ts').then(({ jsonLocator }) => jsonLocator(text));
    return inFile((await locate)(path), open.length);
  };
  if (!passRecords(value, listener, position)) {
    const finding = `contains ${describeValue(value)}, not an array of records`;
    listener.problem(problemAt(file.path, { line: 1, column: 1 }, '', { rule: 'record-shape', finding }));
  }
  return lines;
};

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
