// Root files: the files at the site root that are the same for every catalog and host.
import { methodNotAllowedBody, notFoundBody } from '../../api/http.ts';

/** Text by path, without the final newline. Add a file by adding a row. */
export const siteFiles: ReadonlyMap<string, string> = new Map([
  ['404.json', notFoundBody],
  ['404.html', notFoundBody],
  ['405.json', methodNotAllowedBody],
]);
