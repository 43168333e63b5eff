// The responses that are one file each: how each is made from a catalog (specification 2.4, 2.5, 4).
import type { Lists } from '../catalog/lists.ts';
import type { References } from '../catalog/references.ts';
import { apiRoot, routes, type RouteName } from './routes.ts';
import type { Category, FullCourse, Language, ListedProvider } from './schemas.ts';

/** What these responses are made from. */
export interface PublishedCatalog {
  readonly references: References;
  readonly lists: Lists;
  /** The newest courses, newest first. */
  readonly latest: readonly FullCourse[];
  /** Without a last slash. */
  readonly baseUrl: string;
}

/** By the names of their routes, in the order in which they are published: the index of all comes last. A new one is a new row. */
export const resources = {
  languages: languagesOf,
  latest: ({ latest }) => latest,
  providers: providersOf,
  categories: categoriesOf,
  index: indexOf,
} as const satisfies Partial<Record<RouteName, (catalog: PublishedCatalog) => unknown>>;

export type ResourceName = keyof typeof resources;
export const resourceNames = Object.keys(resources).filter((name): name is ResourceName => name in resources);

/** Endpoint 2. */
export function providersOf({ references, lists }: PublishedCatalog): ListedProvider[] {
  return references.providers.map(({ id, name, external_id }, index) => ({
    id,
    name,
    external_id,
    course_count_catalog: lists.catalogCounts[index] ?? 0,
    course_count: lists.counts[index] ?? 0,
  }));
}

/** Endpoint 3: two levels, as specified, whatever the depth of the source. */
export function categoriesOf({ references: { providers, categories }, lists }: PublishedCatalog): Category[] {
  const countOf = (index: number) => lists.counts[providers.length + index] ?? 0;
  const tops = new Map<number, Category>();
  for (const [index, { id, name, parent }] of categories.entries()) {
    if (parent === -1) tops.set(index, { name, category_id: String(id), course_count: countOf(index), children: [] });
  }
  for (const [index, { id, name, parent }] of categories.entries()) {
    tops.get(parent)?.children.push({ name, category_id: String(id), course_count: countOf(index) });
  }
  return [...tops.values()];
}

/** `/api/v1/languages/`, an addition of ours: the specification gives a client no way to learn the language names. */
export function languagesOf({ references: { providers, categories }, lists }: PublishedCatalog): Language[] {
  const first = providers.length + categories.length;
  return lists.languages.map((name, index) => ({ name, course_count: lists.counts[first + index] ?? 0 }));
}

/** `/api/v1/`, an addition of ours: the address of every endpoint, as a template where it has a parameter. */
export function indexOf({ baseUrl }: Pick<PublishedCatalog, 'baseUrl'>): Readonly<Record<string, string>> {
  const listed = Object.values(routes).filter((route) => route.name !== null);
  return Object.fromEntries(listed.map(({ name, path }) => [name, `${baseUrl}/${apiRoot}/${path}/`]));
}
