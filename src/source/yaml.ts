// YAML: a file is a list of records, one record, or several documents of either.
import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  visit,
  type CST,
  type Document,
  type ErrorCode,
  type YAMLParseError,
} from 'yaml';
import { describeValue, problemAt, type Position } from '../problems.ts';
import { readBytes } from './bytes.ts';
import type { Path, Reader } from './record.ts';
import { withoutSchema } from './single.ts';
import { countLines, encodingProblem, textOf } from './text.ts';

/** What a fault in YAML is called where the parser's own words help only those who know it. */
const faults: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'a second ": " belongs to the same text (put the text in quotes, or begin every field of a record in the same column)',
  DUPLICATE_KEY: 'the field is there twice',
  TAB_AS_INDENT: 'a tab stands where spaces indent',
};

/** The composer calls itself for every level, and near the end of the stack the whole process dies of it. */
const mostLevels = 256;

export const readYaml: Reader = async (range, listener) => {
  const { file } = range;
  const bytes = readBytes(range);
  listener.bytes?.(bytes);
  const bad = encodingProblem(file.path, bytes);
  if (bad) {
    listener.problem(bad);
    return 0;
  }
  const text = textOf(bytes);
  const lineCounter = new LineCounter();
  const report = (offset: number, rule: 'file-syntax' | 'record-shape', finding: string) =>
    listener.problem(problemAt(file.path, positionOf(lineCounter, offset), '', { rule, finding }));
  const tokens = [...new Parser(lineCounter.addNewLine).parse(text)];
  const deepest = firstTooDeep(tokens);
  if (deepest !== undefined) {
    report(deepest, 'file-syntax', `cannot be read as YAML: it is nested more than ${mostLevels} levels deep here`);
    return countLines(bytes);
  }
  const documents = new Composer({ lineCounter, prettyErrors: false, logLevel: 'error' }).compose(tokens);
  for (const document of documents) {
    if (document.errors.length > 0) {
      for (const { code, message, pos } of faultsOf(document)) {
        const isTab = /^[ \t]*\t/u.test(text.slice(text.lastIndexOf('\n', pos[0]) + 1, pos[0]));
        report(pos[0], 'file-syntax', `not YAML: ${faults[isTab ? 'TAB_AS_INDENT' : code] ?? message}`);
      }
      continue;
    }
    const start = document.range[0];
    let value: unknown;
    try {
      value = document.toJS();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const offset = unresolvedAlias(document) ?? start;
      report(offset, 'file-syntax', `not YAML: ${error.message}`);
      continue;
    }
    const position = async (path: Path) => positionOf(lineCounter, offsetOf(document, path) ?? start);
    if (Array.isArray(value)) {
      for (const [index, record] of value.entries()) {
        listener.record({ value: record, position: (path) => position([index, ...path]) });
      }
    } else if (typeof value === 'object' && value !== null) {
      listener.record({ value: withoutSchema(value), position });
    } else if (value !== null) report(start, 'record-shape', `holds ${describeValue(value)}, not a list of records`);
  }
  return countLines(bytes);
};

/** The faults that stand by themselves: every name that is there twice, and the first of those that may follow from another. */
function faultsOf({ errors }: Document.Parsed): YAMLParseError[] {
  const isTwin = ({ code }: YAMLParseError) => code === 'DUPLICATE_KEY';
  const first = errors.find((error) => !isTwin(error));
  return errors.filter((error) => error === first || (isTwin(error) && (!first || error.pos[0] < first.pos[0])));
}

/** Where the first value stands that is nested too deeply to be composed. */
function firstTooDeep(tokens: readonly CST.Token[]): number | undefined {
  const todo = tokens.toReversed().map((token) => ({ token, depth: 0 }));
  for (let item = todo.pop(); item; item = todo.pop()) {
    const { token, depth } = item;
    if (depth > mostLevels) return token.offset;
    const inner = token.type === 'document' ? [token.value] : 'items' in token ? token.items.flatMap(partsOf) : [];
    for (const part of inner.toReversed()) if (part) todo.push({ token: part, depth: depth + 1 });
  }
  return undefined;
}

function partsOf({ key, value }: CST.CollectionItem): (CST.Token | null | undefined)[] {
  return [key, value];
}

function positionOf(lineCounter: LineCounter, offset: number): Position {
  const { line, col } = lineCounter.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** Where the value at `path` starts (a field: its name), or the nearest thing around it; for what an alias stands for, the alias. */
function offsetOf(document: Document.Parsed, path: Path): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => (isScalar(key) ? key.value : key) === step);
      offset = startOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else break;
  }
  return offset;
}

function unresolvedAlias(document: Document.Parsed): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document)) return undefined;
      offset = startOf(alias);
      return visit.BREAK;
    },
  });
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}
