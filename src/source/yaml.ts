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
  type Pair,
  type YAMLMap,
} from 'yaml';
import { describeValue, problemAt, type Position } from '../problems.ts';
import { readBytes, TooLargeError } from './bytes.ts';
import type { Path, Reader } from './record.ts';
import { withoutSchema } from './single.ts';
import { countLines, encodingProblem, textOf } from './text.ts';

/** What a fault in YAML is called where the parser's own words help only those who know it. */
const faults: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'a second ": " belongs to the same text (put the text in quotes, or begin every field of a record in the same column)',
  TAB_AS_INDENT: 'a tab stands where spaces indent',
};

/** Reading takes some hundred times as much memory. */
const mostBytes = 32 * 1024 * 1024;

/** The composer calls itself for every level, and near the end of the stack the whole process dies of it. */
const mostLevels = 256;

/** Each alias is looked for among all before it. */
const mostAliases = 10_000;

export const readYaml: Reader = async (range, listener) => {
  const { file } = range;
  if (file.size > mostBytes) throw new TooLargeError('cannot be read: it is larger than 32 MB, and YAML is read whole');
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
  const excess = firstExcess(tokens);
  if (excess) {
    report(excess.offset, 'file-syntax', `cannot be read as YAML: ${excess.why} here`);
    return countLines(bytes);
  }
  const options = { lineCounter, prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const;
  for (const document of new Composer(options).compose(tokens)) {
    const [fault] = document.errors;
    const twins = twinKeys(document).filter((offset) => !fault || offset < fault.pos[0]);
    for (const offset of twins) report(offset, 'file-syntax', 'not YAML: the field is there twice');
    if (fault) {
      const [offset] = fault.pos;
      const isTab = /^[ \t]*\t/u.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset));
      report(offset, 'file-syntax', `not YAML: ${faults[isTab ? 'TAB_AS_INDENT' : fault.code] ?? fault.message}`);
    }
    if (fault || twins.length > 0) continue;
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
    const locate = locator(document);
    const position = async (path: Path) => positionOf(lineCounter, locate(path) ?? start);
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

/** Where the fields start that their object has already. The composer would compare each with every other. */
function twinKeys(document: Document.Parsed): number[] {
  const twins: number[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) twins.push(startOf(key) ?? 0);
        keys.add(key.value);
      }
    },
  });
  return twins;
}

/** Where the first value stands that is nested too deeply to be composed, or the first alias that is one too many. */
function firstExcess(tokens: readonly CST.Token[]): { offset: number; why: string } | undefined {
  let aliases = 0;
  const todo = tokens.toReversed().map((token) => ({ token, depth: 0 }));
  for (let item = todo.pop(); item; item = todo.pop()) {
    const { token, depth } = item;
    if (token.type === 'alias') aliases += 1;
    const isDeep = depth > mostLevels;
    if (isDeep || aliases > mostAliases) {
      const why = isDeep
        ? `it is nested more than ${mostLevels} levels deep`
        : `more than ${mostAliases} aliases stand`;
      return { offset: token.offset, why };
    }
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

/** Answers where the value at a path starts (a field: its name), or the nearest thing around it; for what an alias stands for, the alias. */
function locator(document: Document.Parsed): (path: Path) => number | undefined {
  const fields = new Map<YAMLMap, Map<unknown, Pair>>();
  const fieldsOf = (map: YAMLMap) => {
    const known =
      fields.get(map) ?? new Map(map.items.map((pair) => [isScalar(pair.key) ? pair.key.value : pair.key, pair]));
    fields.set(map, known);
    return known;
  };
  return (path) => {
    let node: unknown = document.contents;
    let offset: number | undefined;
    for (const step of path) {
      if (isMap(node)) {
        const pair = fieldsOf(node).get(step);
        offset = startOf(pair?.key) ?? offset;
        node = pair?.value;
      } else if (isSeq(node)) {
        node = node.items[Number(step)];
        offset = startOf(node) ?? offset;
      } else break;
    }
    return offset;
  };
}

/** The first alias that no anchor stands before. */
function unresolvedAlias(document: Document.Parsed): number | undefined {
  let offset: number | undefined;
  const anchors = new Set<string>();
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
        return undefined;
      }
      if (anchors.has(node.source)) return undefined;
      offset = startOf(node);
      return visit.BREAK;
    },
  });
  return offset;
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}
