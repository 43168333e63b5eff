// The names of the values of facets: languages and years are their own names, categories and providers have them in the API.
import type { FacetName } from '../../../facets/format.ts';
import type { Api } from '../api.ts';

export type NameOf = (facet: FacetName, value: string) => string;

const unnamed = { category: 'Category', provider: 'Provider' };

export async function loadNames(api: Api): Promise<NameOf> {
  const [providers, categories] = await Promise.all([api.providers(), api.categories()]);
  const both = categories.flatMap((category) => [category, ...category.children]);
  const names = {
    provider: new Map(providers.map(({ id, name }) => [String(id), name])),
    category: new Map(both.map(({ category_id, name }) => [category_id, name])),
  };
  return (facet, value) => {
    if (facet === 'language' || facet === 'year') return value;
    return names[facet].get(value) ?? `${unnamed[facet]} ${value}`;
  };
}
