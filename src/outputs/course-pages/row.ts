// The course pages, the lists of them and the sitemap, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import { pageFile } from '../../api/formats.ts';
import { pagesFolder } from '../../api/routes.ts';
import type { RecordTexts } from '../../storage/gather.ts';
import type { PageTask } from '../lists/row.ts';
import type { OutputRow, OutputTypes } from '../output.ts';
import { coursePagesPolicy, inNoFrame } from '../policy.ts';
import {
  coursePagesFolder,
  providerPagesFolder,
  robotsFile,
  sitemapFile,
  sitemapPartPrefix,
  stylesheetFile,
} from './paths.ts';
import { pagesSiteOf, type PagesSite } from './document.ts';
import { maxAddresses } from './sitemap.ts';
import { renderStylesheet } from './stylesheet.ts';

export interface CoursePagesTypes extends OutputTypes {
  readonly chunkSettings: PagesSite;
  readonly settings: PagesSite & { readonly sitemapSize: number };
  readonly part: {
    /** The links to the pages for lists of them. */
    readonly links: RecordTexts;
    /** The entries of the pages in a sitemap. */
    readonly urls: RecordTexts;
  };
  readonly task: PageTask | SitemapTask;
  readonly done: undefined;
  /** The parts of a split sitemap; empty if it is one file. */
  readonly kept: readonly string[];
}

/** A file of the sitemap: pages of lists, by their folders, and courses, by their numbers. */
export interface SitemapFile {
  readonly path: string;
  readonly folders: readonly string[];
  readonly courses: Uint32Array;
  /** When each of them last changed, for those that do not say it; undefined without a journal. */
  readonly times?: readonly string[] | undefined;
}

export interface SitemapTask {
  readonly sitemaps: readonly SitemapFile[];
  /** The number of the first course of each chunk, and at the end the number of all courses. */
  readonly offsets: Uint32Array;
}

export const coursePagesRow: OutputRow<CoursePagesTypes> = {
  name: 'course-pages',
  formats: [
    {
      kind: 'page',
      path: `${coursePagesFolder}/*`,
      folders: [`${coursePagesFolder}/{linkhash}`],
      owner: 'course pages',
      policy: coursePagesPolicy + inNoFrame,
      cache: cacheControl.lists,
      madeFrom: 'courses',
      advice: 'omit --course-pages, which writes a file for every course',
    },
    {
      kind: 'page',
      path: `${providerPagesFolder}/*`,
      folders: ['', '/{provider_id}', `/{provider_id}/${pagesFolder}/{page}`].map((end) => providerPagesFolder + end),
      owner: 'course pages',
      policy: coursePagesPolicy + inNoFrame,
      cache: cacheControl.lists,
      madeFrom: 'courses',
    },
    { kind: 'asset', path: stylesheetFile, cache: cacheControl.lists, madeFrom: 'settings' },
    { kind: 'sitemap', path: sitemapFile, cache: cacheControl.lists, madeFrom: 'courses' },
    {
      kind: 'sitemap',
      path: `${sitemapPartPrefix}*`,
      owner: 'sitemap',
      cache: cacheControl.lists,
      madeFrom: 'courses',
    },
    { kind: 'document', path: robotsFile, cache: cacheControl.lists, madeFrom: 'settings', isReplaceable: true },
  ],
  isWanted: (parts) => parts.coursePages,
  chunkSettings: pagesSiteOf,
  settings: (site) => ({ ...pagesSiteOf(site), sitemapSize: site.options.sitemapSize ?? maxAddresses }),
  fields: ['links', 'urls'],
  courseFiles: { folder: coursePagesFolder, names: () => [pageFile] },
  *ready({ options: { baseUrl, color }, parts: { prefix } }) {
    yield [stylesheetFile, renderStylesheet(color)];
    // Below a path of a host, nobody looks for it.
    if (prefix === '') yield [robotsFile, `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/${sitemapFile}`];
  },
};
