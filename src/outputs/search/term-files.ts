// Merges the terms of all chunks into term files of the search index, and writes them.
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import { lowerBound } from '../../text/positions.ts';
import type { RunContext } from '../output.ts';
import { postingsPath, maxPostings, termsPath } from './file-format.ts';
import type { SearchTypes, TermFilesTask } from './declaration.ts';
import { mergePostings } from './merge-postings.ts';

/** Characters of postings that are encoded at once. */
const partLength = 8192;

/** Writes the files of some ranges of terms, and separate files for the postings of very common terms. */
export function writeTermFiles(
  task: TermFilesTask,
  { writer, collected, throwIfAborted }: RunContext<SearchTypes>,
): void {
  const { terms, postingsOf } = mergePostings(task, { collected, throwIfAborted });
  const [file, postings] = [new GrowingBytes(), new GrowingBytes()];
  for (const { first, end } of task.ranges) {
    throwIfAborted();
    file.clear();
    file.addText('[');
    const termsOfFile = terms.slice(lowerBound(terms, first), end === null ? undefined : lowerBound(terms, end));
    for (const [index, term] of termsOfFile.entries()) {
      const [inTitle, elsewhere] = postingsOf(term);
      const count = inTitle.length + elsewhere.length;
      file.addText(`${index === 0 ? '' : ','}[${JSON.stringify(term)},`);
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
    file.addText(']');
    file.addByte(lineEnd);
    writer.write(termsPath(first), file);
  }
}

function addPostings(text: GrowingBytes, inTitle: Float64Array, elsewhere: Float64Array): void {
  addDeltas(text, inTitle);
  text.addText(',');
  addDeltas(text, elsewhere);
}

/** Adds ascending ids, delta-encoded, as JSON. */
function addDeltas(text: GrowingBytes, ids: Float64Array): void {
  let part = '[';
  let before = 0;
  for (const [index, id] of ids.entries()) {
    part += index === 0 ? id : `,${id - before}`;
    before = id;
    if (part.length < partLength) continue;
    text.addText(part);
    part = '';
  }
  text.addText(`${part}]`);
}
