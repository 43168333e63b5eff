// The pages of all courses, newest first. They are numbered from the oldest, so that a new course changes the first of them alone.
import { addressOf, pageSegment } from '../../api/routes.ts';
import { html } from '../../text/html.ts';
import { calendarLinks } from '../calendar/links.ts';
import { feedPaths } from '../frame/feed-address.ts';
import type { Frame } from '../frame/frame.ts';
import { coursePagesFolder, pathToRoot } from '../shared/page-paths.ts';
import { countsInWords, type CatalogCounts } from './catalog-counts.ts';
import { embedCode } from './embed-code.ts';
import {
  asJson,
  courseList,
  gap,
  itemList,
  itemsPerPage,
  pager,
  splitAtRows,
  type PageAroundRows,
} from './list-pages.ts';

/** A page, and those before and after it, by their folders. */
export interface CoursesPage {
  /** Undefined for the first, which has the newest courses. */
  readonly number: number | undefined;
  readonly folder: string;
  readonly newer: string | undefined;
  readonly older: string | undefined;
  /** The numbers of its courses, newest first. */
  readonly courses: Uint32Array;
}

/** What the first page says of the whole catalog. */
export interface WholeCatalog {
  readonly counts: CatalogCounts;
  readonly hasCalendar: boolean;
}

/** The fewest courses on the first page, if others follow. It is also where searches begin: what is on it is loaded with each of them. */
const fewestOnFirst = 20;

/** Divides courses, newest first, among pages. Those that fill no page are on the first, with the newest full page if they are too few. */
export function coursesPages(newest: Uint32Array): CoursesPage[] {
  const numbered = Math.max(0, Math.floor((newest.length - fewestOnFirst) / itemsPerPage));
  const folderOf = (number: number) => coursesFolder(number > numbered ? undefined : number);
  return Array.from({ length: numbered + 1 }, (_, index): CoursesPage => {
    const number = numbered + 1 - index;
    const end = newest.length - (number - 1) * itemsPerPage;
    return {
      number: index === 0 ? undefined : number,
      folder: folderOf(number),
      newer: index === 0 ? undefined : folderOf(number + 1),
      older: number === 1 ? undefined : folderOf(number - 1),
      courses: newest.subarray(index === 0 ? 0 : end - itemsPerPage, end),
    };
  });
}

/** The page around its rows. Of the catalog as a whole the first page alone says something. */
export function coursesPage(
  { number, folder, newer, older, courses }: CoursesPage,
  linkhashes: readonly string[],
  { counts, hasCalendar }: WholeCatalog,
  frame: Frame,
): PageAroundRows {
  const { locale, options } = frame;
  const { text } = locale;
  const up = pathToRoot(folder);
  const [name, summary] = [text('nav.courses'), text('pages.coursesOf', { title: options.title })];
  const isFirst = number === undefined;
  const under = isFirst ? countsInWords(counts, locale) : text('pages.page', { page: number });
  const toPage = (other: string | undefined) => (other === undefined ? undefined : up + other);
  const pageLinks = pager({ previous: toPage(newer), next: toPage(older) }, locale);
  const list =
    courses.length === 0
      ? html`<p class="empty">${text('empty.courses')}</p>${gap}\n`
      : courseList({ action: up + coursesFolder(undefined) }, [gap], pageLinks, locale);
  const feed = html`<link rel="alternate" type="application/atom+xml" title="${text('pages.feedAtom', { title: options.title })}" href="${up}${feedPaths.atom}">\n`;
  const calendar = isFirst && hasCalendar ? [calendarLinks(up, options.title, locale)] : [];
  const embed =
    isFirst && courses.length > 0 ? [embedCode(folder, { name: summary, attributes: [] }, options, locale)] : [];
  const pageText = frame.page(folder, {
    title: isFirst ? name : text('pages.titleOfPage', { name, page: number }),
    summary,
    head: [feed, ...calendar.map(({ head }) => head), ...itemList(linkhashes, options)],
    main: html`<h1>${name}</h1>\n<p class="under-heading">${under}</p>\n${list}${embed}`,
    alternates: [...calendar.map(({ link }) => link), asJson(addressOf('', 'latest'), up, locale)],
  });
  return splitAtRows(pageText);
}

function coursesFolder(number: number | undefined): string {
  return number === undefined ? `${coursePagesFolder}/` : `${coursePagesFolder}/${pageSegment}/${number}/`;
}
