// The page of each course, the lists of these pages, and the sitemap.
import type { List } from '../../api/paging.ts';
import { chunksWith, dividedForTasks, RecordsBuilder } from '../../storage/gather.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import { utf8Of } from '../../text/utf8.ts';
import { planPageTasks } from '../lists/page-plan.ts';
import type { PageRun } from '../lists/row.ts';
import type { Output } from '../output.ts';
import { CoursePageRenderer } from './course-page.ts';
import { pagesSiteOf, type PagesSite } from './document.ts';
import { coursePagesFolder, fileIn, providerPageFolder, providerPagesFolder, sitemapFile } from './paths.ts';
import { coursesPerPage, providersPage } from './provider-pages.ts';
import { coursePagesRow, type CoursePagesTypes } from './row.ts';
import { renderSitemapIndex, sitemapEntry } from './sitemap.ts';
import { providerPageFolders, writeProviderPages } from './write-lists.ts';
import { planSitemap, writeSitemaps } from './write-sitemap.ts';

export const coursePages: Output<CoursePagesTypes> = {
  ...coursePagesRow,
  collect({ settings: site, references, files }) {
    const renderer = new CoursePageRenderer(references, site);
    // Reused for every page.
    const page = new GrowingBytes();
    const [links, urls] = [new RecordsBuilder(), new RecordsBuilder()];
    return {
      add({ course, record }) {
        const rendered = renderer.render(course, record);
        page.clear();
        page.addUtf8(rendered.page);
        page.addByte(lineEnd);
        const folder = `${coursePagesFolder}/${course.linkhash}`;
        files.folder(coursePagesFolder);
        files.writeFolder(folder, page);
        links.add(rendered.link);
        urls.add(utf8Of(sitemapEntry(site.baseUrl, `${folder}/`, course.modified)));
      },
      finish: () => ({ links: links.finish(), urls: urls.finish() }),
    };
  },
  async plan(input) {
    const { catalog, settings: site, before } = input;
    const { numbered } = catalog;
    const { offsets } = numbered;
    const providers = providersOf(catalog.layout);
    const pages = planPageTasks(input, {
      layout: providers,
      pageSize: coursesPerPage,
      recordsOf: ({ parts }, chunk) => parts.links(chunk),
    });
    const sitemaps = planSitemap(input, foldersOf(catalog.layout, site), foldersOf(before?.layout ?? [], site));
    const known = new Map(before?.files.map((file) => [file.path, file]));
    const written = new Set(pages.flatMap(({ task }) => task.runs.flatMap(filesOf)));
    const ofLists = providerPageFolders(providers).slice(1).map(fileIn);
    const kept = [
      ...ofLists.filter((path) => !written.has(path)),
      ...sitemaps.flatMap(({ file, isUnchanged }) => (isUnchanged ? [file.path] : [])),
    ].flatMap((path) => known.get(path) ?? []);
    const stay = new Set(kept.map(({ path }) => path));
    const changed = sitemaps.flatMap(({ file }) => (stay.has(file.path) ? [] : [file]));
    return {
      tasks: [
        ...pages.map((page) => ({ ...page, fields: ['links'] })),
        ...dividedForTasks(changed, numbered.byId.length).map((some) => {
          const courses = before && some.flatMap((file) => [...file.courses]);
          const needed = courses && chunksWith(offsets, courses);
          return { task: { sitemaps: some, offsets }, fields: ['urls'], chunks: needed };
        }),
      ],
      stay: kept,
      finish: () => sitemaps.map(({ file }) => file.path).filter((path) => path !== sitemapFile),
    };
  },
  async run(task, context) {
    if ('runs' in task) writeProviderPages(task, context);
    else writeSitemaps(task, context);
  },
  *documents({ layout }, site, built) {
    yield [fileIn(`${providerPagesFolder}/`), providersPage(providersOf(layout), pagesSiteOf(site))];
    const parts = built.of(coursePagesRow)?.kept ?? [];
    if (parts.length > 0) yield [sitemapFile, renderSitemapIndex(parts, site.options.baseUrl)];
  },
};

function providersOf(layout: readonly List[]): List[] {
  return layout.filter(({ route }) => route === 'provider');
}

/** The folders of all pages that are not of courses, the site root first if it is one. */
function foldersOf(layout: readonly List[], { hasStartPage }: PagesSite): string[] {
  return [...(hasStartPage ? [''] : []), ...providerPageFolders(providersOf(layout))];
}

function filesOf({ list, from, to }: PageRun): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => fileIn(providerPageFolder(list.parameter, from + at)));
}
