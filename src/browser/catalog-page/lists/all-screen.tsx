// Screens of all categories, all providers and all languages.
import { useMemo, useState } from 'preact/hooks';
import { addressOf } from '../../../api/routes.ts';
import { remember, remembered } from '../entries.ts';
import { ItemList } from './item-list.tsx';
import { byCourses, categoryItem, languageItem, matching, providerItem, type Item } from './items.ts';
import { message } from '../language/locale.ts';
import { ApiLine, Heading } from '../components.tsx';
import type { ScreenContext, Screen } from '../screen.ts';

type ItemsRoute = 'categories' | 'providers' | 'languages';

export async function allScreen(route: ItemsRoute, context: ScreenContext): Promise<Screen> {
  const items = await load[route](context);
  const title = message(`nav.${route}`);
  const status = items.length === 0 ? message(`empty.${route}`) : summaryOf(route, items);
  return {
    title,
    status,
    content: (
      <>
        <Heading>{title}</Heading>
        <p class="under-heading">{status}</p>
        {items.length > 0 && <FilterableItems items={items} route={route} />}
        <ApiLine address={addressOf('.', route)} root={context.root} />
      </>
    ),
  };
}

const load: Readonly<Record<ItemsRoute, (context: ScreenContext) => Promise<readonly Item[]>>> = {
  categories: async ({ api }) => (await api.categories()).map(categoryItem),
  providers: async ({ api }) => byCourses(await api.providers()).map(providerItem),
  languages: async ({ api, localizedLanguage }) =>
    byCourses(await api.languages()).map((language) => languageItem(language, localizedLanguage)),
};

const counts = { categories: 'categories.count', providers: 'providers.count', languages: 'languages.count' } as const;

function summaryOf(route: ItemsRoute, items: readonly Item[]): string {
  const count = message(counts[route], { count: items.length });
  if (route !== 'categories') return message('all.largestFirst', { items: count });
  const nested = items.reduce((sum, { children = [] }) => sum + children.length, 0);
  return message('categories.below', { top: count, count: nested });
}

/** Items, and a field to find some by name. */
function FilterableItems({ items, route }: { items: readonly Item[]; route: ItemsRoute }) {
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
