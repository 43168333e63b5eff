// Locating: line and column of a value or a fault in JSON text. Loaded only when there is something to report.
import jsonc from 'jsonc-parser';
import type { Position } from '../problems.ts';
import type { Path } from './record.ts';

/** What a fault in JSON is called, by the parser's own code. */
const faults: Partial<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value (are its double quotes missing?)',
  InvalidNumberFormat: 'this is no JSON number',
  PropertyNameExpected: 'a field name in double quotes is expected (is the comma before it one too many?)',
  ValueExpected: 'a value is expected (is the comma before it one too many?)',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'ends before its } (is the file cut off?)',
  CloseBracketExpected: 'ends before its ] (is the file cut off?)',
  EndOfFileExpected: 'the JSON value ended before this',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a text in quotes does not end on its line',
  UnexpectedEndOfNumber: 'a number is cut off',
  InvalidUnicode: 'this is no \\u escape of four hexadecimal digits',
  InvalidEscapeCharacter: 'this is no JSON escape',
  InvalidCharacter: 'a control character must be escaped in JSON',
};

const strictly = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** The first fault of a text that is not JSON, and its place. */
export function whyNotJson(text: string): { finding: string; position: Position } {
  const start = { line: 1, column: 1 };
  if (text.trim() === '') return { finding: 'the file is empty (a list without records is [])', position: start };
  const fault = firstFault(text);
  if (!fault) return { finding: 'not JSON, and nested too deeply to tell where', position: start };
  return {
    finding: `not JSON: ${faults[jsonc.printParseErrorCode(fault.error)] ?? 'wrong here'}`,
    position: positionFrom(lineStartsOf(text), fault.offset),
  };
}

function firstFault(text: string): { error: jsonc.ParseErrorCode; offset: number } | undefined {
  let first: { error: jsonc.ParseErrorCode; offset: number } | undefined;
  const onError = (error: jsonc.ParseErrorCode, offset: number) => {
    first = { error, offset };
    // The parser would go on, and find as many faults as there are bytes.
    throw new FoundFault();
  };
  try {
    jsonc.visit(text, { onError }, strictly);
  } catch (error) {
    // The parser calls itself for every level.
    if (!(error instanceof FoundFault) && !(error instanceof RangeError)) throw error;
  }
  return first;
}

class FoundFault extends Error {}

/** Line and column of the value at a path, or of the nearest thing around it. The text is JSON and is walked once for all paths. */
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

/** The fields of a JSON text that their object has already: the name and its place. */
export function twinsIn(text: string): { name: string; position: Position }[] {
  const lineStarts = lineStartsOf(text);
  const twins: { name: string; position: Position }[] = [];
  mapOf(text, (name, start) => twins.push({ name, position: positionFrom(lineStarts, start) }));
  return twins;
}

/** A value of a JSON text. A field starts at its name, as that is what a person looks for. */
interface MappedValue {
  readonly start: number;
  /** What an object or an array holds, by field name or index. */
  readonly inside?: Map<string, MappedValue>;
}

/** Where every value of a JSON text stands. A loop, not recursion: authors may nest as deeply as they like. */
function mapOf(text: string, onTwin: (name: string, start: number) => void = () => {}): MappedValue {
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
      if (within.inside.has(field.name)) onTwin(field.name, at);
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

/** Where the text, number, word or bracket that starts at `start` ends. */
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

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
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
