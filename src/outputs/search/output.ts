// The search index: plans which of its files to write, and writes them.
import { setImmediate } from 'node:timers/promises';
import { chunksWith, GatheredRecords, RecordsBuilder } from '../../storage/gather.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import type { Output, RunContext } from '../output.ts';
import { searchChanges } from './changes.ts';
import { TermsBuilder, type TermMemo } from './chunk-terms.ts';
import { coursesPath, searchIndexPath } from './format.ts';
import { planSearch } from './plan.ts';
import { searchRow, type CourseFile, type CourseFilesTask, type SearchTypes } from './row.ts';
import { writeTermFiles } from './term-files.ts';

/** Few tasks of each kind with many files each, as every one reads the terms or the results of nearly all chunks. */
const [minTasks, minFilesPerTask] = [4, 32];

/** With more courses, more tasks need less memory at a time. */
const coursesPerTask = 50_000;

export const search: Output<SearchTypes> = {
  ...searchRow,
  collect({ renderer }) {
    const memo: TermMemo = new Map();
    const results = new RecordsBuilder();
    let terms = new TermsBuilder(memo);
    return {
      add({ course }, ordinal) {
        const { title, author, tags, provider } = course;
        results.add(renderer.searchResult(course));
        terms.add(ordinal, { title, others: [author, tags, renderer.providerName(provider)] });
      },
      finish() {
        const found = terms.finish();
        terms = new TermsBuilder(memo);
        return { terms: found, boundaries: found.boundaries, results: results.finish() };
      },
    };
  },
  async plan({ catalog: { numbered }, chunks, settings: { pack }, before }) {
    // Workers begin the tasks that others have queued while this thread plans.
    await setImmediate();
    const { ids, byId, offsets } = numbered;
    const all = Array.from({ length: chunks.count }, (_, chunk) => chunk);
    const changes = before && searchChanges(before, chunks, ids.length);
    const earlier = changes && {
      courses: before.kept.courses,
      boundaries: before.numbersNow.map((_, chunk) => before.chunks.parts.boundaries(chunk)),
      files: before.files,
      changes,
    };
    const { index, ranges, files, kept } = planSearch(ids, byId, all.map(chunks.parts.boundaries), earlier, pack);
    const idsOfChunks = all.map((chunk) => chunks.columns(chunk).ids);
    const tasks = Math.max(minTasks, Math.ceil(ids.length / coursesPerTask));
    return {
      tasks: [
        ...divided(ranges, tasks).map((part) => {
          return { task: { terms: { ids: idsOfChunks, ranges: part } }, fields: ['terms'] } as const;
        }),
        ...divided(files, tasks).map((part) => {
          return {
            task: { courses: { files: part, offsets } },
            fields: ['results'],
            chunks: before && chunksWith(offsets, coursesIn(part)),
          } as const;
        }),
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
    writer.write(coursesPath(file), text);
  }
}

function* coursesIn(files: readonly CourseFile[]): Generator<number> {
  for (const { courses } of files) yield* courses;
}

/** Divides an array into some parts, none of them empty. */
function divided<T>(all: readonly T[], parts: number): T[][] {
  const size = Math.max(minFilesPerTask, Math.ceil(all.length / parts));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
