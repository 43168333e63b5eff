// The table of all outputs, as every command may load it: without the code that writes them.
import type { PublishedFormat } from '../api/formats.ts';
import { catalogMetadataRow } from './catalog-metadata/row.ts';
import { catalogPageRow } from './catalog-page/row.ts';
import { journalRow } from './journal/row.ts';
import { coursePagesRow } from './course-pages/row.ts';
import { dumpsRow } from './dumps/row.ts';
import { facetsRow } from './facets/row.ts';
import { feedsRow } from './feeds/row.ts';
import { listsRow } from './lists/row.ts';
import { openapiRow } from './openapi/row.ts';
import type { OutputRow } from './output.ts';
import { referenceRow } from './reference/row.ts';
import { resourcesRow } from './resources/row.ts';
import { searchRow } from './search/row.ts';
import { siteFilesRow } from './site-files/row.ts';
import { staticPagesRow } from './static-pages/row.ts';
import { viewsRow } from './views/row.ts';

/** In the order of the hosts' rules. Add an output by adding a folder, a row here, and one in `outputs.ts`. */
export const outputRows: readonly OutputRow[] = [
  viewsRow,
  listsRow,
  resourcesRow,
  catalogPageRow,
  referenceRow,
  searchRow,
  facetsRow,
  feedsRow,
  openapiRow,
  dumpsRow,
  catalogMetadataRow,
  coursePagesRow,
  staticPagesRow,
  journalRow,
  siteFilesRow,
];

/** What is published beside the API, of any site. */
export const allFormats: readonly PublishedFormat[] = outputRows.flatMap((row) =>
  row.formats.map((format) => ({ isPublished: (features) => row.isWanted(features), ...format })),
);

/** The folders outside the API whose contents all belong to builds with such outputs, with a slash at their ends. */
export function wholeFoldersOf(outputs: readonly OutputRow[]): string[] {
  return outputs.flatMap(({ isApi, courseFiles }) => (courseFiles && !isApi ? [`${courseFiles.folder}/`] : []));
}

/** The whole folders of all outputs. */
export const wholeFolders: readonly string[] = wholeFoldersOf(outputRows);
