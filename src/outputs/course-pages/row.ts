// The course pages, the lists of them and the sitemap, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import { pagesFolder } from '../../api/routes.ts';
import type { OutputRow } from '../output.ts';
import { coursePagesPolicy, inNoFrame } from '../policy.ts';
import {
  coursePagesFolder,
  providerPagesFolder,
  robotsFile,
  sitemapFile,
  sitemapPartPrefix,
  stylesheetFile,
} from './paths.ts';
import { renderStylesheet } from './stylesheet.ts';

export const coursePagesRow: OutputRow = {
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
  *ready({ options: { baseUrl, color }, parts: { prefix } }) {
    yield [stylesheetFile, renderStylesheet(color)];
    // Below a path of a host, nobody looks for it.
    if (prefix === '') yield [robotsFile, `User-agent: *\nAllow: /\n\nSitemap: ${baseUrl}/${sitemapFile}`];
  },
};
