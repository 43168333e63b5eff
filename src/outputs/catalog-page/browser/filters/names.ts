// The names of the values of facets: languages and years are their own names, categories and providers have them in the API.
import { message } from '../locale.ts';
import type { NameOf, Site } from '../view.ts';

export async function loadNames({ api, languageName }: Pick<Site, 'api' | 'languageName'>): Promise<NameOf> {
  const [providers, categories] = await Promise.all([api.providers(), api.categories()]);
  const both = categories.flatMap((category) => [category, ...category.children]);
  const names = {
    provider: new Map(providers.map(({ id, name }) => [String(id), name])),
    category: new Map(both.map(({ category_id, name }) => [category_id, name])),
  };
  return (facet, value) => {
    if (facet === 'language') return languageName(value);
    if (facet === 'year') return value;
    return names[facet].get(value) ?? message(`list.${facet}`, { id: value });
  };
}
