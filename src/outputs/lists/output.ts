// The pages of the paged lists, assembled from summaries that are rendered as the courses are read.
import { listFolder, pageFolders } from '../../api/layout.ts';
import type { CourseSummary } from '../../api/schemas.ts';
import { GatheredRecords, RecordsBuilder } from '../../storage/gather.ts';
import { namesIn } from '../../storage/index-files.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { membersIn } from '../../catalog/lists.ts';
import type { BuiltOutputs, Catalog, Output } from '../output.ts';
import { planPageTasks } from './planning/page-plan.ts';
import { listsRow, type ListsTypes } from './row.ts';
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
    const { pageSize, ...form } = input.settings;
    const names = namesIn(form);
    const { tasks, stay } = planPageTasks(input, {
      layout: input.catalog.layout,
      pageSize,
      recordsOf: ({ parts }, chunk) => parts.summaries(chunk),
      filesOf: (list, page) =>
        pageFolders(listFolder(list), page).flatMap((folder) => names.map((name) => `${folder}/${name}`)),
    });
    return {
      tasks: tasks.map((task) => {
        return { task, pages: task.runs.reduce((sum, { from, to }) => sum + to - from + 1, 0) };
      }),
      stay,
      finish: () => undefined,
    };
  },
  run: async (task, context) => writePages(task, context),
};

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
