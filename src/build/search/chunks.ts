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
  const cursors = batches.map((batch) => new Cursor(batch));
  for (const stretch of stretches) {
    goOn();
    const merged = new Map<string, Merged>();
    for (const cursor of cursors) cursor.merge(stretch, merged);
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

interface Merged {
  readonly inTitle: number[];
  readonly elsewhere: number[];
}

const nobody: Merged = { inTitle: [], elsewhere: [] };

/** Goes through the terms of a batch from the first to the last; what lies between two marks is read at once. */
class Cursor {
  private texts: readonly string[] = [];
  /** The mark that those follow, and the number of the first of them; those before the first mark follow none. */
  private mark = -2;
  private start = 0;

  constructor(private readonly batch: SearchBatch) {}

  /** Adds the holders of the terms of a stretch, which comes after those before. */
  merge({ first, end }: Stretch, merged: Map<string, Merged>): void {
    const { marks } = this.batch.terms;
    let mark = Math.max(this.mark, -1);
    while (mark + 1 < marks.length && (marks[mark + 1]?.term ?? '') <= first) mark += 1;
    for (; mark < marks.length; mark += 1) {
      const from = marks[mark]?.term;
      if (end !== null && from !== undefined && from >= end) break;
      if (mark !== this.mark) this.read(mark);
      this.mergeRead(first, end, merged);
    }
  }

  private read(mark: number): void {
    const { terms } = this.batch;
    this.texts = termTexts(terms, mark);
    this.mark = mark;
    this.start = terms.marks[mark]?.index ?? 0;
  }

  private mergeRead(first: string, end: string | null, merged: Map<string, Merged>): void {
    const { texts, start } = this;
    const { ids, terms } = this.batch;
    for (let at = placeOf(texts, first); at < texts.length; at += 1) {
      const term = texts[at] ?? '';
      if (end !== null && term >= end) break;
      let holders = merged.get(term);
      if (!holders) {
        holders = { inTitle: [], elsewhere: [] };
        merged.set(term, holders);
      }
      const last = terms.ends[start + at] ?? 0;
      for (let place = start + at === 0 ? 0 : (terms.ends[start + at - 1] ?? 0); place < last; place += 1) {
        const holder = terms.holders[place] ?? 0;
        const id = ids[holder >>> 1] ?? 0;
        if ((holder & 1) === 0) holders.inTitle.push(id);
        else holders.elsewhere.push(id);
      }
    }
  }
}

/** The index of the first text that is not less. */
function placeOf(texts: readonly string[], text: string): number {
  let [low, high] = [0, texts.length];
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
