// Merges the postings of all chunks for the terms of a task, in memory that has their size from the start: arrays that grow take three times that.
import { lowerBound, startsOf } from '../../text/positions.ts';
import type { RunContext } from '../output.ts';
import type { ChunkTerms } from './chunk-terms.ts';
import type { SearchTypes, TermFilesTask, TermRange } from './declaration.ts';

interface MergedPostings {
  readonly terms: () => Iterable<string>;
  /** The ids of the courses that have a term in the title, and of those that have it elsewhere, in the order of reading. */
  readonly postingsOf: (term: string) => readonly [inTitle: Float64Array, elsewhere: Float64Array];
}

/** The terms of a chunk that are in the ranges of the task: they follow one another. */
interface TermsInChunk {
  /** The index of the first in the chunk. */
  readonly first: number;
  /** Their numbers among the terms of all chunks. */
  readonly numbers: Uint32Array;
}

/** Merges the postings of the terms in the ranges of a task. */
export function mergePostings(
  { ids, offsets, ranges }: TermFilesTask,
  { collected, throwIfAborted }: Pick<RunContext<SearchTypes>, 'collected' | 'throwIfAborted'>,
): MergedPostings {
  const whole = { first: ranges[0]?.first ?? '', end: ranges.at(-1)?.end ?? null };
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const found: TermsInChunk[] = [];
  for (const chunk of offsets.subarray(0, -1).keys()) {
    throwIfAborted();
    const terms = collected.terms(chunk);
    const { first, texts } = termsInRange(terms, whole);
    const numbersHere = Uint32Array.from(texts, (text, index) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      const size = (terms.ends[first + index] ?? 0) - (terms.ends[first + index - 1] ?? 0);
      counts[number] = (counts[number] ?? 0) + size;
      return number;
    });
    found.push({ first, numbers: numbersHere });
  }
  const starts = startsOf(counts);
  const merged = new Float64Array(starts.at(-1) ?? 0);
  // The ids of a term fill its part from both ends: those of titles from the start.
  const [nexts, lasts] = [starts.slice(0, -1), starts.slice(1)];
  for (const [chunk, { first, numbers: numbersHere }] of found.entries()) {
    throwIfAborted();
    const { ends, postings } = collected.terms(chunk);
    let posting = ends[first - 1] ?? 0;
    for (const [index, number] of numbersHere.entries()) {
      let [next, last] = [nexts[number] ?? 0, lasts[number] ?? 0];
      for (const end = ends[first + index] ?? 0; posting < end; posting += 1) {
        const value = postings[posting] ?? 0;
        const id = ids[(offsets[chunk] ?? 0) + (value >>> 1)] ?? 0;
        if (value & 1) {
          last -= 1;
          merged[last] = id;
        } else {
          merged[next] = id;
          next += 1;
        }
      }
      [nexts[number], lasts[number]] = [next, last];
    }
  }
  return {
    terms: () => numbers.keys(),
    postingsOf(term) {
      const number = numbers.get(term) ?? 0;
      const middle = lasts[number] ?? 0;
      return [merged.subarray(starts[number], middle), merged.subarray(middle, starts[number + 1]).toReversed()];
    },
  };
}

/** The terms of a chunk that are in a range. Of its texts, only those between the boundaries around these are decoded. */
function termsInRange(
  { text, ends, boundaries }: ChunkTerms,
  { first, end }: TermRange,
): { readonly first: number; readonly texts: readonly string[] } {
  const from = boundaries.findLast(({ term }) => term <= first) ?? { index: 0, byte: 0 };
  const to = end === null ? undefined : boundaries.find(({ term }) => term >= end);
  const bytes = Buffer.from(text.buffer, text.byteOffset + from.byte, (to?.byte ?? text.length) - from.byte);
  const texts = bytes.toString().split('\n', (to?.index ?? ends.length) - from.index);
  const start = lowerBound(texts, first);
  return { first: from.index + start, texts: texts.slice(start, end === null ? undefined : lowerBound(texts, end)) };
}
