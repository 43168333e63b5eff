// Views of all categories, all providers and all languages.
import { useMemo, useState } from 'preact/hooks';
import { addressOf } from '../../../../api/routes.ts';
import { remember, remembered } from '../entries.ts';
import { ItemList } from './item-list.tsx';
import { byCourses, categoryItem, languageItem, matching, providerItem, type Item } from './items.ts';
import { message } from '../language/locale.ts';
import { ApiLine, Heading } from '../parts.tsx';
import type { Site, View } from '../view.ts';

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

type Route = 'categories' | 'providers' | 'languages';

function allView({ root }: Site, route: Route, items: Item[], summary: string): View {
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

/** Items, and a field to find some by name. */
function Filtered({ items, route }: { items: readonly Item[]; route: Route }) {
  const id = `filter-${route}`;
  const [typed, setTyped] = useState(() => {
    const before = remembered(id);
    return typeof before === 'string' ? before : '';
  });
  const shown = useMemo(() => matching(items, typed), [items, typed]);
  return (
    <>
      <div class="filter">
        <label for={id}>{message(`filter.${route}`)}</label>
        <input
          id={id}
          type="search"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => remember(id, event.currentTarget.value)}
        />
        <p role="status" class="quiet">
          {typed.trim() === '' ? '' : message('filter.matching', { shown: shown.length, total: items.length })}
        </p>
      </div>
      {shown.length === 0 ? (
        <p class="empty">{message('filter.noName')}</p>
      ) : (
        <ItemList items={shown} label={message(`nav.${route}`)} />
      )}
    </>
  );
}
