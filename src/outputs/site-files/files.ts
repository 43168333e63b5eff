// Root files: the files at the site root that are the same for every catalog and host.
import { methodNotAllowedBody, notFoundBody } from '../../api/http.ts';

/** Text by path, without the final newline. Add a file by adding a row. */
export const siteFiles: ReadonlyMap<string, string> = new Map([
  ['404.json', notFoundBody],
  ['404.html', notFoundBody],
  ['405.json', methodNotAllowedBody],
]);

/** Lists what a build wrote outside `api/v1`. Its name also stops GitHub Pages from running Jekyll, whatever it contains. */
export const manifestFile = '.nojekyll';
