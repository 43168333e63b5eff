// The search index: its terms and results, collected, and its files, written.
import { GatheredTexts, CourseTextsBuilder } from '../../storage/course-texts.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import type { Output, RunContext } from '../output.ts';
import { TermsBuilder, type TermMemo } from './chunk-terms.ts';
import { courseFilePath, fileNumberBitsFor, searchIndexPath, type SearchIndex } from './file-format.ts';
import { searchTasks, termRanges } from './tasks.ts';
import { searchDeclaration, type SearchCoursesTask, type SearchTypes } from './declaration.ts';
import { writeTermFiles } from './term-files.ts';

export const search: Output<SearchTypes> = {
  ...searchDeclaration,
  collect({ renderer }) {
    const memo: TermMemo = new Map();
    const results = new CourseTextsBuilder();
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
        const finished = terms.finish();
        terms = new TermsBuilder(memo);
        return { terms: finished, boundaries: finished.boundaries, results: results.finish() };
      },
    };
  },
  tasks: searchTasks,
  async run(task, context) {
    if ('terms' in task) writeTermFiles(task.terms, context);
    else writeCourseFiles(task.courses, context);
  },
  *files({ numbering: { ids } }, { features }, built) {
    const { chunks } = built.of(searchDeclaration) ?? {};
    const firsts = (chunks ? termRanges(chunks) : []).map(({ first }) => first);
    const { length: courses } = ids;
    const index: SearchIndex = { courses, pages: features.coursePages, bits: fileNumberBitsFor(courses), firsts };
    yield [searchIndexPath, JSON.stringify(index)];
  },
};

const results = new GatheredTexts();

function writeCourseFiles(
  { files, offsets }: SearchCoursesTask,
  { writer, collected, throwIfAborted }: RunContext<SearchTypes>,
): void {
  results.gather(
    offsets,
    files.map(({ courses }) => courses),
    collected.results,
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
