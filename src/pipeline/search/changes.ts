// What changed for search since the previous build, found by comparing the chunks that were read again.
import { chunkChanges, type Catalog } from '../read/catalog.ts';
import { recordAt, type ChunkResult } from '../read/result.ts';
import { termTexts } from '../read/terms.ts';

/** The stale parts of the search index. */
export interface SearchChanges {
  readonly terms: ReadonlySet<string>;
  /** Ids of courses that are new, gone or shown differently. */
  readonly courses: ReadonlySet<number>;
}

/** If a larger share of the courses was read again, the whole index is rewritten. */
const maxFreshShare = 1 / 8;

/** Undefined if too much changed. */
export function searchChanges(before: readonly ChunkResult[], catalog: Catalog): SearchChanges | undefined {
  const { removed, fresh } = chunkChanges(before, catalog);
  const coursesIn = (all: readonly ChunkResult[]) => all.reduce((sum, one) => sum + one.columns().ids.length, 0);
  if (coursesIn(fresh) > coursesIn(catalog.results) * maxFreshShare) return undefined;
  const terms = new Difference<string>();
  const courses = new Difference<number>();
  for (const chunk of [...removed, ...fresh]) add(chunk, terms, courses);
  return { terms: terms.keys(), courses: courses.keys() };
}

/** A symmetric difference by key: a value that is added twice cancels out. */
class Difference<Key> {
  private readonly entries = new Map<Key, Set<string>>();

  add(key: Key, value: string): void {
    const values = this.entries.get(key) ?? new Set();
    if (values.size === 0) this.entries.set(key, values);
    if (!values.delete(value)) values.add(value);
  }

  keys(): Set<Key> {
    return new Set([...this.entries].flatMap(([key, values]) => (values.size > 0 ? [key] : [])));
  }
}

function add(chunk: ChunkResult, byTerm: Difference<string>, byCourse: Difference<number>): void {
  const { ids } = chunk.columns();
  const { searchResults } = chunk.records();
  for (const [ordinal, id] of ids.entries()) {
    byCourse.add(id, Buffer.from(recordAt(searchResults, ordinal)).toString('latin1'));
  }
  const terms = chunk.terms();
  if (!terms) return;
  let place = 0;
  for (const [at, term] of termTexts(terms).entries()) {
    for (const end = terms.ends[at] ?? 0; place < end; place += 1) {
      const holder = terms.holders[place] ?? 0;
      byTerm.add(term, `${ids[holder >>> 1]}/${holder & 1}`);
    }
  }
}
