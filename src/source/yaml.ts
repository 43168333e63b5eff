// YAML: a file is a list of records, one record, or several documents of either.
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type Document } from 'yaml';
import { describeValue, problemAt, type Position } from '../problems.ts';
import { readBytes, type Path, type Reader } from './read.ts';
import { countLines, encodingProblem, textOf } from './text.ts';

export const readYaml: Reader = async (range, listener) => {
  const { file } = range;
  const bytes = readBytes(range);
  const bad = encodingProblem(file.path, bytes);
  if (bad) {
    listener.problem(bad);
    return 0;
  }
  const text = textOf(bytes);
  const lineCounter = new LineCounter();
  const report = (offset: number, rule: 'file-syntax' | 'record-shape', finding: string) =>
    listener.problem(problemAt(file.path, positionOf(lineCounter, offset), '', { rule, finding }));
  const deep = 'cannot be read as YAML: it is nested too deeply';
  const documents = orTooDeep(() => parseAllDocuments(text, { lineCounter, prettyErrors: false }));
  if (!documents) report(0, 'file-syntax', deep);
  for (const document of documents ?? []) {
    if (document.errors.length > 0) {
      for (const error of document.errors) report(error.pos[0], 'file-syntax', `not YAML: ${error.message}`);
      continue;
    }
    const start = document.range[0];
    let value: unknown;
    try {
      value = document.toJS();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      report(start, 'file-syntax', error instanceof RangeError ? deep : `not YAML: ${error.message}`);
      continue;
    }
    const position = async (path: Path) => positionOf(lineCounter, offsetOf(document, path) ?? start);
    if (Array.isArray(value)) {
      for (const [index, record] of value.entries()) {
        listener.record({ value: record, position: (path) => position([index, ...path]) });
      }
    } else if (typeof value === 'object' && value !== null) listener.record({ value, position });
    else if (value !== null) report(start, 'record-shape', `holds ${describeValue(value)}, not a list of records`);
  }
  return countLines(bytes);
};

/** The parser calls itself for every level. */
function orTooDeep<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function positionOf(lineCounter: LineCounter, offset: number): Position {
  const { line, col } = lineCounter.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** Where the value at `path` starts (a field: its name), or the nearest thing around it. */
function offsetOf(document: Document.Parsed, path: Path): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
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

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}
