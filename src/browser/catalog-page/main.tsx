// Entry point of the catalog page.
import { render } from 'preact';
import { shownApi } from './api.ts';
import { decodeReferences } from './decode-references.ts';
import { App } from './app.tsx';
import { intlTagOf, shownName } from '../../text/locales/language-names.ts';
import { chooseLocale, locale } from './language/locale.ts';
import { lazyAsync } from '../../memoize.ts';
import { loadSearch } from './search/load-search.ts';
import type { ScreenContext } from './screen.ts';
import { preferredLanguages } from './language/visitor.ts';

const page = document.querySelector<HTMLElement>('#page');
if (page !== null) void start(page);

async function start(element: HTMLElement): Promise<void> {
  const { title = '', description = '', logo } = element.dataset;
  const root = new URL('.', location.href);
  const api = shownApi(root, decodeReferences);
  const shown = new Map<string, string>();
  const localizedLanguage = (name: string): string => {
    const known = shown.get(name) ?? shownName(name, locale());
    shown.set(name, known);
    return known;
  };
  const context: ScreenContext = {
    api,
    search: lazyAsync(() => loadSearch(context)),
    facts: lazyAsync(async () =>
      'facts' in element.dataset
        ? (await import('./facts/load-facts.ts')).loadFacts(root, localizedLanguage)
        : undefined,
    ),
    root,
    published: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? root.href,
    title,
    description,
    logo,
    coursePages: 'coursePages' in element.dataset,
    dumps: 'dumps' in element.dataset,
    calendar: 'calendar' in element.dataset,
    tagOf: intlTagOf,
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
