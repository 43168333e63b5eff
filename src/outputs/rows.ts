// The table of all outputs, as every command may load it: without the code that writes them.
import type { PublishedFormat } from '../api/formats.ts';
import { aboutRow } from './about/row.ts';
import { catalogPageRow } from './catalog-page/row.ts';
import { coursePagesRow } from './course-pages/row.ts';
import { dumpsRow } from './dumps/row.ts';
import { feedsRow } from './feeds/row.ts';
import { openapiRow } from './openapi/row.ts';
import type { OutputRow } from './output.ts';
import { referenceRow } from './reference/row.ts';
import { searchRow } from './search/row.ts';
import { siteFilesRow } from './site-files/row.ts';

/** In the order of the hosts' rules. Add an output by adding a folder, a row here, and one in `outputs.ts`. */
export const rows: readonly OutputRow[] = [
  catalogPageRow,
  referenceRow,
  searchRow,
  feedsRow,
  openapiRow,
  dumpsRow,
  aboutRow,
  coursePagesRow,
  siteFilesRow,
];

/** What is published beside the API, of any site. */
export const formats: readonly PublishedFormat[] = rows.flatMap((row) =>
  row.formats.map((format) => ({ isPublished: (parts) => row.isWanted(parts), ...format })),
);
