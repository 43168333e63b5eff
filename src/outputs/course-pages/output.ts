// The page of each course, the lists of these pages, and the sitemap.
import type { List } from '../../api/paging.ts';
import { hash } from 'node:crypto';
import { timeIn } from '../../journal/line.ts';
import { CourseTextsBuilder } from '../../storage/course-texts.ts';
import { tasksOfFiles } from '../shared/tasks-of-files.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import { utf8Of } from '../../text/utf8.ts';
import { xml } from '../../text/xml.ts';
import { planPageTasks } from '../shared/pages/page-plan.ts';
import type { Output } from '../output.ts';
import { sitemapDocument, sitemapEntry } from '../shared/sitemap.ts';
import { openFrame, frameOptionsOf, type FrameOptions } from '../static-pages/frame.ts';
import { downloadsFolder, isShown, apiReferenceFolder, shownRoutes } from '../static-pages/paths.ts';
import { openCoursePages } from './course-page.ts';
import { indexPage, itemsPerPage } from './list-pages.ts';
import {
  coursePagesFolder,
  pageFileIn,
  indexPageFolder,
  listPageAddress,
  listPageFolder,
  sitemapFile,
} from './paths.ts';
import { coursePagesDeclaration, type CoursePagesTypes } from './declaration.ts';
import { localizedList, listHierarchy, type ListHierarchy } from './list-hierarchy.ts';
import { pageNumbers, writeListPages } from './write-lists.ts';
import { planSitemap, writePagesSitemaps } from './write-sitemap.ts';

export const coursePages: Output<CoursePagesTypes> = {
  ...coursePagesDeclaration,
  collect({ chunkSettings: settings, references, fileWriter }) {
    const render = openCoursePages(references, settings);
    const base = xml`${settings.baseUrl}`.toString();
    // Reused for every page.
    const page = new GrowingBytes();
    const [rows, urls] = [new CourseTextsBuilder(), new CourseTextsBuilder()];
    return {
      add({ course, record, journalLine }) {
        const modified = course.modified || timeIn(journalLine);
        const rendered = render(course, record, modified);
        page.clear();
        page.addUtf8(rendered.page);
        page.addByte(lineEnd);
        const folder = `${coursePagesFolder}/${course.linkhash}`;
        fileWriter.writeIndex(page, folder);
        rows.add(rendered.row);
        urls.add(utf8Of(sitemapEntry('url', `${base}/${folder}/`, modified)));
      },
      finish: () => ({ rows: rows.finish(), urls: urls.finish() }),
    };
  },
  async plan(input) {
    const { catalog, taskSettings: settings, previous } = input;
    const { numbering, lists } = catalog;
    const { offsets } = numbering;
    const { relatedTo, topLists } = listHierarchy(catalog);
    const relatedJson = Object.fromEntries(
      lists.flatMap((list) => (list.route === 'category' ? [[list.parameter, JSON.stringify(relatedTo(list))]] : [])),
    );
    const pages = planPageTasks(input, {
      pageSize: itemsPerPage,
      textsOf: ({ collected }, chunk) => collected.rows(chunk),
      hasPages: isShown,
      filesOf: (list, page) => [pageFileIn(listPageFolder(list, page))],
      isOutdated: ({ route, parameter }) =>
        route === 'category' && previous?.kept.related[parameter] !== relatedJson[parameter],
    });
    const folders = foldersInSitemap(lists, topLists, settings);
    const digest = hash('sha256', folders.join('\n'));
    const sitemaps = planSitemap(input, folders, previous?.kept.folders === digest);
    const stayingSitemaps = sitemaps.flatMap(
      ({ file, isUnchanged }) => (isUnchanged ? previous?.files.get(file.path) : undefined) ?? [],
    );
    const stayingPaths = new Set(stayingSitemaps.map(({ path }) => path));
    const changed = sitemaps.flatMap(({ file }) => (stayingPaths.has(file.path) ? [] : [file]));
    return {
      tasks: [
        ...pages.tasks.map((task) => ({ task: { ...task, related: task.runs.map(({ list }) => relatedTo(list)) } })),
        ...tasksOfFiles(changed, numbering.byId.length).map((sitemapFiles) => ({
          task: { sitemaps: sitemapFiles, offsets },
        })),
      ],
      staying: [...pages.staying, ...stayingSitemaps],
      finish: () => {
        const parts = sitemaps.map(({ file }) => file.path).filter((path) => path !== sitemapFile);
        return { sitemaps: parts, folders: digest, related: relatedJson };
      },
    };
  },
  async run(task, context) {
    if ('runs' in task) writeListPages(task, context);
    else writePagesSitemaps(task, context);
  },
  *catalogFiles(catalog, site, built) {
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
    const { sitemaps = [] } = built.of(coursePagesDeclaration)?.kept ?? {};
    if (sitemaps.length === 0) return;
    const base = xml`${site.options.baseUrl}`.toString();
    const entries = sitemaps.map((file) => sitemapEntry('sitemap', `${base}/${file}`));
    yield [sitemapFile, sitemapDocument('sitemapindex', entries)];
  },
};

/** The folders of all pages that are not of courses, as they stand in addresses, the site root first if it is a page. */
function foldersInSitemap(
  lists: readonly List[],
  topLists: ListHierarchy['topLists'],
  { homepage, catalogPage, dumps }: FrameOptions,
): string[] {
  const indexes = shownRoutes.flatMap((route) =>
    pageNumbers(topLists(route).length).map((page) => indexPageFolder(route, page)),
  );
  const listPages = lists
    .filter(isShown)
    .flatMap((list) => pageNumbers(list.count).map((page) => listPageAddress(list, page)));
  const single = [...(catalogPage ? [`${apiReferenceFolder}/`] : []), ...(dumps ? [`${downloadsFolder}/`] : [])];
  return [...(homepage === '' ? [''] : []), ...single, ...indexes, ...listPages];
}
