// The table of all outputs, as every command may load it: without the code that writes them.
import type { PublishedPath } from '../api/published-paths.ts';
import { isInApi } from '../api/routes.ts';
import { apiReferenceDeclaration } from './api-reference/declaration.ts';
import { calendarDeclaration } from './calendar/declaration.ts';
import { catalogMetadataDeclaration } from './catalog-metadata/declaration.ts';
import { pagesDeclaration } from './pages/declaration.ts';
import { dumpsDeclaration } from './dumps/declaration.ts';
import { embedDeclaration } from './embed/declaration.ts';
import { filtersDeclaration } from './filters/declaration.ts';
import { feedsDeclaration } from './feeds/declaration.ts';
import { journalDeclaration } from './journal/declaration.ts';
import { listsDeclaration } from './lists/declaration.ts';
import { openapiDeclaration } from './openapi/declaration.ts';
import type { OutputDeclaration } from './output.ts';
import { resourcesDeclaration } from './resources/declaration.ts';
import { searchDeclaration } from './search/declaration.ts';
import { siteFilesDeclaration } from './site-files/declaration.ts';
import { frameDeclaration } from './frame/declaration.ts';
import { viewsDeclaration } from './views/declaration.ts';

/** In the order of the hosts' rules. Add an output by adding a folder, its declaration here, and a line in `outputs.ts`. */
export const outputDeclarations: readonly OutputDeclaration[] = [
  viewsDeclaration,
  listsDeclaration,
  resourcesDeclaration,
  pagesDeclaration,
  apiReferenceDeclaration,
  searchDeclaration,
  filtersDeclaration,
  feedsDeclaration,
  calendarDeclaration,
  openapiDeclaration,
  dumpsDeclaration,
  catalogMetadataDeclaration,
  frameDeclaration,
  embedDeclaration,
  journalDeclaration,
  siteFilesDeclaration,
];

/** What is published beside the API, of any site. */
export const allPublishedPaths: readonly PublishedPath[] = outputDeclarations.flatMap((output) =>
  output.paths.map((path) => ({ isPublished: (features) => output.isWanted(features), ...path })),
);

/** The folders outside the API that such outputs own: all in them belongs to builds. They end with a slash. */
export function ownedFoldersOf(outputs: readonly OutputDeclaration[]): string[] {
  return outputs
    .flatMap(({ courseFiles }) => (courseFiles ? [`${courseFiles.folder}/`] : []))
    .filter((folder) => !isInApi(folder));
}

/** The owned folders of all outputs. */
export const ownedFolders: readonly string[] = ownedFoldersOf(outputDeclarations);
