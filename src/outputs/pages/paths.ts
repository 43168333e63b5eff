// Paths of the course pages and of what comes with them, relative to the site root.
import type { List } from '../../api/paging.ts';
import { pageSegment } from '../../api/routes.ts';
import { pageFile } from '../../api/published-paths.ts';
import { htmlListFolders, type ShownRoute } from '../shared/page-paths.ts';

/** A list that has pages. */
export type ShownList = List & { readonly route: ShownRoute };

export const robotsFile = 'robots.txt';
export const sitemapFile = 'sitemap.xml';

/** The start of the names of the parts of a split sitemap. */
export const sitemapPartPrefix = 'sitemap-';

/** The path of a part of a split sitemap. At the root, since a sitemap speaks for its own folder and below. */
export function sitemapPartPath(name: string): string {
  return `${sitemapPartPrefix}${name}.xml`;
}

/** The folder of an HTML page of a list of courses, with a trailing slash. */
export function listPageFolder(list: Pick<ShownList, 'route' | 'parameter'>, page: number): string {
  return decodeURIComponent(listPageAddress(list, page));
}

/** The path of an HTML page of a list as it stands in an address. */
export function listPageAddress({ route, parameter }: Pick<ShownList, 'route' | 'parameter'>, page: number): string {
  return `${htmlListFolders[route]}/${encodeURIComponent(parameter)}/${pageSuffix(page)}`;
}

/** The folder of an HTML page of the list of all providers, categories or languages. */
export function indexPageFolder(route: ShownRoute, page: number): string {
  return `${htmlListFolders[route]}/${pageSuffix(page)}`;
}

function pageSuffix(page: number): string {
  return page === 1 ? '' : `${pageSegment}/${page}/`;
}

/** The file of a page in a folder with a trailing slash. */
export function pageFileIn(folder: string): string {
  return folder + pageFile;
}
