// Entry point of the catalog page.
import { render } from 'preact';
import { apiClient } from './api.ts';
import { decodeReferences } from './decode-references.ts';
import { App } from './app.tsx';
import { intlTagLookup, shownName } from '../../../locales/language-names.ts';
import { chooseLocale, locale, message } from './language/locale.ts';
import { lazyAsync } from '../../../memoize.ts';
import { loadSearch } from './search/load-search.ts';
import type { ValueNames, ScreenContext } from './screen.ts';
import { preferredLanguages } from './language/visitor.ts';

const page = document.querySelector<HTMLElement>('#page');
if (page !== null) void start(page);

async function start(element: HTMLElement): Promise<void> {
  const { title = '', description = '', logo } = element.dataset;
  const root = new URL('.', location.href);
  const [api, tagOf] = [apiClient(root, decodeReferences), intlTagLookup()];
  const shown = new Map<string, string>();
  const localizedLanguage = (name: string): string => {
    const known = shown.get(name) ?? shownName(name, tagOf, locale());
    shown.set(name, known);
    return known;
  };
  const context: ScreenContext = {
    api,
    search: lazyAsync(() => loadSearch(context)),
    names: lazyAsync(() => loadNames(context)),
    root,
    published: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? root.href,
    title,
    description,
    logo,
    coursePages: 'coursePages' in element.dataset,
    dumps: 'dumps' in element.dataset,
    tagOf,
    localizedLanguage,
    isPreferred: preferredLanguages(),
    isTranslated: document.documentElement.dataset['wait'] === 'page',
  };
  await chooseLocale();
  const { dataset } = document.documentElement;
  const early = 'wait' in dataset ? null : element.querySelector('.screen');
  element.replaceChildren();
  render(<App context={context} early={early} />, element);
  delete dataset['wait'];
}

/** The names of the values of facets: languages and years are their own names, categories and providers have them in the API. */
async function loadNames({
  api,
  localizedLanguage,
}: Pick<ScreenContext, 'api' | 'localizedLanguage'>): Promise<ValueNames> {
  const [providers, categories] = await Promise.all([api.providers(), api.categories()]);
  const both = categories.flatMap((top) => [
    { ...top, parent: '' },
    ...top.children.map((child) => ({ ...child, parent: top.category_id })),
  ]);
  const names = {
    provider: new Map(providers.map(({ id, name }) => [String(id), name])),
    category: new Map(both.map(({ category_id, name }) => [category_id, name])),
  };
  const parents = new Map(both.map(({ category_id, parent }) => [category_id, parent]));
  return {
    nameOf(facet, value) {
      if (facet === 'language') return localizedLanguage(value);
      if (facet === 'year') return value;
      return names[facet].get(value) ?? message(`list.${facet}`, { id: value });
    },
    parentOf: (facet, value) => (facet === 'category' ? parents.get(value) : ''),
  };
}
