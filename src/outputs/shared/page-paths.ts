// Paths of what pages share and link to, relative to the site root.
import { keysOf } from '../../text/keys.ts';

export const stylesheetFile = 'pages.css';
export const scriptFile = 'pages.js';
/** The folder of the pages of all courses, and of each. It belongs to the build as a whole, like the folder of the API. */
export const coursePagesFolder = 'courses';
/** The folder of the feeds of lists. */
export const listFeedsFolder = 'feeds';
export const chartsFolder = 'charts';
export const downloadsFolder = 'downloads';
export const apiReferenceFolder = 'docs';

/** The folders of the lists of courses, by route, and of the lists of these. Lists of another route are in the API alone. */
export const htmlListFolders = { provider: 'providers', category: 'categories', language: 'languages' } as const;

/** The routes whose lists people see: on pages and as filters. */
export type ShownRoute = keyof typeof htmlListFolders;
export const shownRoutes = /* @__PURE__ */ keysOf(htmlListFolders);

export function isShown<Of extends { readonly route: string }>(list: Of): list is Of & { readonly route: ShownRoute } {
  return list.route in htmlListFolders;
}

/** The relative path from a folder with a trailing slash to the site root. */
export function pathToRoot(folder: string): string {
  return '../'.repeat(folder.split('/').length - 1);
}
