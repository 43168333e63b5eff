// Paths of the course pages and of what comes with them, relative to the site root.
import { pagesFolder } from '../../api/routes.ts';
import { pageFile } from '../../api/formats.ts';

/** The folder of the course pages. It belongs to the build as a whole, like the folder of the API. */
export const coursePagesFolder = 'courses';
export const providerPagesFolder = 'providers';
export const stylesheetFile = 'pages.css';
export const robotsFile = 'robots.txt';
export const sitemapFile = 'sitemap.xml';

/** The start of the names of the parts of a split sitemap. */
export const sitemapPartPrefix = 'sitemap-';

/** A part of a split sitemap. At the root, since a sitemap speaks for its own folder and below. */
export function sitemapPart(name: string): string {
  return `${sitemapPartPrefix}${name}.xml`;
}

/** The folder of a page of the courses of a provider, with a trailing slash. */
export function providerPageFolder(id: string, page: number): string {
  return `${providerPagesFolder}/${id}/${page === 1 ? '' : `${pagesFolder}/${page}/`}`;
}

/** The file of a page in a folder with a trailing slash. */
export function fileIn(folder: string): string {
  return folder + pageFile;
}
