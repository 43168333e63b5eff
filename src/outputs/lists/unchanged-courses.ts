// Unchanged courses: which courses of the last build still have the same record, perhaps under another number.
import { recordAt, type RecordTexts } from '../../storage/gather.ts';
import type { Before, Chunks, OutputTypes } from '../output.ts';

/** Finds the records that are compared in the chunks of either build. */
export type RecordsOf<Part> = (chunks: Chunks<Part>, chunk: number) => RecordTexts;

/** Maps the number of each course in the last build to its number now; to -1 if it is gone or its record differs. `offsets` as in `NumberedCourses`. */
export function unchangedCourses<T extends OutputTypes>(
  before: Pick<Before<T>, 'chunks' | 'numbersNow' | 'fresh'>,
  chunks: Chunks<T['part']>,
  offsets: Uint32Array,
  recordsOf: RecordsOf<T['part']>,
): Int32Array {
  const fresh = new Map<number, { readonly course: number; readonly record: Uint8Array }>();
  for (const chunk of before.fresh) {
    const records = recordsOf(chunks, chunk);
    for (const [ordinal, id] of chunks.columns(chunk).ids.entries()) {
      fresh.set(id, { course: (offsets[chunk] ?? 0) + ordinal, record: recordAt(records, ordinal) });
    }
  }
  const parts = before.numbersNow.map((now, then) => {
    const { ids } = before.chunks.columns(then);
    if (now !== undefined) return Int32Array.from(ids.keys(), (ordinal) => (offsets[now] ?? 0) + ordinal);
    const records = recordsOf(before.chunks, then);
    return Int32Array.from(ids, (id, ordinal) => {
      const found = fresh.get(id);
      return found && Buffer.compare(recordAt(records, ordinal), found.record) === 0 ? found.course : -1;
    });
  });
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}
