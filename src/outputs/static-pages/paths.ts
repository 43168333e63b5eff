// Paths of what static pages share and link to, relative to the site root.

export const stylesheetFile = 'pages.css';
export const scriptFile = 'pages.js';
export const downloadsFolder = 'downloads';
export const referenceFolder = 'docs';

/** The folders of the lists of courses, by route, and of the lists of these. */
export const listsFolders = { provider: 'providers', category: 'categories', language: 'languages' } as const;

/** The relative path from a folder with a trailing slash to the site root. */
export function pathToRoot(folder: string): string {
  return '../'.repeat(folder.split('/').length - 1);
}
