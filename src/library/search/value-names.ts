// The names of the values of facets: categories and providers have them in the API, any other value is its own name.
import type { ListedCategory, ListedProvider } from '../../api/records.ts';
import type { FacetName } from '../../outputs/facets/file-format.ts';

export type ValueNames = ReturnType<typeof valueNames>;

export function valueNames(providers: readonly ListedProvider[], categories: readonly ListedCategory[]) {
  const both = categories.flatMap((top) => [
    { ...top, parent: '' },
    ...top.children.map((child) => ({ ...child, parent: top.category_id })),
  ]);
  const names: Readonly<Partial<Record<FacetName, ReadonlyMap<string, string>>>> = {
    provider: new Map(providers.map(({ id, name }) => [String(id), name])),
    category: new Map(both.map(({ category_id, name }) => [category_id, name])),
  };
  const parents = new Map(both.map(({ category_id, parent }) => [category_id, parent]));
  return {
    /** Undefined for a category below the second level. */
    nameOf: (facet: FacetName, value: string) => (names[facet] ? names[facet].get(value) : value),
    /** The category above a value; empty if there is none, undefined if it is not on the first two levels. */
    parentOf: (facet: FacetName, value: string) => (facet === 'category' ? parents.get(value) : ''),
  };
}
