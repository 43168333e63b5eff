// The records of courses, wherever they are: gathers some of them from the files of chunk results, so that a merge never has all in memory.
import type { CourseSummary } from '../../api/schemas.ts';
import { chunkOf, startsOf } from '../../catalog/lists.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { Catalog } from '../read/catalog.ts';
import { recordAt, type ChunkResult, type CourseRecords, type RecordTexts } from '../read/result.ts';

/** Records that are still in files. */
export interface FiledRecords {
  /** The file of each chunk. */
  readonly files: readonly string[];
  /** As in `CourseRecords`. */
  readonly offsets: Uint32Array;
}

/** Reads the records of chunks for a thread. */
export interface RecordReader {
  /** Reads the records in a file, valid until the next one is read. */
  readonly load: (file: string) => RecordTexts;
  readonly memory: GatherMemory;
}

/** Memory for the records of a job, kept for the next one: then those of this one are no longer valid. */
export class GatherMemory {
  readonly bytes = new GrowingBytes(0);
  private numbers = new Uint32Array(0);

  /** An array of zeros, valid until the next call. */
  zeros(length: number): Uint32Array {
    if (length > this.numbers.length) this.numbers = new Uint32Array(length);
    return this.numbers.subarray(0, length).fill(0);
  }
}

/** The records of some courses, by default of all, as a job takes them; those of a merge stay in their files. */
export function recordsForJobs(
  { results, numbered: { offsets } }: Pick<Catalog, 'results' | 'numbered'>,
  courses: Iterable<number> | undefined,
  load: (result: ChunkResult) => RecordTexts,
): CourseRecords | FiledRecords {
  const files = results.flatMap(({ file }) => file ?? []);
  return files.length > 0 ? { files, offsets } : { chunks: loadNeeded(results, offsets, courses, load), offsets };
}

/** A part of each chunk result that has some of the courses, by default of each; undefined for the others. */
export function loadNeeded<T>(
  results: readonly ChunkResult[],
  offsets: Uint32Array,
  courses: Iterable<number> | undefined,
  load: (result: ChunkResult) => T,
): (T | undefined)[] {
  if (!courses) return results.map(load);
  const needed = new Set<number>();
  for (const course of courses) needed.add(chunkOf(offsets, course));
  return results.map((result, at) => (needed.has(at) ? load(result) : undefined));
}

/** Records by their places in memory, and the place of each course. */
export interface GatheredRecords {
  readonly records: CourseRecords;
  readonly placesOf: (courses: Uint32Array) => Uint32Array;
}

/** The records of a job in memory: those of these courses if they are in files. */
export function openRecords(
  records: CourseRecords | FiledRecords,
  courses: readonly Uint32Array[],
  { load, memory }: RecordReader,
): GatheredRecords {
  if (!('files' in records)) return inMemory(records);
  return gatherRecords(records.offsets, courses, (chunk) => load(records.files[chunk] ?? ''), memory);
}

/** Records that are in memory as they are. */
export function inMemory(records: CourseRecords): GatheredRecords {
  return { records, placesOf: (courses) => courses };
}

const comma = Buffer.from(',');

/** Adds the records of courses, by their numbers, with a separator between them: by default, as the items of a JSON array. */
export function addRecords(
  text: GrowingBytes,
  { records: { chunks, offsets }, placesOf }: GatheredRecords,
  courses: Uint32Array,
  separator: Uint8Array = comma,
): void {
  const places = placesOf(courses);
  for (let at = 0; at < places.length; at += 1) {
    if (at > 0) text.addBytes(separator);
    const place = places[at] ?? 0;
    const chunk = chunkOf(offsets, place);
    const records = chunks[chunk];
    if (!records) throw new RangeError(`no record of course number ${courses[at]}`);
    text.addBytes(recordAt(records, place - (offsets[chunk] ?? 0)));
  }
}

/** The courses on page 1 of a list. */
export function firstPage({ results, numbered, lists }: Catalog, list: number, pageSize: number): CourseSummary[] {
  const { offsets } = numbered;
  const start = startsOf(lists.counts)[list] ?? 0;
  const courses = lists.members.subarray(start, start + Math.min(pageSize, lists.counts[list] ?? 0));
  const chunks = loadNeeded(results, offsets, courses, (result) => result.records().summaries);
  const text = new GrowingBytes();
  addRecords(text, inMemory({ chunks, offsets }), courses);
  return JSON.parse(`[${text.buffer.toString('utf8', 0, text.length)}]`);
}

/** Bytes that are taken at once at most, where the records of the first chunk are much longer than others. */
const maxRoom = 32 * 1024 * 1024;

/**
 * Bytes for so many records, if they are as long as these on average, rounded up, so that it is the same for jobs of about the same size.
 * What is not used of it costs nothing; memory that grows step by step is taken twice for a while.
 */
function roomFor(count: number, { bytes, ends }: RecordTexts): number {
  return Math.min(maxRoom, 2 ** Math.ceil(Math.log2((1.1 * count * bytes.length) / ends.length)));
}

/**
 * Loads each chunk once, by its number, that has a record of one of these courses, whatever their order, and copies those
 * records to `memory`. `offsets` as in `CourseRecords`.
 */
export function gatherRecords(
  offsets: Uint32Array,
  courses: readonly Uint32Array[],
  load: (chunk: number) => RecordTexts,
  memory: GatherMemory,
): GatheredRecords {
  const { bytes } = memory;
  bytes.clear();
  const first = courses.reduce((least, some) => some.reduce((one, other) => Math.min(one, other), least), Infinity);
  const last = courses.reduce((most, some) => some.reduce((one, other) => Math.max(one, other), most), -1);
  // First 1 for each of the courses, then its place.
  const places = memory.zeros(Math.max(0, last - first + 1));
  for (const some of courses) for (const course of some) places[course - first] = 1;
  const ends = new Uint32Array(places.reduce((sum, one) => sum + one, 0));
  let texts: RecordTexts | undefined;
  let [place, offset, end] = [0, 0, 0];
  for (let course = first; course <= last;) {
    if (places[course - first] === 0) {
      course += 1;
      continue;
    }
    if (!texts || course >= end) {
      const chunk = chunkOf(offsets, course);
      texts = load(chunk);
      if (place === 0) bytes.reserveExactly(roomFor(ends.length, texts));
      [offset, end] = [offsets[chunk] ?? 0, offsets[chunk + 1] ?? 0];
    }
    // Records of courses that follow one another are copied at once.
    const from = course === offset ? 0 : (texts.ends[course - offset - 1] ?? 0);
    const shift = bytes.length - from;
    let to = from;
    for (; course < end && places[course - first] === 1; course += 1) {
      to = texts.ends[course - offset] ?? 0;
      ends[place] = to + shift;
      places[course - first] = place;
      place += 1;
    }
    bytes.addBytes(texts.bytes.subarray(from, to));
  }
  const records = { bytes: bytes.buffer.subarray(0, bytes.length), ends };
  return {
    records: { chunks: [records], offsets: Uint32Array.of(0, ends.length) },
    placesOf: (some) => some.map((course) => places[course - first] ?? 0),
  };
}
