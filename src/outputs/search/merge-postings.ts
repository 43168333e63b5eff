// Merges the postings of all chunks for the terms of a task. Counts first, so that memory has its final size: growing arrays take three times that.
import { lowerBound, startsOf } from '../../text/positions.ts';
import type { RunContext } from '../output.ts';
import type { ChunkTerms } from './chunk-terms.ts';
import type { SearchTypes, TermFilesTask, TermRange } from './declaration.ts';

interface MergedPostings {
  /** Ascending. */
  readonly terms: readonly string[];
  /** The ids of the courses that have a term in the title, and of those that have it elsewhere, ascending. */
  readonly postingsOf: (term: string) => readonly [inTitle: Float64Array, elsewhere: Float64Array];
}

/** The terms of a chunk that are in the ranges of the task: they follow one another. */
interface TermsInChunk {
  /** The index of the first in the chunk. */
  readonly first: number;
  /** Their numbers among the terms of all chunks. */
  readonly termNumbers: Uint32Array;
}

/** Merges the postings of the terms in the ranges of a task. */
export function mergePostings(
  { ids, offsets, ranges }: TermFilesTask,
  { collected, throwIfAborted }: Pick<RunContext<SearchTypes>, 'collected' | 'throwIfAborted'>,
): MergedPostings {
  const range = { first: ranges[0]?.first ?? '', end: ranges.at(-1)?.end ?? null };
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const found: TermsInChunk[] = [];
  for (const chunk of offsets.subarray(0, -1).keys()) {
    throwIfAborted();
    const terms = collected.terms(chunk);
    const { first, texts } = termsInRange(terms, range);
    const termNumbers = Uint32Array.from(texts, (text, index) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      const size = (terms.ends[first + index] ?? 0) - (terms.ends[first + index - 1] ?? 0);
      counts[number] = (counts[number] ?? 0) + size;
      return number;
    });
    found.push({ first, termNumbers });
  }
  const starts = startsOf(counts);
  const courses = new Uint32Array(starts.at(-1) ?? 0);
  // The courses of a term fill its part from both ends: from the start those that have it in the title.
  const [titleEnds, otherStarts] = [starts.slice(0, -1), starts.slice(1)];
  for (const [chunk, { first, termNumbers }] of found.entries()) {
    throwIfAborted();
    const { ends, postings } = collected.terms(chunk);
    const offset = offsets[chunk] ?? 0;
    let posting = ends[first - 1] ?? 0;
    for (const [index, number] of termNumbers.entries()) {
      let [titleEnd, otherStart] = [titleEnds[number] ?? 0, otherStarts[number] ?? 0];
      for (const end = ends[first + index] ?? 0; posting < end; posting += 1) {
        const value = postings[posting] ?? 0;
        const course = offset + (value >>> 1);
        if (value & 1) {
          otherStart -= 1;
          courses[otherStart] = course;
        } else {
          courses[titleEnd] = course;
          titleEnd += 1;
        }
      }
      [titleEnds[number], otherStarts[number]] = [titleEnd, otherStart];
    }
  }
  const idsOf = (part: Uint32Array) => {
    const idsOfTerm = Float64Array.from(part, (course) => ids[course] ?? 0);
    idsOfTerm.sort();
    return idsOfTerm;
  };
  return {
    terms: [...numbers.keys()].toSorted(),
    postingsOf(term) {
      const number = numbers.get(term) ?? 0;
      const middle = otherStarts[number];
      return [idsOf(courses.subarray(starts[number], middle)), idsOf(courses.subarray(middle, starts[number + 1]))];
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
