// The files at the site root that every site has, and those for its host.
import { methodNotAllowedBody, notFoundBody } from '../../api/http.ts';
import type { NamedContent, OutputRow } from '../output.ts';

/** Texts without the final newline, the same for every catalog and host. */
const siteFiles: readonly NamedContent[] = [
  ['404.json', notFoundBody],
  ['404.html', notFoundBody],
  ['405.json', methodNotAllowedBody],
];

export const siteFilesRow: OutputRow = {
  name: 'site-files',
  formats: [],
  isWanted: () => true,
  ready: ({ hostFiles }) => [...siteFiles, ...hostFiles.map(({ path, text }) => [path, text] as const)],
};
