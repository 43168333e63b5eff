// Views of all categories, all providers and all languages.
import { addressOf } from '../../../api/routes.ts';
import type { ListedProvider } from '../../../api/schemas.ts';
import type { Category, Language } from './api.ts';
import { Filtered } from './filtered.tsx';
import type { Item } from './items.ts';
import { message } from './locale.ts';
import { ApiLine, Heading } from './parts.tsx';
import { fragmentOf } from './place.ts';
import type { Site, View } from './view.ts';

export async function allCategoriesView(site: Site): Promise<View> {
  const items = (await site.api.categories()).map(categoryItem);
  const nested = items.reduce((sum, { children = [] }) => sum + children.length, 0);
  const top = message('categories.count', { count: items.length });
  return allView(site, 'categories', items, message('categories.below', { top, count: nested }));
}

export async function allProvidersView(site: Site): Promise<View> {
  const items = byCourses(await site.api.providers()).map(providerItem);
  return allView(site, 'providers', items, largestFirst(message('providers.count', { count: items.length })));
}

export async function allLanguagesView(site: Site): Promise<View> {
  const items = byCourses(await site.api.languages()).map((language) => languageItem(language, site));
  return allView(site, 'languages', items, largestFirst(message('languages.count', { count: items.length })));
}

function largestFirst(items: string): string {
  return message('all.largestFirst', { items });
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

export function languageItem({ name, course_count }: Language, site: Site): Item {
  return {
    key: name,
    name: site.languageName(name),
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
  items: Item[],
  summary: string,
): View {
  const title = message(`nav.${route}`);
  const status = items.length === 0 ? message(`empty.${route}`) : summary;
  return {
    title,
    status,
    content: (
      <>
        <Heading>{title}</Heading>
        <p class="under-heading">{status}</p>
        {items.length > 0 && <Filtered items={items} route={route} />}
        <ApiLine address={addressOf('.', route)} root={root} />
      </>
    ),
  };
}
