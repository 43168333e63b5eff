// The site around the API: the files at its root that hosts look for.
import { methodNotAllowedBody, notFoundBody } from '../api/http.ts';

/** Tells a folder that this tool made from any other; also keeps GitHub Pages from running Jekyll. */
export const markerFile = '.nojekyll';
export const marker = 'static-course-catalog';

/** Every file at the root of the site, by its path, without the line end that each gets. A new one is a new row. */
export const siteFiles: ReadonlyMap<string, string> = new Map([
  // First, so that a folder that is published half can be told to be ours.
  [markerFile, marker],
  ['404.json', notFoundBody],
  ['404.html', notFoundBody],
  ['405.json', methodNotAllowedBody],
]);
