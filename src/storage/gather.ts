// Record texts: the records of courses in one buffer for each chunk, and how those of some courses are gathered from several chunks.
import { chunkOf } from '../catalog/lists.ts';
import { GrowingBytes, sharedBytes, sharedNumbersOf } from '../text/bytes.ts';

/** Concatenated records of one kind, JSON or HTML, in shared memory. */
export interface RecordTexts {
  readonly bytes: Uint8Array;
  /** Where the record of each course ends. */
  readonly ends: Uint32Array;
}

/** The bytes of the record of a course, by its ordinal in its chunk. */
export function recordAt({ bytes, ends }: RecordTexts, ordinal: number): Uint8Array {
  return bytes.subarray(ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0), ends[ordinal] ?? 0);
}

/** Concatenates records, which are UTF-8 texts. Its memory is kept for the next chunk. */
export class RecordsBuilder {
  private readonly bytes = new GrowingBytes();
  private ends: number[] = [];

  add(record: string): void {
    this.bytes.addUtf8(record);
    this.ends.push(this.bytes.length);
  }

  addBytes(record: Uint8Array): void {
    this.bytes.addBytes(record);
    this.ends.push(this.bytes.length);
  }

  /** The records since the last call. */
  finish(): RecordTexts {
    const texts = { bytes: sharedBytes(this.bytes.bytes), ends: sharedNumbersOf(this.ends) };
    this.bytes.clear();
    this.ends = [];
    return texts;
  }
}

const comma = Buffer.from(',');

/** Bytes that are taken at once at most, where the records of the first chunk are much longer than others. */
const maxRoom = 32 * 1024 * 1024;

/**
 * Bytes for so many records, if they are as long as these on average, rounded up, so that it is the same for tasks of about the same size.
 * What is not used of it costs nothing; memory that grows step by step is taken twice for a while.
 */
function roomFor(count: number, { bytes, ends }: RecordTexts): number {
  return Math.min(maxRoom, 2 ** Math.ceil(Math.log2((1.1 * count * bytes.length) / ends.length)));
}

/** Copies of the records of some courses, so that few chunks are in memory at a time. Its memory is reused. */
export class GatheredRecords {
  private readonly bytes = new GrowingBytes(0);
  private numbers = new Uint32Array();
  private first = 0;
  /** The place of each course from the first one. */
  private places = new Uint32Array();
  private ends = new Uint32Array();

  /**
   * Replaces the records by those of these courses. Loads each chunk once, by its number, that has one of them, whatever their order.
   * `offsets` are the number of the first course of each chunk, and at the end the number of all courses.
   */
  gather(offsets: Uint32Array, courses: readonly Uint32Array[], load: (chunk: number) => RecordTexts): void {
    const { bytes } = this;
    bytes.clear();
    const first = courses.reduce((least, some) => some.reduce((one, other) => Math.min(one, other), least), Infinity);
    const last = courses.reduce((most, some) => some.reduce((one, other) => Math.max(one, other), most), -1);
    // First 1 for each of the courses, then its place.
    const places = this.zeros(Math.max(0, last - first + 1));
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
    [this.first, this.places, this.ends] = [first, places, ends];
  }

  /** Adds the records of courses, by their numbers, with a separator between them: by default, as the items of a JSON array. */
  addTo(text: GrowingBytes, courses: Uint32Array, separator: Uint8Array = comma): void {
    for (let at = 0; at < courses.length; at += 1) {
      if (at > 0) text.addBytes(separator);
      text.addBytes(this.recordOf(courses[at] ?? 0));
    }
  }

  /** The record of a course, by its number; valid until others are gathered. */
  recordOf(course: number): Uint8Array {
    const { first, places, ends } = this;
    return recordAt({ bytes: this.bytes.buffer, ends }, places[course - first] ?? 0);
  }

  /** An array of zeros, valid until the next call. */
  private zeros(length: number): Uint32Array<ArrayBuffer> {
    if (length > this.numbers.length) this.numbers = new Uint32Array(length);
    return this.numbers.subarray(0, length).fill(0);
  }
}

/** The chunks that have some of the courses. */
export function chunksWith(offsets: Uint32Array, courses: Iterable<number>): Set<number> {
  const chunks = new Set<number>();
  for (const course of courses) chunks.add(chunkOf(offsets, course));
  return chunks;
}

/** Few tasks with many files each, as every one reads the records of nearly all chunks. */
const [minTasks, minFilesPerTask] = [4, 32];

/** With more courses, more tasks need less memory at a time. */
const coursesPerTask = 50_000;

/** Divides files, which have so many courses in all, among tasks. */
export function dividedForTasks<T>(files: readonly T[], courses: number): T[][] {
  const tasks = Math.max(minTasks, Math.ceil(courses / coursesPerTask));
  const size = Math.max(minFilesPerTask, Math.ceil(files.length / tasks));
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) => files.slice(at * size, (at + 1) * size));
}
