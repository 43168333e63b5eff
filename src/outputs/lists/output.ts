// The pages of the paged lists, assembled from summaries that are rendered as the courses are read.
import { listFolder, pageFolders } from '../../api/layout.ts';
import { pageCount, renderEnvelope } from '../../api/paging.ts';
import type { CourseSummary } from '../../api/schemas.ts';
import { GatheredTexts, CourseTextsBuilder } from '../../storage/course-texts.ts';
import { namesIn } from '../../storage/index-files.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { membersIn } from '../../catalog/lists.ts';
import type { BuiltOutputs, Catalog, Output, RunContext } from '../output.ts';
import { planPageTasks } from './planning/page-plan.ts';
import { coursesOf, listsRow, type ListsTypes, type PageTask } from './row.ts';

export const lists: Output<ListsTypes> = {
  ...listsRow,
  collect({ renderer }) {
    const records = new CourseTextsBuilder();
    return {
      add: ({ course }) => records.add(renderer.summary(course)),
      finish: () => ({ summaries: records.finish() }),
    };
  },
  async plan(input) {
    const { pageSize, ...form } = input.taskSettings;
    const names = namesIn(form);
    const { tasks, stay } = planPageTasks(input, {
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

const summaries = new GatheredTexts();

function writePages({ runs, offsets }: PageTask, context: RunContext<ListsTypes>): undefined {
  const { taskSettings, apiWriter, parts, throwIfAborted } = context;
  const { pageSize } = taskSettings;
  summaries.gather(
    offsets,
    runs.map((run) => coursesOf(run, pageSize)),
    parts.summaries,
  );
  const text = new GrowingBytes();
  for (const { list, members, from, to } of runs) {
    const folder = listFolder(list);
    const pages = pageCount(list.count, pageSize);
    for (let page = from; page <= to; page += 1) {
      throwIfAborted();
      const { head, tail } = renderEnvelope(list, page, pages, taskSettings);
      text.clear();
      text.addText(head);
      summaries.addTo(text, coursesOf({ members, from: page, to: page }, pageSize));
      text.addText(tail);
      apiWriter.writeIndex(text, ...pageFolders(folder, page));
    }
  }
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
  const gathered = new GatheredTexts();
  gathered.gather(offsets, [courses], chunks.parts.summaries);
  const text = new GrowingBytes();
  gathered.addTo(text, courses);
  return JSON.parse(`[${text.bytes.toString()}]`);
}
