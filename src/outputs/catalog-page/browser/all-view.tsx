// Views of all categories, all providers and all languages.
import { addressOf } from '../../../api/routes.ts';
import { count } from '../../../text/format.ts';
import type { ListedProvider } from '../../../api/schemas.ts';
import type { Category, Language } from './api.ts';
import { Filtered } from './filtered.tsx';
import type { Item } from './items.ts';
import { ApiLine, Heading } from './parts.tsx';
import { fragmentOf } from './place.ts';
import type { Site, View } from './view.ts';

export async function allCategoriesView(site: Site): Promise<View> {
  const items = (await site.api.categories()).map(categoryItem);
  const nested = items.reduce((sum, { children = [] }) => sum + children.length, 0);
  const status = `${count(items.length, 'top-level category', 'top-level categories')}, ${nested} below them`;
  return allView(site, 'categories', 'Categories', items, status);
}

export async function allProvidersView(site: Site): Promise<View> {
  const items = byCourses(await site.api.providers()).map(providerItem);
  return allView(
    site,
    'providers',
    'Providers',
    items,
    `${count(items.length, 'provider', 'providers')}, largest first`,
  );
}

export async function allLanguagesView(site: Site): Promise<View> {
  const items = byCourses(await site.api.languages()).map(languageItem);
  return allView(
    site,
    'languages',
    'Languages',
    items,
    `${count(items.length, 'language', 'languages')}, largest first`,
  );
}

export function categoryItem({ name, category_id, course_count, children }: Category): Item {
  return {
    key: category_id,
    name,
    href: fragmentOf({ view: 'list', list: 'category', parameter: category_id, page: 1 }),
    course_count,
    children: children.map((child) => categoryItem({ ...child, children: [] })),
  };
}

export function providerItem({ id, name, course_count }: ListedProvider): Item {
  const key = String(id);
  return { key, name, href: fragmentOf({ view: 'list', list: 'provider', parameter: key, page: 1 }), course_count };
}

export function languageItem({ name, course_count }: Language): Item {
  return {
    key: name,
    name,
    href: fragmentOf({ view: 'list', list: 'language', parameter: name, page: 1 }),
    course_count,
  };
}

/** Sorts by number of courses, largest first, then by name. */
export function byCourses<Counted extends { readonly name: string; readonly course_count: number }>(
  all: readonly Counted[],
): readonly Counted[] {
  const names = new Intl.Collator('en');
  return all.toSorted((a, b) => b.course_count - a.course_count || names.compare(a.name, b.name));
}

function allView(
  { root }: Site,
  route: 'categories' | 'providers' | 'languages',
  title: string,
  items: Item[],
  summary: string,
): View {
  const status = items.length === 0 ? `There are no ${route} yet.` : summary;
  return {
    title,
    status,
    content: (
      <>
        <Heading>{title}</Heading>
        <p class="under-heading">{status}</p>
        {items.length > 0 && <Filtered items={items} plural={route} />}
        <ApiLine address={addressOf('.', route)} root={root} />
      </>
    ),
  };
}
