// A job of a build: some chunks of the search index, merged from the terms of all batches, and written.
import { chunkPath, holdersPath, mostHolders } from '../../site/search/format.ts';
import type { Writer } from '../../output/writer.ts';
import { termTexts, type BatchTerms } from './terms.ts';

/** A stretch of terms: from `first` on, up to but without `end`, which the last of all has not. */
export interface Stretch {
  readonly first: string;
  readonly end: string | null;
}

export interface SearchBatch {
  readonly ids: Float64Array;
  readonly terms: BatchTerms;
}

export interface ChunkTask {
  readonly batches: readonly SearchBatch[];
  /** Ascending. */
  readonly stretches: readonly Stretch[];
}

/** Writes the chunks of some stretches, and the holders of very common terms beside them. */
export function writeChunks({ batches, stretches }: ChunkTask, writer: Writer, goOn: () => void): void {
  const cursors = batches.map(({ ids, terms }) => ({ ids, terms, texts: termTexts(terms), at: 0 }));
  for (const stretch of stretches) {
    goOn();
    const merged = new Map<string, Merged>();
    for (const cursor of cursors) mergeStretch(cursor, stretch, merged);
    const entries = [...merged.keys()].toSorted().map((term) => {
      const { inTitle, elsewhere } = merged.get(term) ?? nobody;
      const count = inTitle.length + elsewhere.length;
      const holders = `${differences(inTitle)},${differences(elsewhere)}`;
      if (count <= mostHolders) return `[${JSON.stringify(term)},${holders}]`;
      writer.write(holdersPath(stretch.first, term), `[${holders}]`);
      return `[${JSON.stringify(term)},${count}]`;
    });
    writer.write(chunkPath(stretch.first), `[${entries.join(',')}]`);
  }
}

interface Cursor extends SearchBatch {
  readonly texts: readonly string[];
  at: number;
}

interface Merged {
  readonly inTitle: number[];
  readonly elsewhere: number[];
}

const nobody: Merged = { inTitle: [], elsewhere: [] };

function mergeStretch(cursor: Cursor, { first, end }: Stretch, merged: Map<string, Merged>): void {
  const { texts, ids, terms } = cursor;
  let at = placeOf(texts, first, cursor.at);
  for (; at < texts.length; at += 1) {
    const term = texts[at] ?? '';
    if (end !== null && term >= end) break;
    let holders = merged.get(term);
    if (!holders) {
      holders = { inTitle: [], elsewhere: [] };
      merged.set(term, holders);
    }
    const last = terms.ends[at] ?? 0;
    for (let place = at === 0 ? 0 : (terms.ends[at - 1] ?? 0); place < last; place += 1) {
      const holder = terms.holders[place] ?? 0;
      const id = ids[holder >>> 1] ?? 0;
      if ((holder & 1) === 0) holders.inTitle.push(id);
      else holders.elsewhere.push(id);
    }
  }
  cursor.at = at;
}

/** The index of the first text that is not less, from `from` on. */
function placeOf(texts: readonly string[], text: string, from: number): number {
  if ((texts[from] ?? text) >= text) return from;
  let [low, high] = [from, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ids in ascending order, each as the difference to the one before, as JSON. */
function differences(ids: number[]): string {
  let isAscending = true;
  for (let at = 1; at < ids.length && isAscending; at += 1) isAscending = (ids[at - 1] ?? 0) < (ids[at] ?? 0);
  if (!isAscending) ids.sort((a, b) => a - b);
  let text = '[';
  let before = 0;
  for (const [at, id] of ids.entries()) {
    text += at === 0 ? id : `,${id - before}`;
    before = id;
  }
  return `${text}]`;
}
