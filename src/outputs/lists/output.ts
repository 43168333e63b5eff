// The pages of the paged lists, assembled from summaries that are rendered as the courses are read.
import { apiListFolder, apiPageFolders } from '../../api/lists.ts';
import { pageCount, renderEnvelope, type List } from '../../api/paging.ts';
import type { CourseSummary } from '../../api/schemas.ts';
import { GatheredTexts, CourseTextsBuilder } from '../../storage/course-texts.ts';
import { namesIn } from '../../storage/index-files.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { membersIn } from '../../catalog/membership.ts';
import type { BuiltOutputs, Catalog, Output, RunContext } from '../output.ts';
import { planPageTasks } from '../shared/pages/page-plan.ts';
import { gatheredPages, type PageTask } from '../shared/pages/page-task.ts';
import { listsDeclaration, type ListsTypes } from './declaration.ts';

export const lists: Output<ListsTypes> = {
  ...listsDeclaration,
  collect({ renderer }) {
    const texts = new CourseTextsBuilder();
    return {
      add: ({ course }) => texts.add(renderer.summary(course)),
      finish: () => ({ summaries: texts.finish() }),
    };
  },
  async plan(input) {
    const { pageSize, ...indexFileOptions } = input.taskSettings;
    const names = namesIn(indexFileOptions);
    const { tasks, staying } = planPageTasks(input, {
      pageSize,
      textsOf: ({ collected }, chunk) => collected.summaries(chunk),
      hasPages: (_list): _list is List => true,
      filesOf: (list, page) =>
        apiPageFolders(apiListFolder(list), page).flatMap((folder) => names.map((name) => `${folder}/${name}`)),
    });
    return {
      tasks: tasks.map((task) => {
        return { task, pages: task.runs.reduce((sum, { from, to }) => sum + to - from + 1, 0) };
      }),
      staying,
      finish: () => undefined,
    };
  },
  run: async (task, context) => writePages(task, context),
};

const summaries = new GatheredTexts();

function writePages(task: PageTask, context: RunContext<ListsTypes>): undefined {
  const { taskSettings, apiWriter, collected, throwIfAborted } = context;
  const { pageSize } = taskSettings;
  const text = new GrowingBytes();
  for (const { run, page, courses } of gatheredPages(task, pageSize, summaries, collected.summaries)) {
    throwIfAborted();
    const { head, tail } = renderEnvelope(run.list, page, pageCount(run.list.count, pageSize), taskSettings);
    text.clear();
    text.addText(head);
    summaries.addTo(text, courses);
    text.addText(tail);
    apiWriter.writeIndex(text, ...apiPageFolders(apiListFolder(run.list), page));
  }
}

/** The courses on page 1 of a list, by its number. */
export function firstPageOf(
  index: number,
  { membership, numbering: { offsets } }: Catalog,
  built: BuiltOutputs,
  pageSize: number,
): CourseSummary[] {
  const courses = membersIn(membership)(index).subarray(0, pageSize);
  const { chunks } = built.of(listsDeclaration) ?? {};
  if (!chunks || courses.length === 0) return [];
  const gathered = new GatheredTexts();
  gathered.gather(offsets, [courses], chunks.collected.summaries);
  const text = new GrowingBytes();
  gathered.addTo(text, courses);
  return JSON.parse(`[${text.bytes.toString()}]`);
}
