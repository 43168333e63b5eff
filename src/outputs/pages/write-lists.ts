// Writes the pages of lists and of all courses, around rows that are rendered as the courses are read.
import { pageCount } from '../../api/paging.ts';
import type { ChunkOffsets } from '../../catalog/membership.ts';
import { GatheredTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { Markup } from '../../text/markup.ts';
import type { RunContext } from '../output.ts';
import { gatheredPages } from '../shared/pages/page-task.ts';
import { frameOptionsOf, openFrame } from '../frame/frame.ts';
import { coursesPage } from './courses-pages.ts';
import { itemsPerPage, listPage, rowStartIn, type PageAroundRows } from './list-pages.ts';
import { pathToRoot } from '../shared/page-paths.ts';
import { pageFileIn, listPageFolder } from './paths.ts';
import { noRelatedLists } from './list-hierarchy.ts';
import type { CoursesTask, ListsTask, PagesTypes } from './declaration.ts';

/** The numbers of the pages of a list, or of a list of lists. */
export function pageNumbers(count: number): number[] {
  return Array.from({ length: pageCount(count, itemsPerPage) }, (_, index) => index + 1);
}

const rows = new GatheredTexts();

/** The linkhashes of courses whose rows are gathered: with course pages, rows begin with them. */
function linkhashesOf(courses: Uint32Array): string[] {
  return Array.from(courses, (course) => {
    const row = rows.textOf(course);
    return Buffer.from(row.buffer, row.byteOffset, row.length).toString('latin1', 0, 32);
  });
}

export function writeListPages(task: ListsTask, context: RunContext<PagesTypes>): [] {
  const { site, writer, collected, throwIfAborted } = context;
  const frame = openFrame(frameOptionsOf(site));
  const related = new Map(task.runs.map((run, index) => [run, task.related[index]]));
  const text = new GrowingBytes();
  for (const { run, page, courses } of gatheredPages(task, itemsPerPage, rows, collected.rows)) {
    throwIfAborted();
    const linkhashes = linkhashesOf(courses);
    const around = listPage({ list: run.list, page, linkhashes }, related.get(run) ?? noRelatedLists, frame);
    const folder = listPageFolder(run.list, page);
    addRows(text, courses, around, rowStartIn(frame.options, pathToRoot(folder)));
    writer.write(pageFileIn(folder), text);
  }
  return [];
}

export function writeCoursesPages(task: CoursesTask, context: RunContext<PagesTypes>): [] {
  const { coursesPages, offsets } = task;
  const { site, writer, collected, throwIfAborted } = context;
  const frame = openFrame(frameOptionsOf(site));
  const text = new GrowingBytes();
  rows.gather(
    offsets,
    coursesPages.map(({ courses }) => courses),
    collected.rows,
  );
  for (const page of coursesPages) {
    throwIfAborted();
    const { folder, courses } = page;
    const around = coursesPage(page, linkhashesOf(courses), task, frame);
    addRows(text, courses, around, rowStartIn(frame.options, pathToRoot(folder)));
    writer.write(pageFileIn(folder), text);
  }
  return [];
}

/** The rows of some courses, each after its `start`. */
export function rowsOf(
  courses: Uint32Array,
  offsets: ChunkOffsets,
  load: Parameters<GatheredTexts['gather']>[2],
  start: string,
): Markup {
  const gathered = new GatheredTexts();
  gathered.gather(offsets, [courses], load);
  const texts = Array.from(courses, (course) => Buffer.from(gathered.textOf(course)).toString());
  return new Markup(texts.map((row) => `${start}${row}\n`).join(''));
}

/** Replaces the text by a page with rows, each of which begins with `start`. */
function addRows(text: GrowingBytes, courses: Uint32Array, { head, tail }: PageAroundRows, start: string): void {
  text.clear();
  text.addText(head);
  if (courses.length > 0) {
    text.addText(start);
    rows.addTo(text, courses, Buffer.from(`\n${start}`));
    text.addText('\n');
  }
  text.addText(tail);
}
