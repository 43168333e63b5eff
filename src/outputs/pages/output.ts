// The page of each course, the lists of these pages, and the sitemap.
import type { List } from '../../api/paging.ts';
import { pageFile } from '../../api/published-paths.ts';
import type { Site } from '../site-options.ts';
import { timeIn } from '../../storage/journal/line.ts';
import { CourseTextsBuilder } from '../../storage/course-texts.ts';
import { tasksOfFiles } from '../shared/tasks-of-files.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import { xml } from '../../text/xml.ts';
import { pageTasks } from '../shared/pages/page-tasks.ts';
import type { Output } from '../output.ts';
import { maxAddresses, sitemapDocument, sitemapEntry } from '../shared/sitemap.ts';
import { openFrame, frameOptionsOf } from '../frame/frame.ts';
import {
  apiReferenceFolder,
  chartsFolder,
  coursePagesFolder,
  downloadsFolder,
  isShown,
  shownRoutes,
} from '../shared/page-paths.ts';
import { hasCalendar } from '../calendar/declaration.ts';
import { openCoursePages } from './course-page.ts';
import { chartsPage } from './charts-page.ts';
import { frontPage } from './front-page.ts';
import { coursesPage, indexPage, itemsPerPage, rowStartIn } from './list-pages.ts';
import { pageFileIn, indexPageFolder, listPageAddress, sitemapFile } from './paths.ts';
import { pagesDeclaration, type PagesTypes } from './declaration.ts';
import { localizedList, listHierarchy, type ListHierarchy } from './list-hierarchy.ts';
import { pageNumbers, rowsOf, writeListPages } from './write-lists.ts';
import { sitemapFiles, writeSitemapFiles } from './write-sitemap.ts';

export const pages: Output<PagesTypes> = {
  ...pagesDeclaration,
  collect({ site, references, writer }) {
    const render = openCoursePages(references, site);
    const base = xml`${site.options.baseUrl}`.toString();
    // Reused for every page.
    const page = new GrowingBytes();
    const [rows, urls] = [new CourseTextsBuilder(), new CourseTextsBuilder()];
    return {
      add({ course, fullRecord, journalLine }) {
        const modified = course.modified || timeIn(journalLine);
        const rendered = render(course, fullRecord, modified);
        rows.add(rendered.row);
        if (!site.features.coursePages) return;
        page.clear();
        page.addText(rendered.page);
        page.addByte(lineEnd);
        const folder = `${coursePagesFolder}/${course.linkhash}`;
        writer.write(`${folder}/${pageFile}`, page);
        urls.add(sitemapEntry('url', `${base}/${folder}/`, modified));
      },
      finish: () => ({ rows: rows.finish(), urls: urls.finish() }),
    };
  },
  tasks({ catalog, chunks, site }) {
    const { numbering, lists } = catalog;
    const { offsets } = numbering;
    const { relatedTo, topLists } = listHierarchy(catalog);
    const sitemaps = sitemapFiles(catalog, chunks, {
      folders: foldersInSitemap(lists, topLists, site),
      maxSize: site.options.sitemapSize ?? maxAddresses,
    });
    return [
      ...pageTasks(catalog, itemsPerPage, isShown).map((task) => {
        return { ...task, related: task.runs.map(({ list }) => relatedTo(list)) };
      }),
      ...tasksOfFiles(sitemaps, numbering.byId.length).map((files) => ({ sitemaps: files, offsets })),
    ];
  },
  async run(task, context) {
    return 'runs' in task ? writeListPages(task, context) : writeSitemapFiles(task, context);
  },
  *files(catalog, site, built) {
    const frame = openFrame(frameOptionsOf(site));
    const lists = catalog.lists.map((list) => localizedList(frame, list));
    const { topLists, relatedTo } = listHierarchy({ ...catalog, lists });
    for (const route of shownRoutes) {
      const all = topLists(route);
      const numbers = pageNumbers(all.length);
      for (const page of numbers) {
        const shown = all.slice((page - 1) * itemsPerPage, page * itemsPerPage);
        const text = indexPage(
          route,
          { lists: shown, page, pages: numbers.length },
          (list) => relatedTo(list).children,
          frame,
        );
        yield [pageFileIn(indexPageFolder(route, page)), text];
      }
    }
    const made = built.of(pagesDeclaration);
    if (!made) return;
    const startOfRows = (up: string) => rowStartIn(frame.options, up);
    const rowsAt = (up: string) =>
      rowsOf(catalog.latest, catalog.numbering, made.chunks.collected.rows, startOfRows(up));
    const linkhashes = catalog.latest.map(({ linkhash }) => linkhash);
    const newest = { rows: rowsAt('../'), linkhashes, hasCalendar: hasCalendar(built) };
    yield [pageFileIn(`${coursePagesFolder}/`), coursesPage(newest, frame)];
    yield [pageFile, frontPage(rowsAt(''), frame)];
    yield [pageFileIn(`${chartsFolder}/`), chartsPage(frame)];
    const sitemaps = made.results.flat();
    // A single file is the sitemap itself.
    const parts = sitemaps.filter((path) => path !== sitemapFile);
    if (parts.length === 0) return;
    const base = xml`${site.options.baseUrl}`.toString();
    const entries = parts.map((file) => sitemapEntry('sitemap', `${base}/${file}`));
    yield [sitemapFile, sitemapDocument('sitemapindex', entries)];
  },
};

/** The folders of all pages that are not of courses, as they stand in addresses, the site root first if it is a page. */
function foldersInSitemap(
  lists: readonly List[],
  topLists: ListHierarchy['topLists'],
  { features: { frontPage: isFrontPageOurs, dumps } }: Site,
): string[] {
  const indexes = shownRoutes.flatMap((route) =>
    pageNumbers(topLists(route).length).map((page) => indexPageFolder(route, page)),
  );
  // Search engines take a page without courses for an error.
  const listPages = lists
    .filter(isShown)
    .filter(({ count }) => count > 0)
    .flatMap((list) => pageNumbers(list.count).map((page) => listPageAddress(list, page)));
  const single = [`${chartsFolder}/`, `${apiReferenceFolder}/`, ...(dumps ? [`${downloadsFolder}/`] : [])];
  return [...(isFrontPageOurs ? [''] : []), ...single, `${coursePagesFolder}/`, ...indexes, ...listPages];
}
