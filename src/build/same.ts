// The same courses: which courses of an earlier build still have the summary that they had, whatever their number now is.
import { firstsOf } from '../catalog/lists.ts';
import type { CourseColumns } from '../catalog/columns.ts';
import type { KnownBatch } from './known.ts';
import type { PlannedBatch } from './planned.ts';

/** For each course by its number in the earlier build: its number now where it has the same summary, or -1. */
export function sameCourses(
  known: readonly KnownBatch[],
  batches: readonly PlannedBatch[],
  columns: readonly CourseColumns[],
): Int32Array {
  const firsts = firstsOf(columns);
  const keptAt = new Map(batches.flatMap((batch, at) => (batch.known ? [[batch.known, at] as const] : [])));
  const fresh = freshById(batches, columns, firsts);
  const same: Int32Array[] = [];
  for (const batch of known) {
    const at = keptAt.get(batch);
    const kept = at === undefined ? undefined : columns[at];
    if (at !== undefined && kept) {
      const first = firsts[at] ?? 0;
      same.push(ascending(first, kept.ids.length));
    } else same.push(sameIn(batch.columns(), fresh));
  }
  return joined(same);
}

interface Place {
  readonly number: number;
  readonly columns: CourseColumns;
  readonly ordinal: number;
}

function freshById(
  batches: readonly PlannedBatch[],
  columns: readonly CourseColumns[],
  firsts: Uint32Array,
): Map<number, Place> {
  const places = new Map<number, Place>();
  for (const [at, batch] of batches.entries()) {
    const read = columns[at];
    if (batch.known || !read) continue;
    for (const [ordinal, id] of read.ids.entries()) {
      places.set(id, { number: (firsts[at] ?? 0) + ordinal, columns: read, ordinal });
    }
  }
  return places;
}

function sameIn(columns: CourseColumns, fresh: ReadonlyMap<number, Place>): Int32Array {
  return Int32Array.from(columns.ids, (id, ordinal) => {
    const place = fresh.get(id);
    const isSame = place && Buffer.compare(summaryOf(columns, ordinal), summaryOf(place.columns, place.ordinal)) === 0;
    return isSame ? place.number : -1;
  });
}

/** The JSON of a summary. */
function summaryOf({ summaries, summaryEnds }: CourseColumns, ordinal: number): Uint8Array {
  return summaries.subarray(ordinal === 0 ? 0 : (summaryEnds[ordinal - 1] ?? 0), summaryEnds[ordinal] ?? 0);
}

function ascending(first: number, length: number): Int32Array {
  const numbers = new Int32Array(length);
  for (let at = 0; at < length; at += 1) numbers[at] = first + at;
  return numbers;
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}
