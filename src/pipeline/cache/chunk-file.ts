// Chunk files: the result of reading a chunk, kept for the next build.
import { basename } from 'node:path';
import { noneWritten, type Tally } from '../../storage/writer.ts';
import type { CourseColumns } from '../../catalog/columns.ts';
import type {
  ChunkAddresses,
  ChunkRecords,
  ChunkResult,
  ChunkStamps,
  PackedRecords,
  RangeResult,
  RecordBlocks,
  RecordTexts,
} from '../read/result.ts';
import type { ChunkTerms } from '../read/terms.ts';
import { readValue, writeValues, type ReusedMemory } from './value-file.ts';

/** The tallies of what was written for a chunk. */
export type Written = Readonly<Record<'views' | 'coursePages', Tally>>;

/** The index of each part of a result in its file. */
const indexes = {
  addresses: 0,
  columns: 1,
  records: 2,
  terms: 3,
  blocks: 4,
  fullRecords: 5,
  links: 6,
  latest: 7,
  stamps: 8,
} as const;
const parts = Object.keys(indexes).length;

/** Writes the large parts of a result; the state file holds the rest. `name` is the file's name when it is read. */
export function writeChunkFile(path: string, result: ChunkResult, name = basename(path)): void {
  const { addresses, records, terms, blocks, fullRecords, links, stamps } = result;
  const { latest, ...columns } = result.columns();
  const full = typeof fullRecords === 'string' ? fullRecordsIn(fullRecords) : fullRecords;
  writeValues(path, [addresses(), columns, records(), terms(), blocks(), full, links(), latest, stamps()], name);
}

/** Reads only the addresses, which is all that the audit needs. May throw a DamagedStateError. */
export function readAddresses(path: string, memory?: ReusedMemory): ChunkAddresses {
  return readValue(path, indexes.addresses, parts, memory, true);
}

/** A result whose large parts are read from a file anew for each use, except its columns. `memory` is for reading what is copied at once. */
export function openChunkFile(
  path: string,
  ranges: readonly RangeResult[],
  written: Written,
  memory: ReusedMemory,
): ChunkResult {
  return {
    ...loadChunkFile(path, ranges, written),
    file: path,
    columns: once(() => columnsIn(path, memory)),
    addresses: () => readAddresses(path, memory),
    records: () => recordsIn(path),
    terms: () => termsIn(path),
    links: () => linksIn(path),
    blocks: () => readValue(path, indexes.blocks, parts),
    stamps: () => stampsIn(path),
  };
}

/** The columns in a file, which read the newest courses, by far their largest part, anew for each use. */
function columnsIn(path: string, memory?: ReusedMemory): CourseColumns {
  const columns: Omit<CourseColumns, 'latest'> = readValue(path, indexes.columns, parts, memory, true);
  return {
    ...columns,
    get latest(): CourseColumns['latest'] {
      return readValue(path, indexes.latest, parts, memory, true);
    },
  };
}

/** The records in a file. May throw a DamagedStateError. */
export function recordsIn(path: string, memory?: ReusedMemory): ChunkRecords {
  return readValue(path, indexes.records, parts, memory);
}

/** The stamps of the files of courses, in a file. May throw a DamagedStateError. */
export function stampsIn(path: string): ChunkStamps | undefined {
  return readValue(path, indexes.stamps, parts);
}

/** The links of course pages in a file. May throw a DamagedStateError. */
export function linksIn(path: string, memory?: ReusedMemory): RecordTexts {
  return readValue(path, indexes.links, parts, memory);
}

/** The full records in a file. May throw a DamagedStateError. */
export function fullRecordsIn(path: string, memory?: ReusedMemory): PackedRecords {
  return readValue(path, indexes.fullRecords, parts, memory);
}

/** The terms in a file. May throw a DamagedStateError. */
export function termsIn(path: string, memory?: ReusedMemory): ChunkTerms | undefined {
  return readValue(path, indexes.terms, parts, memory);
}

/** A result whose large parts are read from a file on first use; these calls may throw a DamagedStateError. The newest courses are read anew for each use. */
export function loadChunkFile(path: string, ranges: readonly RangeResult[], written: Written): ChunkResult {
  return {
    ranges,
    views: { ...noneWritten, ...written.views },
    coursePages: { ...noneWritten, ...written.coursePages },
    addresses: once(() => readAddresses(path)),
    columns: once(() => columnsIn(path)),
    records: once((): ChunkRecords => readValue(path, indexes.records, parts)),
    links: once(() => linksIn(path)),
    terms: once((): ChunkTerms | undefined => readValue(path, indexes.terms, parts)),
    blocks: once((): RecordBlocks | undefined => readValue(path, indexes.blocks, parts)),
    fullRecords: path,
    stamps: once(() => stampsIn(path)),
  };
}

/** The same call, done once: later ones return the first result. */
export function once<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined;
  return () => (loaded ??= { value: load() }).value;
}
