// The table of all outputs, as a build loads it: with the code that writes them.
import { about } from './about/output.ts';
import { catalogPage } from './catalog-page/output.ts';
import { coursePagesRow } from './course-pages/row.ts';
import { dumps } from './dumps/output.ts';
import { feeds } from './feeds/output.ts';
import { openapi } from './openapi/output.ts';
import type { Output } from './output.ts';
import { referenceRow } from './reference/row.ts';
import { search } from './search/output.ts';
import { siteFilesRow } from './site-files/row.ts';

/** In the order of publication. */
export const outputs: readonly Output[] = [
  feeds,
  openapi,
  referenceRow,
  catalogPage,
  dumps,
  about,
  coursePagesRow,
  search,
  siteFilesRow,
];
