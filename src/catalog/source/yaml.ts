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
import { problemAt, type Position } from '../../text/problems.ts';
import { describeValue } from '../../text/quote.ts';
import { readBytes, TooLargeError } from './bytes.ts';
import { countLines, encodingProblem, decodeUtf8 } from './encoding.ts';
import { passRecords, type ValuePath, type FormatReader } from './record.ts';

/** Describes a syntax error, by the parser's code, where the parser's own message is obscure. */
const syntaxErrors: Partial<Record<ErrorCode, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'the text contains a second ": " (put the text in quotes, or begin every field of a record in the same column)',
  TAB_AS_INDENT: 'a tab is used for indentation, where YAML allows only spaces',
};

/** Largest YAML file: parsing takes about 100 times its size in memory. */
const maxBytes = 32 * 1024 * 1024;

/** Deepest nesting: the composer recurses, and an exhausted stack can crash the whole process. */
const maxLevels = 256;

/** Most aliases: resolving one takes time linear in the number of nodes before it. */
const maxAliases = 10_000;

/** Faults after which the rest of a text is not looked at. */
const maxFaults = 100;

export const yamlReader: FormatReader = async (range, listener) => {
  const { file } = range;
  if (file.size > maxBytes) throw new TooLargeError('cannot be read: it is larger than 32 MB, and YAML is read whole');
  const bytes = readBytes(range);
  const bad = encodingProblem(file.path, bytes);
  if (bad) {
    listener.problem(bad);
    return 0;
  }
  const report: Report = (position, rule, finding) =>
    listener.problem(problemAt(file.path, position, '', { rule, finding }));
  for (const { value, start, positionOf } of yamlDocuments(decodeUtf8(bytes), report)) {
    if (!passRecords(value, listener, async (path) => positionOf(path)) && value !== null) {
      report(start, 'record-shape', `contains ${describeValue(value)}, not a list of records`);
    }
  }
  return countLines(bytes);
};

type Report = (position: Position, rule: 'file-syntax' | 'record-shape', finding: string) => void;

/** A document of a YAML text. */
interface YamlDocument {
  readonly value: unknown;
  readonly start: Position;
  /** The position of the value at a path, or of the innermost existing value around it. */
  readonly positionOf: (path: ValuePath) => Position;
}

/** The documents of a text, without those that are not YAML, which are reported. */
export function* yamlDocuments(text: string, onProblem: Report): Generator<YamlDocument> {
  const lineCounter = new LineCounter();
  const at = (offset: number) => positionIn(lineCounter, offset);
  const report: ReportAt = (offset, finding) => onProblem(at(offset), 'file-syntax', finding);
  const tokens = tokensOf(text, lineCounter);
  const excess = firstExcess(tokens);
  if (excess) {
    report(excess.offset, `cannot be read as YAML: ${excess.why} here`);
    return;
  }
  const options = { lineCounter, prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const;
  for (const document of withoutStacks(() => [...new Composer(options).compose(tokens)])) {
    const value = hasSyntaxError(document, text, report) ? undefined : documentValue(document, report);
    if (value === undefined) continue;
    const start = document.range[0];
    const locate = locator(document);
    yield { value, start: at(start), positionOf: (path) => at(locate(path) ?? start) };
  }
}

/** The tokens of a text up to a fault that is one of many. */
function tokensOf(text: string, lineCounter: LineCounter): CST.Token[] {
  const tokens: CST.Token[] = [];
  let faults = 0;
  for (const token of new Parser(lineCounter.addNewLine).parse(text)) {
    tokens.push(token);
    if (token.type === 'error') faults += 1;
    if (faults === maxFaults) break;
  }
  return tokens;
}

/** Makes errors without their stacks: a broken text has one for each of its characters, and each stack takes a kilobyte. */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

type ReportAt = (offset: number, finding: string) => void;

/** Reports the repeated fields of a document, and its first syntax error, if there are any. */
function hasSyntaxError(document: Document.Parsed, text: string, report: ReportAt): boolean {
  const [syntaxError] = document.errors;
  const duplicates = faultsOf(document).duplicates.filter((offset) => !syntaxError || offset < syntaxError.pos[0]);
  for (const offset of duplicates) report(offset, 'not YAML: the field occurs twice');
  if (!syntaxError) return duplicates.length > 0;
  const [offset] = syntaxError.pos;
  const isTab = /^[ \t]*\t/u.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset));
  const why = syntaxErrors[isTab ? 'TAB_AS_INDENT' : syntaxError.code] ?? syntaxError.message;
  report(offset, `not YAML: ${why}`);
  return true;
}

/** The value of a document; undefined if an alias in it cannot be resolved, which is reported. */
function documentValue(document: Document.Parsed, report: ReportAt): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const offset = faultsOf(document).unresolved ?? document.range[0];
    report(offset, `not YAML: ${error.message}`);
    return undefined;
  }
}

/** Offsets of the repeated fields of all objects, and of the first alias that has no anchor before it. The composer would compare every field with every other. */
function faultsOf(document: Document.Parsed) {
  const duplicates: number[] = [];
  const anchors = new Set<string>();
  let unresolved: number | undefined;
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) {
        if (!anchors.has(node.source)) unresolved ??= startOf(node);
        return;
      }
      if (node.anchor !== undefined) anchors.add(node.anchor);
      const keys = new Set<unknown>();
      for (const { key } of isMap(node) ? node.items : []) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) duplicates.push(startOf(key) ?? 0);
        keys.add(key.value);
      }
    },
  });
  return { duplicates, unresolved };
}

/** The first value that is nested too deeply to be composed, or the first alias above the limit. */
function firstExcess(tokens: readonly CST.Token[]): { offset: number; why: string } | undefined {
  let aliases = 0;
  const todo = tokens.toReversed().map((token) => ({ token, depth: 0 }));
  for (let item = todo.pop(); item; item = todo.pop()) {
    const { token, depth } = item;
    if (token.type === 'alias') aliases += 1;
    const isDeep = depth > maxLevels;
    if (isDeep || aliases > maxAliases) {
      const why = isDeep ? `it is nested more than ${maxLevels} levels deep` : `it has more than ${maxAliases} aliases`;
      return { offset: token.offset, why };
    }
    const inner =
      token.type === 'document'
        ? [token.value]
        : 'items' in token
          ? token.items.flatMap(({ key, value }) => [key, value])
          : [];
    for (const part of inner.toReversed()) if (part) todo.push({ token: part, depth: depth + 1 });
  }
  return undefined;
}

function positionIn(lineCounter: LineCounter, offset: number): Position {
  const { line, col } = lineCounter.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** Returns the offset of the value at a path (of its name, for a field), or of the innermost existing value around it; for an aliased value, of the alias. */
function locator(document: Document.Parsed): (path: ValuePath) => number | undefined {
  const fields = new Map<YAMLMap, Map<unknown, Pair>>();
  const fieldsOf = ({ items }: YAMLMap) =>
    new Map(items.map((pair) => [isScalar(pair.key) ? pair.key.value : pair.key, pair]));
  return (path) => {
    let node: unknown = document.contents;
    let offset: number | undefined;
    for (const step of path) {
      if (isMap(node)) {
        const byKey = fields.get(node) ?? fieldsOf(node);
        fields.set(node, byKey);
        const pair = byKey.get(step);
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

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}
