// Writes the lists of course pages, around rows that are rendered as the courses are read.
import { pageCount } from '../../api/paging.ts';
import { GatheredTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { RunContext } from '../output.ts';
import { gatheredPages } from '../shared/pages/page-task.ts';
import { frameOptionsOf, openFrame } from '../static-pages/frame.ts';
import { itemsPerPage, listPage, rowEnd } from './list-pages.ts';
import { pageFileIn, listPageFolder } from './paths.ts';
import { localizedList, noRelatedLists } from './list-hierarchy.ts';
import type { CoursePagesTypes, ListsTask } from './declaration.ts';

/** The numbers of the pages of a list, or of a list of lists. */
export function pageNumbers(count: number): number[] {
  return Array.from({ length: pageCount(count, itemsPerPage) }, (_, index) => index + 1);
}

const rows = new GatheredTexts();

export function writeListPages(task: ListsTask, context: RunContext<CoursePagesTypes>): [] {
  const { site, writer, collected, throwIfAborted } = context;
  const frame = openFrame(frameOptionsOf(site));
  const related = new Map(task.runs.map((run, index) => [run, task.related[index]]));
  const text = new GrowingBytes();
  for (const { run, page, courses } of gatheredPages(task, itemsPerPage, rows, collected.rows)) {
    throwIfAborted();
    const list = localizedList(frame, run.list);
    const { head, tail, rowStart } = listPage(list, page, related.get(run) ?? noRelatedLists, frame);
    text.clear();
    text.addText(head);
    if (courses.length > 0) {
      text.addText(rowStart);
      rows.addTo(text, courses, Buffer.from(rowEnd + rowStart));
      text.addText(rowEnd);
    }
    text.addText(tail);
    writer.write(pageFileIn(listPageFolder(run.list, page)), text);
  }
  return [];
}
