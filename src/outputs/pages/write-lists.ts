// Writes the lists of course pages, around rows that are rendered as the courses are read.
import { pageCount } from '../../api/paging.ts';
import type { CourseNumbering } from '../../catalog/membership.ts';
import { lowerBound } from '../../text/positions.ts';
import { GatheredTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { Markup } from '../../text/markup.ts';
import type { RunContext } from '../output.ts';
import { gatheredPages } from '../shared/pages/page-task.ts';
import { frameOptionsOf, openFrame } from '../frame/frame.ts';
import { itemsPerPage, listPage, rowStartIn } from './list-pages.ts';
import { pathToRoot } from '../shared/page-paths.ts';
import { pageFileIn, listPageFolder } from './paths.ts';
import { localizedList, noRelatedLists } from './list-hierarchy.ts';
import type { PagesTypes, ListsTask } from './declaration.ts';

/** The numbers of the pages of a list, or of a list of lists. */
export function pageNumbers(count: number): number[] {
  return Array.from({ length: pageCount(count, itemsPerPage) }, (_, index) => index + 1);
}

/** The rows of some courses, each after its `start`. */
export function rowsOf(
  courses: readonly { readonly id: number }[],
  { ids, byId, offsets }: CourseNumbering,
  load: Parameters<GatheredTexts['gather']>[2],
  start: string,
): Markup {
  const ascending = Float64Array.from(byId, (course) => ids[course] ?? 0);
  const numbers = Uint32Array.from(courses, ({ id }) => byId[lowerBound(ascending, id)] ?? 0);
  const gathered = new GatheredTexts();
  gathered.gather(offsets, [numbers], load);
  const rowTexts = Array.from(numbers, (course) => Buffer.from(gathered.textOf(course)).toString());
  return new Markup(rowTexts.map((row) => `${start}${row}\n`).join(''));
}

/** With course pages, rows begin with it. */
function linkhashIn(row: Uint8Array): string {
  return Buffer.from(row.buffer, row.byteOffset, row.length).toString('latin1', 0, 32);
}

const rows = new GatheredTexts();

export function writeListPages(task: ListsTask, context: RunContext<PagesTypes>): [] {
  const { site, writer, collected, throwIfAborted } = context;
  const frame = openFrame(frameOptionsOf(site));
  const related = new Map(task.runs.map((run, index) => [run, task.related[index]]));
  const text = new GrowingBytes();
  for (const { run, page, courses } of gatheredPages(task, itemsPerPage, rows, collected.rows)) {
    throwIfAborted();
    const list = localizedList(frame, run.list);
    const linkhashes = Array.from(courses, (course) => linkhashIn(rows.textOf(course)));
    const shown = { list, page, linkhashes };
    const { head, tail } = listPage(shown, related.get(run) ?? noRelatedLists, frame);
    text.clear();
    text.addText(head);
    if (courses.length > 0) {
      const start = rowStartIn(frame.options, pathToRoot(listPageFolder(run.list, page)));
      text.addText(start);
      rows.addTo(text, courses, Buffer.from(`\n${start}`));
      text.addText('\n');
    }
    text.addText(tail);
    writer.write(pageFileIn(listPageFolder(run.list, page)), text);
  }
  return [];
}
