// The site around the API: the files at its root that hosts look for.
import { methodNotAllowedBody, notFoundBody } from '../api/http.ts';

/** Every file at the root of the site that all hosts get, by its path, without the line end that each gets. A new one is a new row. */
export const siteFiles: ReadonlyMap<string, string> = new Map([
  ['404.json', notFoundBody],
  ['404.html', notFoundBody],
  ['405.json', methodNotAllowedBody],
]);

/** Lists what a build put outside `api/v1`. It also keeps GitHub Pages from running Jekyll: hosts that look for it ask only whether it exists. */
export const manifestFile = '.nojekyll';
