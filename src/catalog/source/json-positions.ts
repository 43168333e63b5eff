// JSON positions: the line and column of a value or an error in JSON text. Loaded only when there is something to report.
import jsonc from 'jsonc-parser';
import type { Position } from '../../text/problems.ts';
import { positionAt } from '../../text/position.ts';
import type { ValuePath } from './record.ts';

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
    position: positionAt(text, syntaxError.offset),
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
export function jsonLocator(text: string): (path: ValuePath) => Position {
  const root = mapOf(text);
  return (path) => {
    let value = root;
    for (const step of path) {
      const inner = value.inside?.get(String(step));
      if (!inner) break;
      value = inner;
    }
    return value.position;
  };
}

/** The repeated fields of the objects in a JSON text, with their positions. */
export function duplicatesIn(text: string): Field[] {
  const duplicates: Field[] = [];
  mapOf(text, (field) => duplicates.push(field));
  return duplicates;
}

interface Field {
  readonly name: string;
  readonly position: Position;
}

/** A value in a JSON text. The position of a field is that of its name, because that is what people look for. */
interface MappedValue {
  readonly position: Position;
  /** The contents of an object or array, by field name or index. */
  readonly inside?: Map<string, MappedValue> | undefined;
}

/** Maps the position of every value in a JSON text. Not recursive, because nesting may be arbitrarily deep. */
function mapOf(text: string, onDuplicate: (field: Field) => void = () => {}): MappedValue {
  const outside = new Map<string, MappedValue>();
  const open = [{ inside: outside, isObject: false }];
  let field: Field | undefined;
  let [line, lineStart, lineEnd] = [1, 0, text.indexOf('\n')];
  const scanner = jsonc.createScanner(text, true);
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const start = scanner.getTokenOffset();
    const sign = text[start] ?? '';
    const within = open.at(-1);
    if (sign === '}' || sign === ']') open.pop();
    if (!within || ',:}]'.includes(sign)) continue;
    for (; lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf('\n', lineStart)) {
      [line, lineStart] = [line + 1, lineEnd + 1];
    }
    const position = { line, column: start - lineStart + 1 };
    if (within.isObject && !field) {
      field = { name: scanner.getTokenValue(), position };
      if (within.inside.has(field.name)) onDuplicate(field);
    } else {
      const inside = sign === '{' || sign === '[' ? new Map<string, MappedValue>() : undefined;
      if (inside) open.push({ inside, isObject: sign === '{' });
      within.inside.set(field?.name ?? String(within.inside.size), { position: field?.position ?? position, inside });
      field = undefined;
    }
  }
  return outside.get('0') ?? { position: { line: 1, column: 1 } };
}
