// Outdated entries: what changed for search since the last build, found by comparing the chunks that were read again.
import { textAt } from '../../storage/course-texts.ts';
import type { PreviousOutput, Chunks } from '../output.ts';
import { changedChunks } from '../shared/changed-chunks.ts';
import { termTexts } from './chunk-terms.ts';
import type { SearchTypes } from './declaration.ts';

/** The outdated parts of the search index. */
interface OutdatedEntries {
  readonly terms: ReadonlySet<string>;
  /** Ids of courses that are new, gone or shown differently. */
  readonly courses: ReadonlySet<number>;
}

type SearchedChunks = Chunks<SearchTypes['collected']>;

/** Compares the chunks of now with those of the last build. */
export function outdatedEntries(previous: PreviousOutput<SearchTypes>, chunks: SearchedChunks): OutdatedEntries {
  const byTerm = new Difference<string>();
  const byCourse = new Difference<number>();
  for (const [side, chunk] of changedChunks<SearchTypes>(previous, chunks)) add(side, chunk, byTerm, byCourse);
  return { terms: byTerm.keys(), courses: byCourse.keys() };
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

function add(chunks: SearchedChunks, chunk: number, byTerm: Difference<string>, byCourse: Difference<number>): void {
  const { ids } = chunks.columns(chunk);
  const results = chunks.collected.results(chunk);
  for (const [ordinal, id] of ids.entries()) {
    byCourse.add(id, Buffer.from(textAt(results, ordinal)).toString('latin1'));
  }
  const terms = chunks.collected.terms(chunk);
  let offset = 0;
  for (const [index, term] of termTexts(terms).entries()) {
    for (const end = terms.ends[index] ?? 0; offset < end; offset += 1) {
      const posting = terms.postings[offset] ?? 0;
      byTerm.add(term, `${ids[posting >>> 1]}/${posting & 1}`);
    }
  }
}
