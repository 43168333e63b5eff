// The result of reading a chunk: all that lists, pages, search and the next build need of its courses.
import type { CourseColumns } from '../../catalog/columns.ts';
import type { WrittenFiles } from '../../output/writer.ts';
import type { Problem } from '../../problems.ts';
import type { ChunkTerms } from './terms.ts';

/** Result of reading one range of a chunk. Its problems have lines counted from its start. */
export interface RangeResult {
  /** Of its bytes: see `Fingerprint`. */
  readonly fingerprint: string;
  readonly records: number;
  readonly lines: number;
  readonly problems: readonly Problem[];
}

/** The addresses of the courses of a chunk: where their views are. */
export interface ChunkAddresses {
  /** The linkhashes, in 32 ASCII digits each. */
  readonly linkhashes: Uint8Array;
  /** Which compressed files each view has, a bit for each encoding; empty where none are asked for. */
  readonly encodings: Uint8Array;
}

/** Records of one kind as JSON, one after another, in memory that threads share. */
export interface RecordTexts {
  readonly bytes: Uint8Array;
  /** Where the record of each course ends. */
  readonly ends: Uint32Array;
}

/** The records of the courses of a chunk that stand in files of several courses. */
export interface ChunkRecords {
  /** As the paged lists have them. */
  readonly summaries: RecordTexts;
  /** As search shows them; empty where nobody is going to search. */
  readonly searchResults: RecordTexts;
}

/**
 * The result of reading a chunk. It depends on the bytes of the chunk, the references, the options and this tool alone, so it
 * can be kept under a key of just these. What is large is loaded when it is asked for.
 */
export interface ChunkResult {
  readonly ranges: readonly RangeResult[];
  readonly views: WrittenFiles;
  readonly addresses: () => ChunkAddresses;
  readonly columns: () => CourseColumns;
  readonly records: () => ChunkRecords;
  /** Undefined where nobody is going to search. */
  readonly terms: () => ChunkTerms | undefined;
}

/** The same as a job returns it from another thread: everything is at hand. */
export interface ReadChunk {
  readonly ranges: readonly RangeResult[];
  readonly views: WrittenFiles;
  readonly addresses: ChunkAddresses;
  readonly columns: CourseColumns;
  readonly records: ChunkRecords;
  readonly terms: ChunkTerms | undefined;
}

/** A chunk that has just been read. */
export function resultOf({ ranges, views, addresses, columns, records, terms }: ReadChunk): ChunkResult {
  return {
    ranges,
    views,
    addresses: () => addresses,
    columns: () => columns,
    records: () => records,
    terms: () => terms,
  };
}

/** The bytes of the record of a course, by its ordinal in its chunk. */
export function recordAt({ bytes, ends }: RecordTexts, ordinal: number): Uint8Array {
  return bytes.subarray(ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0), ends[ordinal] ?? 0);
}

const hashDigits = 32;

/** The linkhashes as texts. */
export function* linkhashesIn({ linkhashes }: ChunkAddresses): Generator<string> {
  const text = Buffer.from(linkhashes.buffer, linkhashes.byteOffset, linkhashes.byteLength).toString('latin1');
  for (let at = 0; at < text.length; at += hashDigits) yield text.slice(at, at + hashDigits);
}
