// The pages of the paged lists, assembled from summaries that are rendered as the courses are read.
import { listFolder, pageFolders, pageOffsets } from '../../api/layout.ts';
import { pagesOf, type List } from '../../api/paging.ts';
import type { CourseSummary } from '../../api/schemas.ts';
import { startsOf } from '../../catalog/lists.ts';
import { chunksWith, GatheredRecords, RecordsBuilder } from '../../storage/gather.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { BuiltOutputs, Catalog, Output } from '../output.ts';
import { listKey, planPages } from './page-plan.ts';
import { listsRow, numbersPerPage, type ListsTypes, type PageRun } from './row.ts';
import { tasksById } from './tasks-by-id.ts';
import { unchangedCourses } from './unchanged-courses.ts';
import { coursesOf, writePages } from './write-pages.ts';

export const lists: Output<ListsTypes> = {
  ...listsRow,
  collect({ renderer }) {
    const summaries = new RecordsBuilder();
    return {
      add: ({ course }) => summaries.add(renderer.summary(course)),
      finish: () => ({ summaries: summaries.finish() }),
    };
  },
  async plan({ catalog, chunks, settings: { pageSize }, before, isMerge }) {
    const { layout, numbered } = catalog;
    const { offsets } = numbered;
    const firstPages = pageOffsets(layout, pageSize);
    const numbers = new Uint32Array(numbersPerPage * (firstPages.at(-1) ?? 0));
    const earlier = before && {
      ...before,
      unchanged: unchangedCourses<ListsTypes>(before, chunks, offsets, (of, chunk) => of.parts.summaries(chunk)),
      onStay: (then: number, now: number) => {
        const from = numbersPerPage * then;
        numbers.set(before.kept.subarray(from, from + numbersPerPage), numbersPerPage * now);
      },
    };
    const tasks = isMerge
      ? tasksById(layout, catalog.lists, numbered, pageSize)
      : planPages(layout, catalog.lists, pageSize, earlier);
    return {
      tasks: tasks.map((runs) => ({
        task: { runs, offsets },
        fields: ['summaries'],
        // A build from nothing reads nearly all for each task.
        chunks: before && chunksWith(offsets, coursesOn(runs, pageSize)),
        pages: runs.reduce((sum, { from, to }) => sum + to - from + 1, 0),
      })),
      stay: [],
      finish(done) {
        for (const [task, runs] of tasks.entries()) {
          let at = 0;
          for (const { index, from, to } of runs) {
            const length = numbersPerPage * (to - from + 1);
            const place = numbersPerPage * ((firstPages[index] ?? 0) + from - 1);
            numbers.set(done[task]?.subarray(at, at + length) ?? [], place);
            at += length;
          }
        }
        return numbers;
      },
    };
  },
  run: async (task, context) => writePages(task, context),
  goneFolders(last, now) {
    const pagesNow = new Map(now.layout.map((list) => [listKey(list), pagesOf(list.count, now.settings.pageSize)]));
    return last.layout.flatMap((list) => {
      const left = pagesNow.get(listKey(list));
      return lostFolders(list, left ?? 0, pagesOf(list.count, last.settings.pageSize), left === undefined);
    });
  },
};

/** The folders of the pages of a list after the first `left`, and its own if it is gone. */
function lostFolders(list: List, left: number, pages: number, isGone: boolean): string[] {
  const folder = listFolder(list);
  const lost = Array.from(
    { length: Math.max(0, pages - left) },
    (_, at) => pageFolders(folder, left + at + 1)[0] ?? '',
  );
  return isGone ? [folder, ...lost] : lost;
}

function* coursesOn(runs: readonly PageRun[], pageSize: number): Generator<number> {
  for (const run of runs) yield* coursesOf(run, pageSize);
}

/** The courses on page 1 of a list, by its number. */
export function firstPageOf(
  index: number,
  { lists: { counts, members }, numbered: { offsets } }: Catalog,
  built: BuiltOutputs,
  pageSize: number,
): CourseSummary[] {
  const start = startsOf(counts)[index] ?? 0;
  const courses = members.subarray(start, start + Math.min(pageSize, counts[index] ?? 0));
  const { chunks } = built.of(listsRow) ?? {};
  if (!chunks || courses.length === 0) return [];
  const summaries = new GatheredRecords();
  summaries.gather(offsets, [courses], chunks.parts.summaries);
  const text = new GrowingBytes();
  summaries.addTo(text, courses);
  return JSON.parse(`[${text.buffer.toString('utf8', 0, text.length)}]`);
}
