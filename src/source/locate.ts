// Locating: the line and column of a value or an error in JSON text. Loaded only when there is something to report.
import jsonc from 'jsonc-parser';
import type { Position } from '../problems.ts';
import type { Path } from './record.ts';
import { isEscaped } from './text.ts';

/** Describes a syntax error, by the parser's code. */
const syntaxErrors: Partial<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value (are its double quotes missing?)',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected: 'expected a field name in double quotes (is there an extra comma before it?)',
  ValueExpected: 'expected a value (is there an extra comma before it?)',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'the closing } is missing (is the file cut off?)',
  CloseBracketExpected: 'the closing ] is missing (is the file cut off?)',
  EndOfFileExpected: 'the JSON value ended before this',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a quoted string does not end on its line',
  UnexpectedEndOfNumber: 'a number is cut off',
  InvalidUnicode: 'this is not a \\u escape with four hexadecimal digits',
  InvalidEscapeCharacter: 'this is not a JSON escape',
  InvalidCharacter: 'a control character must be escaped in JSON',
};

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** The first syntax error of a text that is not JSON, and its position. */
export function whyNotJson(text: string): { finding: string; position: Position } {
  const start = { line: 1, column: 1 };
  if (text.trim() === '') return { finding: 'the file is empty (a list without records is [])', position: start };
  const syntaxError = firstSyntaxError(text);
  if (!syntaxError) return { finding: 'not JSON, and nested too deeply to tell where', position: start };
  return {
    finding: `not JSON: ${syntaxErrors[jsonc.printParseErrorCode(syntaxError.error)] ?? 'syntax error'}`,
    position: positionFrom(lineStartsOf(text), syntaxError.offset),
  };
}

function firstSyntaxError(text: string): { error: jsonc.ParseErrorCode; offset: number } | undefined {
  let first: { error: jsonc.ParseErrorCode; offset: number } | undefined;
  const onError = (error: jsonc.ParseErrorCode, offset: number) => {
    first = { error, offset };
    // Otherwise the parser continues, and may report an error for every byte.
    throw new StopParsing();
  };
  try {
    jsonc.visit(text, { onError }, strict);
  } catch (error) {
    // The parser recurses at every level, so deep nesting exhausts the stack.
    if (!(error instanceof StopParsing) && !(error instanceof RangeError)) throw error;
  }
  return first;
}

class StopParsing extends Error {}

/** Line and column of the value at a path, or of the innermost existing value around it. The text must be JSON; it is scanned once for all paths. */
export function jsonLocator(text: string): (path: Path) => Position {
  const root = mapOf(text);
  const lineStarts = lineStartsOf(text);
  return (path) => {
    let value = root;
    for (const step of path) {
      const inner = value.inside?.get(String(step));
      if (!inner) break;
      value = inner;
    }
    return positionFrom(lineStarts, value.start);
  };
}

/** The repeated fields of the objects in a JSON text, with their positions. */
export function duplicatesIn(text: string): { name: string; position: Position }[] {
  const lineStarts = lineStartsOf(text);
  const duplicates: { name: string; position: Position }[] = [];
  mapOf(text, (name, start) => duplicates.push({ name, position: positionFrom(lineStarts, start) }));
  return duplicates;
}

/** A value in a JSON text. A field starts at its name, because that is what people look for. */
interface MappedValue {
  readonly start: number;
  /** The contents of an object or array, by field name or index. */
  readonly inside?: Map<string, MappedValue>;
}

/** Maps the position of every value in a JSON text. Not recursive, because nesting may be arbitrarily deep. */
function mapOf(text: string, onDuplicate: (name: string, start: number) => void = () => {}): MappedValue {
  const outside = new Map<string, MappedValue>();
  const open = [{ inside: outside, isObject: false }];
  let field: { name: string; start: number } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    const within = open.at(-1);
    if (sign === '}' || sign === ']') open.pop();
    if (!within || ' \t\r\n,:}]'.includes(sign)) continue;
    const end = endOf(text, at);
    if (within.isObject && !field) {
      field = { name: String(JSON.parse(text.slice(at, end))), start: at };
      if (within.inside.has(field.name)) onDuplicate(field.name, at);
    } else {
      const [name, start] = field ? [field.name, field.start] : [String(within.inside.size), at];
      const isOpening = sign === '{' || sign === '[';
      const inside = new Map<string, MappedValue>();
      within.inside.set(name, isOpening ? { start, inside } : { start });
      if (isOpening) open.push({ inside, isObject: sign === '{' });
      field = undefined;
    }
    at = end - 1;
  }
  return outside.get('0') ?? { start: 0 };
}

/** The end of the token that starts at `start`. */
function endOf(text: string, start: number): number {
  if (text[start] === '"') {
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    return end + 1;
  }
  let end = start + 1;
  if (!'{['.includes(text[start] ?? '')) while (end < text.length && /[\w.+-]/u.test(text[end] ?? '')) end += 1;
  return end;
}

function lineStartsOf(text: string): number[] {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return lineStarts;
}

function positionFrom(lineStarts: readonly number[], offset: number): Position {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}
