// The site around the API: the files at its root that hosts look for.

/** Tells a folder that this tool made from any other; also keeps GitHub Pages from running Jekyll. */
export const markerFile = '.nojekyll';
export const marker = 'static-course-catalog';

const notFound = '{"detail":"Not found."}';

/** Every file at the root of the site, by its path, without the line end that each gets. A new one is a new row. */
export const siteFiles: ReadonlyMap<string, string> = new Map([
  // First, so that a folder that is published half can be told to be ours.
  [markerFile, marker],
  ['404.json', notFound],
  ['404.html', notFound],
  ['405.json', '{"detail":"Method not allowed."}'],
]);
