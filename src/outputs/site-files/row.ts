// The files at the site root that every site has, and those for its host.
import { methodNotAllowedBody, notFoundBody } from '../../api/http.ts';
import { missingFile } from '../../hosts/host.ts';
import { hosts } from '../../hosts/hosts.ts';
import type { OutputRow } from '../output.ts';
import { missingPage } from '../static-pages/missing-page.ts';

/** Texts without the final newline. */
export const siteFilesRow: OutputRow = {
  name: 'site-files',
  formats: [],
  isWanted: () => true,
  *ready(site) {
    const missing = missingFile(hosts[site.options.host], site.parts);
    yield ['404.json', notFoundBody];
    yield ['404.html', missing === '404.html' ? missingPage(site) : notFoundBody];
    if (missing === 'missing.html') yield [missing, missingPage(site)];
    yield ['405.json', methodNotAllowedBody];
    for (const { path, text } of site.hostFiles) yield [path, text];
  },
};
