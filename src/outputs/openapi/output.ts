// The OpenAPI document of a build, with examples from its own catalog.
import { firstPageOf } from '../lists/output.ts';
import type { OutputSite } from '../site-options.ts';
import type { BuiltOutputs, Output, PublishedCatalog } from '../output.ts';
import { resourceRenderers } from '../resources/output.ts';
import { chooseExamples, type ExampleLists } from './examples.ts';
import { renderOpenapi } from './openapi.ts';
import { openapiDeclaration } from './declaration.ts';

const { latest, providers, categories, languages, ...single } = resourceRenderers;

/** Courses on a page that is small enough for an example. */
const maxPageSize = 100;

export const openapi: Output = {
  ...openapiDeclaration,
  *files(catalog, site, built) {
    yield ['openapi.json', openapiText(catalog, site, built)];
  },
};

/** The document. Its examples are the newest course and what belongs to it, and of all other resources the whole response. */
export function openapiText(catalog: PublishedCatalog, { options, features }: OutputSite, built: BuiltOutputs): string {
  const [newest] = latest(catalog);
  const chosen = chooseExamples(newest, providers(catalog), categories(catalog), languages(catalog));
  const responses = Object.entries(single).map(([name, responseOf]) => [name, responseOf(catalog, features)]);
  const parameters = new Map<string, string | undefined>([
    ['provider', chosen.provider && String(chosen.provider.id)],
    ['category', chosen.category?.category_id],
    ['language', chosen.language?.name],
  ]);
  // Of any other endpoint the first list.
  const lists: ExampleLists = {};
  for (const [index, list] of catalog.lists.entries()) {
    const { route, parameter } = list;
    if (parameters.has(route) ? parameters.get(route) !== parameter : lists[route]) continue;
    const isShort = options.pageSize <= maxPageSize;
    lists[route] = { ...list, ...(isShort && { results: firstPageOf(index, catalog, built, options.pageSize) }) };
  }
  return renderOpenapi({ ...options, features, examples: { ...chosen, lists, single: Object.fromEntries(responses) } });
}
