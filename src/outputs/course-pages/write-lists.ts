// Writes the lists of course pages, around rows that are rendered as the courses are read.
import { pageCount } from '../../api/paging.ts';
import { GatheredTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { coursesOf } from '../lists/row.ts';
import type { RunContext } from '../output.ts';
import { openFrame } from '../static-pages/frame.ts';
import { itemsPerPage, listPage, rowEnd } from './list-pages.ts';
import { pageFileIn, listPageFolder } from './paths.ts';
import { localizedList, noSurroundings } from './surroundings.ts';
import type { CoursePagesTypes, ListsTask } from './row.ts';

/** The numbers of the pages of a list, or of a list of lists. */
export function pageNumbers(count: number): number[] {
  return Array.from({ length: pageCount(count, itemsPerPage) }, (_, index) => index + 1);
}

const rows = new GatheredTexts();

export function writeListPages({ runs, offsets, around }: ListsTask, context: RunContext<CoursePagesTypes>): void {
  const { taskSettings, siteWriter, parts, throwIfAborted } = context;
  const frame = openFrame(taskSettings);
  rows.gather(
    offsets,
    runs.map((run) => coursesOf(run, itemsPerPage)),
    parts.rows,
  );
  const text = new GrowingBytes();
  for (const [index, { list, members, from, to }] of runs.entries()) {
    for (let page = from; page <= to; page += 1) {
      throwIfAborted();
      const { head, tail, rowStart } = listPage(
        localizedList(frame, list),
        page,
        around[index] ?? noSurroundings,
        frame,
      );
      const courses = coursesOf({ members, from: page, to: page }, itemsPerPage);
      text.clear();
      text.addText(head);
      if (courses.length > 0) {
        text.addText(rowStart);
        rows.addTo(text, courses, Buffer.from(rowEnd + rowStart));
        text.addText(rowEnd);
      }
      text.addText(tail);
      siteWriter.write(pageFileIn(listPageFolder(list, page)), text);
    }
  }
}
