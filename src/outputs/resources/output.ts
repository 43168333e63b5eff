// Resources: the endpoints that are a single file, each built from the catalog (specification 2.4, 2.5, 4).
import { clientFilesOf } from '../../api/client-files.ts';
import type { SiteFeatures } from '../../api/published-paths.ts';
import { apiRoot, folderOf, routes, type SingleRoute } from '../../api/routes.ts';
import type { ChildCategory, ListedCategory, ListedLanguage, ListedProvider } from '../../api/records.ts';
import { categoryListNumber } from '../../catalog/membership.ts';
import type { Catalog, Output, PublishedCatalog } from '../output.ts';
import { resourcesDeclaration } from './declaration.ts';
import { keysOf } from '../../text/keys.ts';

/** By route name, in publication order: the index, which links to all others, comes last. Add a resource by adding a row. */
export const resourceRenderers = {
  languages: languagesOf,
  latest: ({ latest }) => latest,
  providers: providersOf,
  categories: categoryTree,
  index: apiIndexOf,
} as const satisfies Record<SingleRoute, (catalog: PublishedCatalog, features: SiteFeatures) => unknown>;

/** The responses of the API that are a single file. */
export const resources: Output = {
  ...resourcesDeclaration,
  *files(catalog, { features }) {
    for (const name of keysOf(resourceRenderers)) {
      yield [`${folderOf(name)}/`, JSON.stringify(resourceRenderers[name](catalog, features))];
    }
  },
};

/** Endpoint 2. */
export function providersOf({ references, membership }: Catalog): ListedProvider[] {
  return references.providers.map(({ id, name, external_id }, index) => ({
    id,
    name,
    external_id,
    course_count_catalog: membership.externalCatalogCounts[index] ?? 0,
    course_count: membership.counts[index] ?? 0,
  }));
}

/** Endpoint 3: two levels, as specified, however deep the source is. */
export function categoryTree({ references, membership }: Catalog): ListedCategory[] {
  const { categories } = references;
  const countOf = (index: number) => membership.counts[categoryListNumber(references, index)] ?? 0;
  const tops = new Map<number, ListedCategory & { readonly children: ChildCategory[] }>();
  for (const [index, { id, name, parent }] of categories.entries()) {
    if (parent === -1) tops.set(index, { name, category_id: String(id), course_count: countOf(index), children: [] });
  }
  for (const [index, { id, name, parent }] of categories.entries()) {
    tops.get(parent)?.children.push({ name, category_id: String(id), course_count: countOf(index) });
  }
  return [...tops.values()];
}

/** `/api/v1/languages/`, an addition: the specification gives clients no way to discover the language names. */
export function languagesOf({ lists }: Catalog): ListedLanguage[] {
  const languages = lists.filter(({ route }) => route === 'language');
  return languages.map(({ label, count }) => ({ name: label, course_count: count }));
}

/** `/api/v1/`, an addition: the URL of every endpoint, as a template if it has a parameter, and of the files beside the API. */
function apiIndexOf(
  { baseUrl }: Pick<PublishedCatalog, 'baseUrl'>,
  features: SiteFeatures,
): Readonly<Record<string, string>> {
  const listed = Object.values(routes).filter(({ indexKey }) => indexKey !== null);
  return Object.fromEntries([
    ...listed.map(({ indexKey, path }) => [indexKey, `${baseUrl}/${apiRoot}/${path}/`]),
    ...clientFilesOf(features).map(([key, { path }]) => [key, `${baseUrl}/${path}`]),
  ]);
}
