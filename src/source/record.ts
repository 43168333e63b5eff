// Records: what a reader of a source format hands over, and to whom.
import type { Position, Problem } from '../problems.ts';
import type { SourceRange } from './ranges.ts';

/** Field names and array indexes that lead to a value inside a record; `[]` is the record itself. */
export type Path = readonly (string | number)[];

export interface SourceRecord {
  readonly value: unknown;
  /** The same with every text as UTF-8, one character a byte, where the reader has it at hand: see `utf8.ts`. */
  readonly utf8?: unknown;
  /** Where the value at `path` stands, or the nearest thing around it. Lines count from the start of the range. */
  position(path: Path): Promise<Position>;
  /** True for a CSV row whose header lacks the field: that was reported once, at the header. */
  lacksColumn?(field: string): boolean;
}

/** Takes what a reader finds, in the order of the file. Problems have lines counted from the start of the range. */
export interface Listener {
  record(record: SourceRecord): void;
  problem(problem: Problem): void;
  /** Takes every byte of the range, in order, before the records made of them. The bytes are valid during the call only. */
  bytes?(bytes: Uint8Array): void;
}

/** The fields of a kind of record, as far as a format without types of its own needs to know them. */
export interface RecordFields {
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** Fields of numbers. */
  readonly numbers: readonly string[];
  /** Fields of several values. */
  readonly lists: readonly string[];
}

/** Reads one range and returns how many line ends it holds, so that lines after it can be counted. */
export type Reader = (range: SourceRange, listener: Listener, fields: RecordFields) => Promise<number>;
