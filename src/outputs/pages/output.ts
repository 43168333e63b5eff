// The pages for people: the front page, a page of each course, lists of these pages, charts, and the sitemap.
import type { List } from '../../api/paging.ts';
import { pageFile } from '../../api/published-paths.ts';
import type { Site } from '../site-options.ts';
import { dayNumber, dayPart } from '../../catalog/date.ts';
import { timeIn } from '../../storage/journal/line.ts';
import { CourseTextsBuilder } from '../../storage/course-texts.ts';
import { tasksOfFiles } from '../shared/tasks-of-files.ts';
import { GrowingBytes, lineEnd, sharedNumbers } from '../../text/bytes.ts';
import { hasTags } from '../../text/description-text.ts';
import type { Markup } from '../../text/markup.ts';
import { xml } from '../../text/xml.ts';
import { pageTasks } from '../shared/pages/page-tasks.ts';
import type { Catalog, Chunks, Output } from '../output.ts';
import { firstCourses, newestFirst } from '../shared/newest.ts';
import { maxAddresses, sitemapDocument, sitemapEntry } from '../shared/sitemap.ts';
import { openFrame, frameOptionsOf, type Frame } from '../frame/frame.ts';
import {
  apiReferenceFolder,
  chartsFolder,
  coursePagesFolder,
  downloadsFolder,
  isShown,
  shownRoutes,
} from '../shared/page-paths.ts';
import { renderDataBlock } from '../catalog-metadata/descriptions.ts';
import { dumpFiles } from '../dumps/built-files.ts';
import { filtersDeclaration } from '../filters/declaration.ts';
import { openCoursePages } from './course-page.ts';
import { catalogCounts, providerCounter } from './catalog-counts.ts';
import { chartsPage } from './charts-page.ts';
import { coursesPages } from './courses-pages.ts';
import { frontPage, newestOnFrontPage } from './front-page.ts';
import { indexPage, itemsPerPage, rowStartIn } from './list-pages.ts';
import { pageFileIn, indexPageFolder, listPageAddress, sitemapFile } from './paths.ts';
import { pagesDeclaration, type PagesTypes } from './declaration.ts';
import { listHierarchy, shownList, type ListHierarchy } from './list-hierarchy.ts';
import { pageNumbers, rowsOf, writeCoursesPages, writeListPages } from './write-lists.ts';
import { sitemapFiles, writeSitemapFiles } from './write-sitemap.ts';

export const pages: Output<PagesTypes> = {
  ...pagesDeclaration,
  collect({ site, references, writer }) {
    const render = openCoursePages(references, site);
    const base = xml`${site.options.baseUrl}`.toString();
    // Reused for every page.
    const page = new GrowingBytes();
    const [rows, urls] = [new CourseTextsBuilder(), new CourseTextsBuilder()];
    let lastStart = -Infinity;
    let withHtml: { readonly html: string; readonly write: (description: Markup) => void }[] = [];
    return {
      add({ course, fullRecord, journalLine }) {
        const { start_date: start, date_modified: stated } = course.fields;
        if (start !== undefined) lastStart = Math.max(lastStart, dayNumber(String(start)));
        const modified = stated === undefined ? timeIn(journalLine) : dayPart(String(stated));
        const rendered = render(course, fullRecord, modified);
        rows.add(rendered.row);
        if (!site.features.coursePages) return;
        const folder = `${coursePagesFolder}/${course.linkhash}`;
        urls.add(sitemapEntry('url', `${base}/${folder}/`, modified));
        const write = (description?: Markup) => {
          page.clear();
          page.addText(rendered.page(description));
          page.addByte(lineEnd);
          writer.write(`${folder}/${pageFile}`, page);
        };
        if (hasTags(fullRecord.description)) withHtml.push({ html: fullRecord.description, write });
        else write();
      },
      async finish() {
        if (withHtml.length > 0) {
          // Slow to load, and most catalogs have none.
          const { cleanDescription } = await import('./clean-description.ts');
          for (const { html, write } of withHtml) write(cleanDescription(html));
        }
        const collected = { rows: rows.finish(), urls: urls.finish(), lastStart };
        [withHtml, lastStart] = [[], -Infinity];
        return collected;
      },
    };
  },
  tasks({ catalog: plain, chunks, site }) {
    const catalog = withShownLists(plain, openFrame(frameOptionsOf(site)));
    const { numbering, lists } = catalog;
    const { offsets } = numbering;
    const { relatedTo, topLists } = listHierarchy(catalog);
    const newest = sharedNumbers(numbering.byId.length);
    newest.set(numbering.byId.toSorted(newestFirst(numbering)));
    const ofCourses = coursesPages(newest);
    const counts = catalogCounts(catalog);
    const countProviders = providerCounter(catalog);
    const sitemaps = sitemapFiles(catalog, chunks, {
      folders: [...foldersInSitemap(lists, topLists, site), ...ofCourses.map(({ folder }) => folder)],
      maxSize: site.options.sitemapSize ?? maxAddresses,
    });
    return [
      ...pageTasks(catalog, itemsPerPage, isShown).map((task) => {
        const related = task.runs.map(({ list, members, from }) => {
          const providers = list.route === 'provider' || from > 1 ? undefined : countProviders(members);
          return { ...relatedTo(list), providers };
        });
        return { ...task, related };
      }),
      ...tasksOfFiles(ofCourses, newest.length).map((pagesOfTask) => {
        return { coursesPages: pagesOfTask, offsets, counts, hasCalendar: lastStartOf(chunks) > -Infinity };
      }),
      ...tasksOfFiles(sitemaps, numbering.byId.length).map((files) => ({ sitemaps: files, offsets })),
    ];
  },
  async run(task, context) {
    if ('runs' in task) return writeListPages(task, context);
    return 'sitemaps' in task ? writeSitemapFiles(task, context) : writeCoursesPages(task, context);
  },
  *files(catalog, site, built) {
    const frame = openFrame(frameOptionsOf(site));
    const shown = withShownLists(catalog, frame);
    const hierarchy = listHierarchy(shown);
    const { topLists, relatedTo } = hierarchy;
    for (const route of shownRoutes) {
      const all = topLists(route);
      const numbers = pageNumbers(all.length);
      for (const page of numbers) {
        const onPage = all.slice((page - 1) * itemsPerPage, page * itemsPerPage);
        const text = indexPage(
          route,
          { lists: onPage, page, pages: numbers.length },
          (list) => relatedTo(list).children,
          frame,
        );
        yield [pageFileIn(indexPageFolder(route, page)), text];
      }
    }
    const made = built.of(pagesDeclaration);
    if (!made) return;
    const { numbering } = catalog;
    const newest = firstCourses(numbering.byId, newestOnFrontPage, newestFirst(numbering));
    const lastStart = lastStartOf(made.chunks);
    const hasCalendar = lastStart > -Infinity;
    const front = {
      description: site.options.description,
      rows: rowsOf(newest, numbering.offsets, made.chunks.collected.rows, rowStartIn(frame.options, '')),
      choices: built.of(filtersDeclaration)?.results[0] ?? {},
      hierarchy,
      hasCalendar,
      // A build has no clock: the newest day of publication is its today.
      startsSoon: hasCalendar && lastStart >= numbering.days.reduce((a, b) => Math.max(a, b), -Infinity),
      data: renderDataBlock(site.options, dumpFiles(catalog, built)),
    };
    yield [pageFile, frontPage(shown, front, frame)];
    yield [pageFileIn(`${chartsFolder}/`), chartsPage(shown, hierarchy, frame)];
    const sitemaps = made.results.flat();
    // A single file is the sitemap itself.
    const parts = sitemaps.filter((path) => path !== sitemapFile);
    if (parts.length === 0) return;
    const base = xml`${site.options.baseUrl}`.toString();
    const entries = parts.map((file) => sitemapEntry('sitemap', `${base}/${file}`));
    yield [sitemapFile, sitemapDocument('sitemapindex', entries)];
  },
};

/** The last day on which a course of the catalog begins. */
function lastStartOf({ count, collected }: Chunks<PagesTypes['collected']>): number {
  return Math.max(...Array.from({ length: count }, (_, chunk) => collected.lastStart(chunk)));
}

function withShownLists<Of extends Catalog>(catalog: Of, frame: Frame): Of {
  return { ...catalog, lists: catalog.lists.map((list) => shownList(frame, list)) };
}

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
  return [...(isFrontPageOurs ? [''] : []), ...single, ...indexes, ...listPages];
}
