// The resources that are listed in full: providers, the category tree and the languages, as JSON (specification 2.4, 2.5).
import type { Category } from '../catalog/categories.ts';
import type { Provider } from '../catalog/providers.ts';

/** Endpoint 2. `counts` and `catalogCounts` hold the courses of each provider, by its index. */
export function renderProviders(
  providers: readonly Provider[],
  counts: Uint32Array,
  catalogCounts: Uint32Array,
): string {
  return JSON.stringify(
    providers.map(({ id, name, external_id }, index) => ({
      id,
      name,
      external_id,
      course_count_catalog: catalogCounts[index],
      course_count: counts[index],
    })),
  );
}

/** Endpoint 3: two levels, as specified, whatever the depth of the source. `counts` holds the courses of each category. */
export function renderCategories(categories: readonly Category[], counts: Uint32Array): string {
  const tops = new Map<number, { name: string; category_id: string; course_count: number; children: object[] }>();
  for (const [index, { id, name, parent }] of categories.entries()) {
    if (parent === -1) {
      tops.set(index, { name, category_id: String(id), course_count: counts[index] ?? 0, children: [] });
    }
  }
  for (const [index, { id, name, parent }] of categories.entries()) {
    tops.get(parent)?.children.push({ name, category_id: String(id), course_count: counts[index] ?? 0 });
  }
  return JSON.stringify([...tops.values()]);
}

/** `/api/v1/languages/`, an addition of ours: the specification gives a client no way to learn the language names. */
export function renderLanguages(languages: readonly string[], counts: Uint32Array): string {
  return JSON.stringify(languages.map((name, index) => ({ name, course_count: counts[index] })));
}
