// The course pages, the lists of them and the sitemap, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import { pageFile } from '../../api/published-paths.ts';
import { pageSegment } from '../../api/routes.ts';
import type { ChunkOffsets } from '../../catalog/membership.ts';
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { PageTask } from '../shared/pages/page-task.ts';
import type { OutputDeclaration, OutputTypes, DeclaredPath } from '../output.ts';
import { noFrameAncestors, staticPagesPolicy } from '../shared/policy.ts';
import { maxAddresses } from '../shared/sitemap.ts';
import { frameOptionsOf, type FrameOptions } from '../static-pages/frame.ts';
import { htmlListFolders } from '../static-pages/paths.ts';
import { coursePagesFolder, robotsFile, sitemapFile, sitemapPartPrefix, type ShownList } from './paths.ts';
import type { RelatedLists } from './list-hierarchy.ts';

export interface CoursePagesTypes extends OutputTypes {
  readonly chunkSettings: FrameOptions;
  readonly taskSettings: FrameOptions & { readonly sitemapSize: number };
  readonly collected: {
    /** The rows of the courses in lists of courses. */
    readonly rows: CourseTexts;
    /** The entries of the pages in a sitemap. */
    readonly urls: CourseTexts;
  };
  readonly task: ListsTask | PagesSitemapTask;
  readonly result: undefined;
  readonly kept: {
    /** The parts of a split sitemap; empty if it is one file. */
    readonly sitemaps: readonly string[];
    /** A digest of the folders in it that are not of courses. */
    readonly folders: string;
    /** The related lists of each category as JSON, by its id. */
    readonly related: Readonly<Record<string, string>>;
  };
}

/** Pages of lists, with the related lists of each run. */
export interface ListsTask extends PageTask<ShownList> {
  readonly related: readonly RelatedLists[];
}

/** A file of the sitemap: pages of lists, by their folders, and courses, by their numbers. */
export interface PagesSitemap {
  readonly path: string;
  readonly folders: readonly string[];
  readonly courses: Uint32Array;
}

export interface PagesSitemapTask {
  readonly sitemaps: readonly PagesSitemap[];
  readonly offsets: ChunkOffsets;
}

const made = { cache: cacheControl.default, madeFrom: 'courses' } as const;
const page = { kind: 'page', owner: 'course pages', policy: staticPagesPolicy + noFrameAncestors, ...made } as const;

export const coursePagesDeclaration: OutputDeclaration<CoursePagesTypes> = {
  name: 'course-pages',
  paths: [
    {
      path: `${coursePagesFolder}/*`,
      folders: [`${coursePagesFolder}/{linkhash}`],
      advice: 'omit --course-pages, which writes a file for every course',
      ...page,
    },
    ...Object.entries(htmlListFolders).map(([route, folder]): DeclaredPath => {
      const folderPatterns = [folder, `${folder}/{${route}}`];
      return {
        path: `${folder}/*`,
        folders: folderPatterns.flatMap((pattern) => [pattern, `${pattern}/${pageSegment}/{page}`]),
        ...page,
      };
    }),
    { kind: 'sitemap', path: sitemapFile, ...made },
    { kind: 'sitemap', path: `${sitemapPartPrefix}*`, owner: 'sitemap', ...made },
    { kind: 'data', path: robotsFile, ...made, madeFrom: 'options', isReplaceable: true },
  ],
  isWanted: (features) => features.coursePages,
  chunkSettings: frameOptionsOf,
  taskSettings: (site) => ({ ...frameOptionsOf(site), sitemapSize: site.options.sitemapSize ?? maxAddresses }),
  collectedFields: ['rows', 'urls'],
  courseFiles: { folder: coursePagesFolder, names: () => [pageFile] },
  *fixedFiles({ options: { baseUrl }, hosted: { prefix } }) {
    // Crawlers look for it at the root of a host only.
    if (prefix === '') yield [robotsFile, `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/${sitemapFile}`];
  },
};
