// The table of all outputs, as a build loads it: with the code that writes them.
import { apiReference } from './api-reference/output.ts';
import { calendar } from './calendar/output.ts';
import { catalogMetadata } from './catalog-metadata/output.ts';
import { pages } from './pages/output.ts';
import { dumps } from './dumps/output.ts';
import { embedDeclaration } from './embed/declaration.ts';
import { filters } from './filters/output.ts';
import { feeds } from './feeds/output.ts';
import { journal } from './journal/output.ts';
import { lists } from './lists/output.ts';
import { openapi } from './openapi/output.ts';
import type { Output } from './output.ts';
import { resources } from './resources/output.ts';
import { search } from './search/output.ts';
import { siteFilesDeclaration } from './site-files/declaration.ts';
import { frameDeclaration } from './frame/declaration.ts';
import { views } from './views/output.ts';

/** In the order of publication. */
export const outputs: readonly Output[] = [
  views,
  pages,
  journal,
  lists,
  feeds,
  calendar,
  openapi,
  apiReference,
  dumps,
  catalogMetadata,
  search,
  filters,
  frameDeclaration,
  embedDeclaration,
  siteFilesDeclaration,
  resources,
];
