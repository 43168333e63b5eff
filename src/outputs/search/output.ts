// The search index: plans which of its files to write, and writes them.
import { dividedForTasks, GatheredRecords, RecordsBuilder } from '../../storage/gather.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import type { Output, RunContext } from '../output.ts';
import { searchChanges } from './changes.ts';
import { TermsBuilder, type TermMemo } from './chunk-terms.ts';
import { courseFilePath, searchIndexPath } from './format.ts';
import { planSearch } from './plan.ts';
import { searchRow, type CourseFilesTask, type SearchTypes } from './row.ts';
import { writeTermFiles } from './term-files.ts';

export const search: Output<SearchTypes> = {
  ...searchRow,
  collect({ renderer }) {
    const memo: TermMemo = new Map();
    const results = new RecordsBuilder();
    let terms = new TermsBuilder(memo);
    return {
      add({ course }, ordinal) {
        const { title, author, tags, provider, language, categories } = course;
        results.add(renderer.searchResult(course));
        const categoryNames = categories.map((index) => renderer.tree.names(index));
        const names = [renderer.providerName(provider), ...language.map(renderer.language), ...categoryNames];
        terms.add(ordinal, { title, others: [author, tags], names });
      },
      finish() {
        const found = terms.finish();
        terms = new TermsBuilder(memo);
        return { terms: found, boundaries: found.boundaries, results: results.finish() };
      },
    };
  },
  async plan({ catalog: { numbered }, chunks, settings: { pack }, before }) {
    const { ids, byId, offsets } = numbered;
    const all = Array.from({ length: chunks.count }, (_, chunk) => chunk);
    const earlier = before && {
      courses: before.kept.courses,
      boundaries: before.numbersNow.map((_, chunk) => before.chunks.parts.boundaries(chunk)),
      files: before.files,
      changes: searchChanges(before, chunks),
    };
    const { index, ranges, files, kept } = planSearch(ids, byId, all.map(chunks.parts.boundaries), earlier, pack);
    return {
      tasks: [
        ...dividedForTasks(ranges, ids.length).map((part) => ({ task: { terms: { ids, offsets, ranges: part } } })),
        ...dividedForTasks(files, ids.length).map((part) => ({ task: { courses: { files: part, offsets } } })),
      ],
      stay: kept,
      finish: () => index,
    };
  },
  async run(task, context) {
    if ('terms' in task) writeTermFiles(task.terms, context);
    else writeCourseFiles(task.courses, context);
  },
  *documents(_catalog, _site, built) {
    yield [searchIndexPath, JSON.stringify(built.of(searchRow)?.kept ?? null)];
  },
};

const results = new GatheredRecords();

function writeCourseFiles(
  { files, offsets }: CourseFilesTask,
  { files: writer, parts, throwIfAborted }: RunContext<SearchTypes>,
): void {
  results.gather(
    offsets,
    files.map(({ courses }) => courses),
    parts.results,
  );
  const text = new GrowingBytes();
  for (const { file, courses } of files) {
    throwIfAborted();
    text.clear();
    text.addText('[');
    results.addTo(text, courses);
    text.addText(']');
    text.addByte(lineEnd);
    writer.write(courseFilePath(file), text);
  }
}
