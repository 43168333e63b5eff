// Gathers the records of some courses from the files of chunk results, so that a merge never has all records in memory.
import { chunkOf } from '../../catalog/lists.ts';
import { GrowingBytes } from '../../output/bytes.ts';
import { recordAt, type ChunkResult, type CourseRecords, type RecordTexts } from '../read/result.ts';

/** Records that are still in files. */
export interface FiledRecords {
  /** The file of each chunk. */
  readonly files: readonly string[];
  /** As in `CourseRecords`. */
  readonly offsets: Uint32Array;
}

/** The files of chunk results whose parts are read anew for each use; undefined if they are in memory. */
export function filedRecords(results: readonly ChunkResult[], offsets: Uint32Array): FiledRecords | undefined {
  const files = results.flatMap(({ file }) => file ?? []);
  return files.length > 0 ? { files, offsets } : undefined;
}

/** Records by their places in memory, and the place of each course. */
export interface GatheredRecords {
  readonly records: CourseRecords;
  readonly placesOf: (courses: Uint32Array) => Uint32Array;
}

/** Loads each chunk once, by its number, that has a record of one of these courses, whatever their order. `offsets` as in `CourseRecords`. */
export function gatherRecords(
  offsets: Uint32Array,
  courses: readonly Uint32Array[],
  load: (chunk: number) => RecordTexts,
): GatheredRecords {
  const wanted = new Set<number>();
  for (const some of courses) for (const course of some) wanted.add(course);
  const all = Uint32Array.from(wanted).toSorted();
  const bytes = new GrowingBytes();
  const ends = new Uint32Array(all.length);
  let chunk = -1;
  let texts: RecordTexts | undefined;
  for (const [at, course] of all.entries()) {
    const of = chunkOf(offsets, course);
    if (!texts || of !== chunk) texts = load(of);
    chunk = of;
    bytes.addBytes(recordAt(texts, course - (offsets[of] ?? 0)));
    ends[at] = bytes.length;
  }
  const records = { bytes: bytes.buffer.subarray(0, bytes.length), ends };
  return {
    records: { chunks: [records], offsets: Uint32Array.of(0, all.length) },
    placesOf: (some) => some.map((course) => placeOf(all, course)),
  };
}

function placeOf(all: Uint32Array, course: number): number {
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle] ?? 0) < course) low = middle + 1;
    else high = middle;
  }
  return low;
}
