// The pages of the paged lists, assembled from summaries that are rendered as the courses are read.
import { listFolder, pageFolders, pageOffsets } from '../../api/layout.ts';
import { pageCount, type List } from '../../api/paging.ts';
import type { CourseSummary } from '../../api/schemas.ts';
import { GatheredRecords, RecordsBuilder } from '../../storage/gather.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { membersIn } from '../../catalog/lists.ts';
import type { BuiltOutputs, Catalog, Output } from '../output.ts';
import { listKey, planPageTasks } from './planning/page-plan.ts';
import { listsRow, numbersPerPage, type ListsTypes } from './row.ts';
import { writePages } from './write-pages.ts';

export const lists: Output<ListsTypes> = {
  ...listsRow,
  collect({ renderer }) {
    const summaries = new RecordsBuilder();
    return {
      add: ({ course }) => summaries.add(renderer.summary(course)),
      finish: () => ({ summaries: summaries.finish() }),
    };
  },
  async plan(input) {
    const { layout } = input.catalog;
    const { pageSize } = input.settings;
    const firstPages = pageOffsets(layout, pageSize);
    const numbers = new Uint32Array(numbersPerPage * (firstPages.at(-1) ?? 0));
    const planned = planPageTasks(input, {
      layout,
      pageSize,
      recordsOf: ({ parts }, chunk) => parts.summaries(chunk),
      onStay(then, now) {
        const from = numbersPerPage * then;
        numbers.set(input.before?.kept.subarray(from, from + numbersPerPage) ?? [], numbersPerPage * now);
      },
    });
    return {
      tasks: planned.map((task) => {
        return { task, pages: task.runs.reduce((sum, { from, to }) => sum + to - from + 1, 0) };
      }),
      stay: [],
      finish(done) {
        for (const [task, { runs }] of planned.entries()) {
          let read = 0;
          for (const { index, from, to } of runs) {
            const length = numbersPerPage * (to - from + 1);
            const place = numbersPerPage * ((firstPages[index] ?? 0) + from - 1);
            numbers.set(done[task]?.subarray(read, read + length) ?? [], place);
            read += length;
          }
        }
        return numbers;
      },
    };
  },
  run: async (task, context) => writePages(task, context),
  goneFolders(last, now) {
    const pagesNow = new Map(now.layout.map((list) => [listKey(list), pageCount(list.count, now.settings.pageSize)]));
    return last.layout.flatMap((list) => {
      const left = pagesNow.get(listKey(list));
      return lostFolders(list, left ?? 0, pageCount(list.count, last.settings.pageSize), left === undefined);
    });
  },
};

/** The folders of the pages of a list after the first `left`, and its own if it is gone. */
function lostFolders(list: List, left: number, pages: number, isGone: boolean): string[] {
  const folder = listFolder(list);
  const length = Math.max(0, pages - left);
  const lost = Array.from({ length }, (_, index) => pageFolders(folder, left + index + 1)[0] ?? '');
  return isGone ? [folder, ...lost] : lost;
}

/** The courses on page 1 of a list, by its number. */
export function firstPageOf(
  index: number,
  { lists: all, numbered: { offsets } }: Catalog,
  built: BuiltOutputs,
  pageSize: number,
): CourseSummary[] {
  const courses = membersIn(all)(index).subarray(0, pageSize);
  const { chunks } = built.of(listsRow) ?? {};
  if (!chunks || courses.length === 0) return [];
  const summaries = new GatheredRecords();
  summaries.gather(offsets, [courses], chunks.parts.summaries);
  const text = new GrowingBytes();
  summaries.addTo(text, courses);
  return JSON.parse(`[${text.bytes.toString()}]`);
}
