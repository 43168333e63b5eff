// The names of the values of filters: categories and providers have them in the API, any other value is its own name.
import type { ListedCategory, ListedProvider } from '../../api/records.ts';
import type { FilterName, TaggedLanguage } from '../../outputs/filters/file-format.ts';

export type ValueNames = ReturnType<typeof valueNames>;

export function valueNames(
  providers: readonly ListedProvider[],
  categories: readonly ListedCategory[],
  languages: readonly TaggedLanguage[],
) {
  const both = categories.flatMap((top) => [
    { ...top, parent: '' },
    ...top.children.map((child) => ({ ...child, parent: top.category_id })),
  ]);
  const names: Readonly<Partial<Record<FilterName, ReadonlyMap<string, string>>>> = {
    provider: new Map(providers.map(({ id, name }) => [String(id), name])),
    category: new Map(both.map(({ category_id, name }) => [category_id, name])),
  };
  const parents = new Map(both.map(({ category_id, parent }) => [category_id, parent]));
  const tagged = new Map(languages.map((language) => [language.name, language]));
  return {
    /** Undefined for a category below the second level. */
    nameOf: (filter: FilterName, value: string) => (names[filter] ? names[filter].get(value) : value),
    /** The category above a value; empty if there is none, undefined if it is not on the first two levels. */
    parentOf: (filter: FilterName, value: string) => (filter === 'category' ? parents.get(value) : ''),
    /** A language by its name; undefined if its tag is unknown. */
    languageOf: (name: string) => tagged.get(name),
  };
}
