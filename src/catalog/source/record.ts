// Records: the interface between the readers of source formats and their callers, and what identifies a record.
import type { Position, Problem } from '../../text/problems.ts';
import type { SourceRange } from './ranges.ts';

/** Field names and array indexes that lead to a value inside a record; `[]` is the record itself. */
export type ValuePath = readonly (string | number)[];

export interface SourceRecord {
  readonly value: unknown;
  /** Position of the value at `path`, or of the innermost existing value around it. Lines count from the start of the range. */
  position(path: ValuePath): Promise<Position>;
  /** True for a CSV row whose header lacks the field, which was reported once, at the header. */
  lacksColumn?(field: string): boolean;
}

/** Receives what a reader finds, in file order. Lines of problems count from the start of the range. */
export interface Listener {
  record(record: SourceRecord): void;
  problem(problem: Problem): void;
}

/** The fields of a kind of record, as far as a format without types needs to know them. */
export interface RecordFields {
  readonly names: readonly string[];
  readonly required: readonly string[];
  readonly numbers: readonly string[];
  /** Fields with several values. */
  readonly lists: readonly string[];
}

/** Reads a range and returns its number of line ends, so that the lines after it can be counted. */
export type FormatReader = (range: SourceRange, listener: Listener, fields: RecordFields) => Promise<number>;

/** Passes on the records of a file that is read whole: those of its one array, or a single one. Returns false if the value is neither. */
export function passRecords(
  value: unknown,
  listener: Listener,
  position: (path: ValuePath) => Promise<Position>,
): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    for (const [index, record] of value.entries()) {
      listener.record({ value: record, position: (path) => position([index, ...path]) });
    }
    return true;
  }
  // It may name the schema that editors validate it against.
  if ('$schema' in value && typeof value.$schema === 'string') Reflect.deleteProperty(value, '$schema');
  listener.record({ value, position });
  return true;
}

/** A problem of a range that starts after `lines` lines of its file. */
export function shiftProblem(problem: Problem, lines: number): Problem {
  const { position } = problem;
  return position && lines > 0 ? { ...problem, position: { ...position, line: position.line + lines } } : problem;
}

/** A record of such a range. */
export function shiftRecord(record: SourceRecord, lines: number): SourceRecord {
  if (lines === 0) return record;
  const position = async (path: ValuePath) => {
    const { line, column } = await record.position(path);
    return { line: line + lines, column };
  };
  return { value: record.value, position };
}

/** The id of a record, if it has a valid one, and the words that identify the record in messages. */
export function identityOf(value: unknown, kind: string): { id: number | undefined; subject: string } {
  const id = fieldOf(value, 'id');
  return isId(id) ? { id, subject: `${kind} ${id}` } : { id: undefined, subject: '' };
}

/** The rule that a record without a field breaks. */
export function missingRule(field: string): 'id-missing' | 'field-missing' {
  return field === 'id' ? 'id-missing' : 'field-missing';
}

/** Whether a value can be an id: a positive safe integer. */
export function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** The form of the id of a provider in another system, which may be empty. */
export const externalIdForm = /^(?:crmid:\d+|\d*)$/u;

/** The next free ids, one after another, above all that a record has or had. */
export function freeIds(taken: Iterable<number>): () => number {
  let last = 0;
  for (const id of taken) if (id > last) last = id;
  return () => (last += 1);
}

/** An own field of a value of any type; undefined if it has none. */
export function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, field)?.value : undefined;
}
