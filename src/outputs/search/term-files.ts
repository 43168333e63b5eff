// Merges the terms of all chunks into term files of the search index, and writes them.
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
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
  const [file, postings] = [new GrowingBytes(), new GrowingBytes()];
  for (const { first, end } of ranges) {
    throwIfAborted();
    file.clear();
    const termsOfFile = terms.slice(lowerBound(terms, first), end === null ? undefined : lowerBound(terms, end));
    for (const [index, term] of termsOfFile.entries()) {
      const [inTitle, elsewhere] = merged.get(term) ?? [[], []];
      const count = inTitle.length + elsewhere.length;
      file.addText(`${index === 0 ? '[' : ','}[${JSON.stringify(term)},`);
      if (count <= maxPostings) addPostings(file, inTitle, elsewhere);
      else {
        postings.clear();
        postings.addText('[');
        addPostings(postings, inTitle, elsewhere);
        postings.addText(']');
        postings.addByte(lineEnd);
        writer.write(postingsPath(first, term), postings);
        file.addText(String(count));
      }
      file.addText(']');
    }
    file.addText(termsOfFile.length === 0 ? '[]' : ']');
    file.addByte(lineEnd);
    writer.write(termsPath(first), file);
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

function addPostings(text: GrowingBytes, inTitle: number[], elsewhere: number[]): void {
  addDeltas(text, inTitle);
  text.addText(',');
  addDeltas(text, elsewhere);
}

/** Adds ids in ascending order, delta-encoded, as JSON. */
function addDeltas(text: GrowingBytes, ids: number[]): void {
  let isAscending = true;
  for (let index = 1; index < ids.length && isAscending; index += 1)
    isAscending = (ids[index - 1] ?? 0) < (ids[index] ?? 0);
  if (!isAscending) ids.sort((a, b) => a - b);
  text.addText('[');
  let before = 0;
  for (const [index, id] of ids.entries()) {
    text.addText(index === 0 ? String(id) : `,${id - before}`);
    before = id;
  }
  text.addText(']');
}
