// Merges the terms of all chunks into term files of the search index, and writes them.
import { lowerBound } from '../../catalog/lists.ts';
import type { RunContext } from '../output.ts';
import { termTexts, type ChunkTerms } from './chunk-terms.ts';
import { holdersPath, maxHolders, termsPath } from './format.ts';
import type { SearchTypes, TermFilesTask, TermRange } from './row.ts';

/** Writes the files of some ranges of terms, and separate files for the holders of very common terms. */
export function writeTermFiles(
  { ids, ranges }: TermFilesTask,
  { files, parts, throwIfAborted }: RunContext<SearchTypes>,
): void {
  const [first = '', end = null] = [ranges[0]?.first, ranges.at(-1)?.end];
  const cursors = ids.map((idsOfChunk, chunk) => {
    throwIfAborted();
    return new Cursor(idsOfChunk, termsBetween(parts.terms(chunk), first, end));
  });
  for (const range of ranges) {
    throwIfAborted();
    const merged = new Map<string, Merged>();
    for (const cursor of cursors) cursor.merge(range, merged);
    const entries = [...merged.keys()].toSorted().map((term) => {
      const { inTitle, elsewhere } = merged.get(term) ?? noHolders;
      const count = inTitle.length + elsewhere.length;
      const holders = `${deltas(inTitle)},${deltas(elsewhere)}`;
      if (count <= maxHolders) return `[${JSON.stringify(term)},${holders}]`;
      files.write(holdersPath(range.first, term), `[${holders}]`);
      return `[${JSON.stringify(term)},${count}]`;
    });
    files.write(termsPath(range.first), `[${entries.join(',')}]`);
  }
}

interface Merged {
  readonly inTitle: number[];
  readonly elsewhere: number[];
}

const noHolders: Merged = { inTitle: [], elsewhere: [] };

/** Walks through the terms of a chunk in order, decoding those between two boundaries at a time. */
class Cursor {
  private texts: readonly string[] = [];
  /** The boundary at which they start, -1 for those before the first boundary, and the index of the first of them. */
  private boundary = -2;
  private start = 0;

  constructor(
    private readonly ids: Float64Array,
    private readonly terms: ChunkTerms,
  ) {}

  /** Adds the holders of the terms of a range. Call it with ranges in ascending order. */
  merge({ first, end }: TermRange, merged: Map<string, Merged>): void {
    const { boundaries } = this.terms;
    let boundary = Math.max(this.boundary, -1);
    while (boundary + 1 < boundaries.length && (boundaries[boundary + 1]?.term ?? '') <= first) boundary += 1;
    for (; boundary < boundaries.length; boundary += 1) {
      const from = boundaries[boundary]?.term;
      if (end !== null && from !== undefined && from >= end) break;
      if (boundary !== this.boundary) this.read(boundary);
      this.mergeRead(first, end, merged);
    }
  }

  private read(boundary: number): void {
    const { terms } = this;
    this.texts = termTexts(terms, boundary);
    this.boundary = boundary;
    this.start = terms.boundaries[boundary]?.index ?? 0;
  }

  private mergeRead(first: string, end: string | null, merged: Map<string, Merged>): void {
    const { texts, start, ids, terms } = this;
    for (let at = lowerBound(texts, first); at < texts.length; at += 1) {
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

/** Ids in ascending order, delta-encoded, as JSON. */
function deltas(ids: number[]): string {
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

/** The terms of some consecutive ranges, copied, so that the others can be let go. */
function termsBetween(terms: ChunkTerms, first: string, end: string | null): ChunkTerms {
  const { text, ends, holders, boundaries } = terms;
  const from = boundaries.findLast(({ term }) => term <= first) ?? { index: 0, byte: 0 };
  const to = end === null ? undefined : boundaries.find(({ term }) => term >= end);
  const firstHolder = from.index === 0 ? 0 : (ends[from.index - 1] ?? 0);
  const lastIndex = to?.index ?? ends.length;
  const lastHolder = lastIndex === 0 ? 0 : (ends[lastIndex - 1] ?? 0);
  return {
    text: text.slice(from.byte, to ? Math.max(from.byte, to.byte - 1) : text.length),
    ends: ends.slice(from.index, lastIndex).map((one) => one - firstHolder),
    holders: holders.slice(firstHolder, lastHolder),
    boundaries: boundaries
      .filter(({ index }) => index >= from.index && index < lastIndex)
      .map(({ term, index, byte }) => ({ term, index: index - from.index, byte: byte - from.byte })),
  };
}
