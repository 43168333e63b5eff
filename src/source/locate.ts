// Locating: line and column of a value or a fault in JSON text. Loaded only when there is something to report.
import jsonc from 'jsonc-parser';
import type { Position } from '../problems.ts';
import type { Path } from './read.ts';

/** What a fault in JSON is called, by the parser's own code. */
const faults: Partial<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value',
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
  const errors: jsonc.ParseError[] = [];
  try {
    jsonc.visit(text, { onError: (error, offset, length) => errors.push({ error, offset, length }) }, strictly);
  } catch (error) {
    // The parser calls itself for every level.
    if (!(error instanceof RangeError)) throw error;
  }
  const [first] = errors.toSorted((a, b) => a.offset - b.offset);
  if (!first) return { finding: 'is not JSON', position: { line: 1, column: 1 } };
  return {
    finding: `not JSON: ${faults[jsonc.printParseErrorCode(first.error)] ?? 'wrong here'}`,
    position: positionAt(text, first.offset),
  };
}

/** Line and column of the value at `path`, or of the nearest thing around it. */
export function positionInJson(text: string, path: Path): Position {
  return jsonLocator(text)(path);
}

/** The same for many paths of one text, which is parsed once. */
export function jsonLocator(text: string): (path: Path) => Position {
  const root = parse(text);
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return (path) => {
    for (let length = path.length; root && length >= 0; length -= 1) {
      const node = jsonc.findNodeAtLocation(root, path.slice(0, length));
      if (node) return positionFrom(lineStarts, startOf(node));
    }
    return { line: 1, column: 1 };
  };
}

function parse(text: string): jsonc.Node | undefined {
  try {
    return jsonc.parseTree(text, [], strictly);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A field's place is that of its name, as that is what a person looks for. */
function startOf(node: jsonc.Node): number {
  return node.parent?.type === 'property' ? node.parent.offset : node.offset;
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
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
