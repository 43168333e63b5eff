// The pages of the paged lists, assembled from summaries that are rendered as the courses are read.
import { apiListFolder, apiPageFolders } from '../../api/lists.ts';
import { pageCount, renderEnvelope, type List } from '../../api/paging.ts';
import type { CourseSummary } from '../../api/records.ts';
import { GatheredTexts, CourseTextsBuilder } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { membersIn } from '../../catalog/membership.ts';
import type { BuiltOutputs, Catalog, Output, RunContext } from '../output.ts';
import { pageTasks } from '../shared/pages/page-tasks.ts';
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
  tasks: ({ catalog, site }) => pageTasks(catalog, site.options.pageSize, (_list): _list is List => true),
  run: async (task, context) => writePages(task, context),
};

const summaries = new GatheredTexts();

function writePages(task: PageTask, context: RunContext<ListsTypes>): undefined {
  const { writer, collected, throwIfAborted } = context;
  const { options } = context.site;
  const { pageSize } = options;
  const text = new GrowingBytes();
  for (const { run, page, courses } of gatheredPages(task, pageSize, summaries, collected.summaries)) {
    throwIfAborted();
    const { head, tail } = renderEnvelope(run.list, page, pageCount(run.list.count, pageSize), options);
    text.clear();
    text.addText(head);
    summaries.addTo(text, courses);
    text.addText(tail);
    writer.writeResponse(text, ...apiPageFolders(apiListFolder(run.list), page));
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
