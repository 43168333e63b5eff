// Unchanged courses: which courses of the previous build still have the same summary and link, perhaps under another number.
import type { Catalog } from '../read/catalog.ts';
import { recordAt, type ChunkResult, type RecordTexts } from '../read/result.ts';

/** Maps the number of each course in the previous build to its number now; to -1 if it is gone or its summary or its link differs. */
export function unchangedCourses(before: readonly ChunkResult[], catalog: Catalog): Int32Array {
  const { chunks, results, numbered } = catalog;
  const keptAt = new Map(chunks.flatMap(({ cached }, at) => (cached ? [[cached, at] as const] : [])));
  const fresh = freshById(catalog);
  const parts = before.map((chunk) => {
    const at = keptAt.get(chunk);
    return at === undefined
      ? matchById(chunk, fresh)
      : ascending(numbered.offsets[at] ?? 0, results[at]?.columns().ids.length ?? 0);
  });
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}

interface FreshCourse {
  readonly number: number;
  readonly chunk: ChunkResult;
  readonly ordinal: number;
}

function freshById({ chunks, results, numbered }: Catalog): Map<number, FreshCourse> {
  const courses = new Map<number, FreshCourse>();
  for (const [at, chunk] of results.entries()) {
    if (chunks[at]?.cached) continue;
    const first = numbered.offsets[at] ?? 0;
    for (const [ordinal, id] of chunk.columns().ids.entries()) {
      courses.set(id, { number: first + ordinal, chunk, ordinal });
    }
  }
  return courses;
}

function matchById(chunk: ChunkResult, fresh: ReadonlyMap<number, FreshCourse>): Int32Array {
  return Int32Array.from(chunk.columns().ids, (id, ordinal) => {
    const course = fresh.get(id);
    if (!course) return -1;
    const isSame = (textsOf: (result: ChunkResult) => RecordTexts) =>
      Buffer.compare(recordAt(textsOf(chunk), ordinal), recordAt(textsOf(course.chunk), course.ordinal)) === 0;
    // A link also shows the language tag of its course, which no summary has.
    return isSame((result) => result.records().summaries) && isSame((result) => result.links()) ? course.number : -1;
  });
}

function ascending(first: number, length: number): Int32Array {
  const numbers = new Int32Array(length);
  for (let at = 0; at < length; at += 1) numbers[at] = first + at;
  return numbers;
}
