// The pages for people, and the sitemap, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import { noFrameAncestors, pageFile } from '../../api/published-paths.ts';
import { pageSegment } from '../../api/routes.ts';
import type { ChunkOffsets } from '../../catalog/membership.ts';
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { PageTask } from '../shared/pages/page-task.ts';
import type { OutputDeclaration, OutputTypes, DeclaredPath } from '../output.ts';
import { pagePolicy, pagePolicyHeader } from '../shared/policy.ts';
import { chartsFolder, coursePagesFolder, htmlListFolders } from '../shared/page-paths.ts';
import type { CoursesPage, WholeCatalog } from './courses-pages.ts';
import { robotsFile, sitemapFile, sitemapPartPrefix, type ShownList } from './paths.ts';
import type { RelatedLists } from './list-hierarchy.ts';

export interface PagesTypes extends OutputTypes {
  readonly collected: {
    /** The rows of the courses in lists of courses. */
    readonly rows: CourseTexts;
    /** The entries of the pages in a sitemap. */
    readonly urls: CourseTexts;
    /** The last day on which a course begins, in days since 1970; -Infinity if none says when. */
    readonly lastStart: number;
  };
  readonly task: ListsTask | CoursesTask | SitemapTask;
  /** The paths of the sitemaps that it wrote. */
  readonly result: readonly string[];
}

/** Pages of lists, with the related lists of each run. */
export interface ListsTask extends PageTask<ShownList> {
  readonly related: readonly RelatedLists[];
}

/** Some pages of all courses. */
export interface CoursesTask extends WholeCatalog {
  readonly coursesPages: readonly CoursesPage[];
  readonly offsets: ChunkOffsets;
}

/** A file of the sitemap: pages of lists, by their folders, and courses, by their numbers. */
export interface SitemapFile {
  readonly path: string;
  readonly folders: readonly string[];
  readonly courses: Uint32Array;
}

export interface SitemapTask {
  readonly sitemaps: readonly SitemapFile[];
  readonly offsets: ChunkOffsets;
}

const made = { cache: cacheControl.default, madeFrom: 'courses' } as const;
const page = { kind: 'page', policy: pagePolicy + noFrameAncestors, ...made, madeFrom: 'catalog' } as const;
/** Folders of pages, which may show pictures of courses. */
const pages = { kind: 'page', owner: 'pages', policy: pagePolicyHeader + noFrameAncestors, ...made } as const;

export const pagesDeclaration: OutputDeclaration<PagesTypes> = {
  name: 'pages',
  paths: [
    { ...page, path: '', isReplaceable: true, isPublished: (features) => features.pages && features.frontPage },
    { ...page, path: `${chartsFolder}/`, folders: [chartsFolder] },
    {
      path: `${coursePagesFolder}/*`,
      folders: [coursePagesFolder, `${coursePagesFolder}/{linkhash}`, `${coursePagesFolder}/${pageSegment}/{page}`],
      advice: 'add --no-course-pages: titles then lead to the courses themselves',
      ...pages,
    },
    ...Object.entries(htmlListFolders).map(([route, folder]): DeclaredPath => {
      const folderPatterns = [folder, `${folder}/{${route}}`];
      return {
        path: `${folder}/*`,
        folders: folderPatterns.flatMap((pattern) => [pattern, `${pattern}/${pageSegment}/{page}`]),
        ...pages,
      };
    }),
    { kind: 'sitemap', path: sitemapFile, ...made },
    { kind: 'sitemap', path: `${sitemapPartPrefix}*`, owner: 'sitemap', ...made },
    { kind: 'data', path: robotsFile, ...made, madeFrom: 'options', isReplaceable: true },
  ],
  isWanted: (features) => features.pages,
  collectedFields: { rows: true, urls: true, lastStart: true },
  courseFiles: { folder: coursePagesFolder, names: ({ features }) => (features.coursePages ? [pageFile] : []) },
  *fixedFiles({ options: { baseUrl }, hosted: { prefix } }) {
    // Crawlers look for it at the root of a host only.
    if (prefix === '') yield [robotsFile, `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/${sitemapFile}`];
  },
};
