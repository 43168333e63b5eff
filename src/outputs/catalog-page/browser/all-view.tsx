// Views of all categories, all providers and all languages.
import { addressOf } from '../../../api/routes.ts';
import { Filtered } from './filtered.tsx';
import { byCourses, categoryItem, languageItem, providerItem, type Item } from './items.ts';
import { message } from './locale.ts';
import { ApiLine, Heading } from './parts.tsx';
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
  const items = byCourses(await site.api.languages()).map((language) => languageItem(language, site.languageName));
  return allView(site, 'languages', items, largestFirst(message('languages.count', { count: items.length })));
}

function largestFirst(items: string): string {
  return message('all.largestFirst', { items });
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
