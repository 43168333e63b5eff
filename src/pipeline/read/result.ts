// The result of reading a chunk: everything that lists, pages, search and the next build need of its courses.
import type { CourseColumns } from '../../catalog/columns.ts';
import type { FileStamps } from '../../storage/file-stamps.ts';
import type { WrittenFiles } from '../../storage/writer.ts';
import type { Problem } from '../../problems.ts';
import type { ChunkTerms } from './terms.ts';

/** Result of reading one range of a chunk. The lines of its problems count from the start of the range. */
export interface RangeResult {
  /** See `Fingerprint`. */
  readonly fingerprint: string;
  readonly records: number;
  readonly lines: number;
  readonly problems: readonly Problem[];
}

/** Where the views of a chunk are. */
export interface ChunkAddresses {
  /** The linkhashes, 32 ASCII digits each. */
  readonly linkhashes: Uint8Array;
  /** Which compressed files each view has, one bit per encoding; empty if none are wanted. */
  readonly encodings: Uint8Array;
}

/** Concatenated records of one kind, JSON or HTML, in shared memory. */
export interface RecordTexts {
  readonly bytes: Uint8Array;
  /** Where the record of each course ends. */
  readonly ends: Uint32Array;
}

/** What a chunk result keeps of a course that was written. */
export interface WrittenCourse {
  /** Which compressed files its view has, as bits; undefined if none are wanted. */
  readonly encodings: number | undefined;
  /** Its link for lists of course pages; undefined if there are none. */
  readonly link: string | undefined;
}

/** The records of a chunk that go into files with several courses. */
export interface ChunkRecords {
  /** As the paged lists have them. */
  readonly summaries: RecordTexts;
  /** As search shows them; empty if no search index is built. */
  readonly searchResults: RecordTexts;
}

/**
 * How the full records of a chunk are laid out, as lines of JSON, in blocks for the dumps. The first and the last block may go on in
 * other chunks.
 */
export interface RecordBlocks {
  /** Where the record of each course ends, unpacked. */
  readonly ends: Uint32Array;
  /** By block: the ordinal of the course after its last one. */
  readonly blockEnds: Uint32Array;
}

/** The full records of a chunk in blocks, compressed one by one if a dump can take them as they are. In shared memory. */
export interface PackedRecords extends RecordBlocks {
  readonly packed: Uint8Array;
  /** By block: where it ends in `packed`. */
  readonly packedEnds: Uint32Array;
  /** By block: the CRC-32 of its records. */
  readonly checksums: Uint32Array;
}

/** Records of all courses, in shared memory. */
export interface CourseRecords {
  /** By chunk; undefined for a chunk that is not needed. */
  readonly chunks: readonly (RecordTexts | undefined)[];
  /** The number of the first course of each chunk, and at the end the number of all courses. */
  readonly offsets: Uint32Array;
}

/**
 * The result of reading a chunk. It depends only on the bytes of the chunk, the references, the options and this tool, which
 * together make its cache key. The large parts are loaded on first use.
 */
export interface ChunkResult {
  /** The file with the large parts, if they are read anew for each use. */
  readonly file?: string;
  readonly ranges: readonly RangeResult[];
  readonly views: WrittenFiles;
  readonly coursePages: WrittenFiles;
  readonly addresses: () => ChunkAddresses;
  readonly columns: () => CourseColumns;
  readonly records: () => ChunkRecords;
  /** The links of the course pages for lists; empty if there are no such pages. */
  readonly links: () => RecordTexts;
  /** Undefined if no search index is built. */
  readonly terms: () => ChunkTerms | undefined;
  /** What dumps are planned from; undefined if there are none. */
  readonly blocks: () => RecordBlocks | undefined;
  /** The full records, or the file of a chunk with them; there are none without dumps. */
  readonly fullRecords: PackedRecords | string | undefined;
  /** Undefined except in a shard. */
  readonly stamps: () => ChunkStamps | undefined;
}

/** The stamps of views and course pages, in the order of the courses; of each view its compressed files too. */
export interface ChunkStamps {
  readonly views: FileStamps;
  readonly coursePages: FileStamps | undefined;
}

/** The same as plain data, as a job returns it from another thread. */
export interface ReadChunk {
  readonly ranges: readonly RangeResult[];
  readonly views: WrittenFiles;
  readonly coursePages: WrittenFiles;
  readonly addresses: ChunkAddresses;
  readonly columns: CourseColumns;
  readonly records: ChunkRecords;
  readonly links: RecordTexts;
  readonly terms: ChunkTerms | undefined;
  readonly blocks: RecordBlocks | undefined;
  readonly fullRecords: PackedRecords | string | undefined;
}

export function resultOf(chunk: ReadChunk): ChunkResult {
  const { ranges, views, coursePages, addresses, columns, records, links, terms, blocks, fullRecords } = chunk;
  return {
    ranges,
    views,
    coursePages,
    addresses: () => addresses,
    columns: () => columns,
    records: () => records,
    links: () => links,
    terms: () => terms,
    blocks: () => blocks,
    fullRecords,
    stamps: () => views.stamps && { views: views.stamps, coursePages: coursePages.stamps },
  };
}

/** The bytes of the record of a course, by its ordinal in its chunk. */
export function recordAt({ bytes, ends }: RecordTexts, ordinal: number): Uint8Array {
  return bytes.subarray(ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0), ends[ordinal] ?? 0);
}

const hashDigits = 32;

/** The linkhash of a course, by its ordinal in its chunk. */
export function linkhashAt({ linkhashes }: ChunkAddresses, ordinal: number): string {
  const at = linkhashes.byteOffset + ordinal * hashDigits;
  return Buffer.from(linkhashes.buffer, at, hashDigits).toString('latin1');
}

export function* linkhashesIn({ linkhashes }: ChunkAddresses): Generator<string> {
  const text = Buffer.from(linkhashes.buffer, linkhashes.byteOffset, linkhashes.byteLength).toString('latin1');
  for (let at = 0; at < text.length; at += hashDigits) yield text.slice(at, at + hashDigits);
}

/** The linkhashes of all courses. */
export function* linkhashesOf(results: readonly ChunkResult[]): Generator<string> {
  for (const result of results) yield* linkhashesIn(result.addresses());
}
