// What changed for those who search: held against the build before, course by course, as far as courses were read again.
import type { KnownBatch } from '../known.ts';
import type { PlannedBatch } from '../planned.ts';
import type { ReadCourses } from '../courses.ts';
import type { CourseColumns } from '../../catalog/columns.ts';
import { foundParts } from './found.ts';
import { termTexts, type BatchTerms } from './terms.ts';

/** What of the search index is no longer right. */
export interface SearchChanges {
  readonly terms: ReadonlySet<string>;
  /** Ids of courses that are shown otherwise, are new or are gone. */
  readonly courses: ReadonlySet<number>;
}

/** Where more courses than one in so many were read again, all is made anew. */
const mostRead = 8;

/** Undefined where too much changed, or nothing can be held against anything. */
export function changedForSearch(
  known: readonly KnownBatch[],
  batches: readonly PlannedBatch[],
  reads: readonly ReadCourses[],
): SearchChanges | undefined {
  const kept = new Set(batches.map((batch) => batch.known));
  const gone = known.filter((batch) => !kept.has(batch));
  const fresh = reads.filter((_, at) => !batches[at]?.known);
  const total = reads.reduce((sum, { columns }) => sum + columns.ids.length, 0);
  const read = fresh.reduce((sum, { columns }) => sum + columns.ids.length, 0);
  if (read > total / mostRead) return undefined;
  const terms = new Difference<string>();
  const courses = new Difference<number>();
  for (const batch of gone) enter(batch.columns(), batch.terms(), terms, courses);
  for (const { columns, terms: texts } of fresh) enter(columns, texts, terms, courses);
  return { terms: terms.keys(), courses: courses.keys() };
}

/** What stands on one side of a comparison only: what is entered twice cancels out. */
class Difference<Key> {
  private readonly entries = new Map<Key, Set<string>>();

  enter(key: Key, value: string): void {
    const values = this.entries.get(key) ?? new Set();
    if (values.size === 0) this.entries.set(key, values);
    if (!values.delete(value)) values.add(value);
  }

  keys(): Set<Key> {
    return new Set([...this.entries].flatMap(([key, values]) => (values.size > 0 ? [key] : [])));
  }
}

function enter(
  { ids, summaries, summaryEnds }: CourseColumns,
  terms: BatchTerms | undefined,
  byTerm: Difference<string>,
  byCourse: Difference<number>,
): void {
  let start = 0;
  for (const [ordinal, id] of ids.entries()) {
    const end = summaryEnds[ordinal] ?? 0;
    byCourse.enter(id, Buffer.concat(foundParts(summaries.subarray(start, end))).toString('latin1'));
    start = end;
  }
  if (!terms) return;
  let place = 0;
  for (const [at, term] of termTexts(terms).entries()) {
    for (const end = terms.ends[at] ?? 0; place < end; place += 1) {
      const holder = terms.holders[place] ?? 0;
      byTerm.enter(term, `${ids[holder >>> 1]}/${holder & 1}`);
    }
  }
}
