// Chunk files: the result of reading a chunk, kept for the next build.
import { sharedBytes, sharedNumbers } from '../../output/bytes.ts';
import type { Tally } from '../../output/writer.ts';
import type { CourseColumns } from '../../catalog/columns.ts';
import type { ChunkAddresses, ChunkRecords, ChunkResult, RangeResult, RecordTexts } from '../read/result.ts';
import type { ChunkTerms } from '../read/terms.ts';
import { readValue, writeValues } from './value-file.ts';

/** Where the parts of a result stand in the file. */
const place = { addresses: 0, columns: 1, records: 2, terms: 3 } as const;
const parts = Object.keys(place).length;

/** Writes what is large of a result; the rest is in the state itself. */
export function writeChunkFile(path: string, result: ChunkResult): void {
  writeValues(path, [result.addresses(), result.columns(), result.records(), result.terms()]);
}

/** Reads the addresses alone, as the audit needs them. Throws a DamagedStateError. */
export function readAddresses(path: string): ChunkAddresses {
  return readValue(path, place.addresses, parts);
}

/** The result in a file, whose parts are read when they are asked for: these calls may throw a DamagedStateError. */
export function loadChunkFile(path: string, ranges: readonly RangeResult[], views: Tally): ChunkResult {
  return {
    ranges,
    views: { ...views, added: [], changed: [], stale: [] },
    addresses: once(() => readAddresses(path)),
    columns: once((): CourseColumns => readValue(path, place.columns, parts)),
    records: once(() => readRecords(path)),
    terms: once(() => readTerms(path)),
  };
}

function readRecords(path: string): ChunkRecords {
  const { summaries, searchResults }: ChunkRecords = readValue(path, place.records, parts);
  return { summaries: shared(summaries), searchResults: shared(searchResults) };
}

function readTerms(path: string): ChunkTerms | undefined {
  const terms: ChunkTerms | undefined = readValue(path, place.terms, parts);
  return (
    terms && {
      ...terms,
      text: sharedBytes(terms.text),
      ends: sharedNumbersOf(terms.ends),
      holders: sharedNumbersOf(terms.holders),
    }
  );
}

/** Jobs in other threads are handed these: shared memory is not copied for each. */
function shared({ bytes, ends }: RecordTexts): RecordTexts {
  return { bytes: sharedBytes(bytes), ends: sharedNumbersOf(ends) };
}

function sharedNumbersOf(numbers: Uint32Array): Uint32Array {
  const copy = sharedNumbers(numbers.length);
  copy.set(numbers);
  return copy;
}

function once<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined;
  return () => (loaded ??= { value: load() }).value;
}
