// Merges the terms of all chunks into term files of the search index, and writes them.
import { lowerBound } from '../../text/positions.ts';
import type { RunContext } from '../output.ts';
import type { ChunkTerms } from './chunk-terms.ts';
import { postingsPath, maxPostings, termsPath } from './file-format.ts';
import type { SearchTypes, TermFilesTask, TermRange } from './declaration.ts';

/** The ids of the courses that have a term in the title, and of those that have it elsewhere. */
type MergedPostings = readonly [inTitle: number[], elsewhere: number[]];

/** Writes the files of some ranges of terms, and separate files for the postings of very common terms. */
export function writeTermFiles(
  { ids, offsets, ranges }: TermFilesTask,
  { writer, collected, throwIfAborted }: RunContext<SearchTypes>,
): void {
  const merged = new Map<string, MergedPostings>();
  const spans = spansOf(ranges);
  for (const [chunk, start] of offsets.subarray(0, -1).entries()) {
    throwIfAborted();
    const terms = collected.terms(chunk);
    const idsOfChunk = ids.subarray(start, offsets[chunk + 1]);
    for (const span of spans) merge(terms, span, idsOfChunk, merged);
  }
  const terms = [...merged.keys()].toSorted();
  for (const { first, end } of ranges) {
    throwIfAborted();
    const termsOfFile = terms.slice(lowerBound(terms, first), end === null ? undefined : lowerBound(terms, end));
    const entries = termsOfFile.map((term) => {
      const [inTitle, elsewhere] = merged.get(term) ?? [[], []];
      const count = inTitle.length + elsewhere.length;
      const postings = `${deltas(inTitle)},${deltas(elsewhere)}`;
      if (count <= maxPostings) return `[${JSON.stringify(term)},${postings}]`;
      writer.write(postingsPath(first, term), `[${postings}]`);
      return `[${JSON.stringify(term)},${count}]`;
    });
    writer.write(termsPath(first), `[${entries.join(',')}]`);
  }
}

/** Ascending ranges, those that follow one another as one. */
function spansOf(ranges: readonly TermRange[]): TermRange[] {
  const spans: TermRange[] = [];
  for (const range of ranges) {
    const last = spans.at(-1);
    if (last?.end === range.first) spans[spans.length - 1] = { first: last.first, end: range.end };
    else spans.push(range);
  }
  return spans;
}

/** Adds the postings of the terms of a chunk that are in a span. Of its texts, only those between the boundaries around these are decoded. */
function merge(
  { text, ends, postings, boundaries }: ChunkTerms,
  { first, end }: TermRange,
  ids: Float64Array,
  merged: Map<string, MergedPostings>,
): void {
  const from = boundaries.findLast(({ term }) => term <= first) ?? { index: 0, byte: 0 };
  const to = end === null ? undefined : boundaries.find(({ term }) => term >= end);
  const bytes = Buffer.from(text.buffer, text.byteOffset + from.byte, (to?.byte ?? text.length) - from.byte);
  const terms = bytes.toString().split('\n', (to?.index ?? ends.length) - from.index);
  let offset = ends[from.index - 1] ?? 0;
  for (const [index, term] of terms.entries()) {
    const last = ends[from.index + index] ?? 0;
    if (term >= first && (end === null || term < end)) {
      const found = merged.get(term) ?? [[], []];
      merged.set(term, found);
      for (; offset < last; offset += 1) {
        const posting = postings[offset] ?? 0;
        (found[posting & 1] ?? []).push(ids[posting >>> 1] ?? 0);
      }
    }
    offset = last;
  }
}

/** Ids in ascending order, delta-encoded, as JSON. */
function deltas(ids: number[]): string {
  let isAscending = true;
  for (let index = 1; index < ids.length && isAscending; index += 1)
    isAscending = (ids[index - 1] ?? 0) < (ids[index] ?? 0);
  if (!isAscending) ids.sort((a, b) => a - b);
  let text = '[';
  let before = 0;
  for (const [index, id] of ids.entries()) {
    text += index === 0 ? id : `,${id - before}`;
    before = id;
  }
  return `${text}]`;
}
