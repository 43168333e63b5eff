// Entry point of the catalog page.
import { render } from 'preact';
import { openApi } from './api.ts';
import { App } from './app.tsx';
import { createTagLookup, shownName } from '../../../locales/language-tag.ts';
import { loadNames } from './filters/names.ts';
import { chooseLocale, locale } from './locale.ts';
import { loadSearch, once } from './open-search.ts';
import type { Site } from './view.ts';
import { preferredLanguages } from './visitor.ts';

const page = document.querySelector<HTMLElement>('#page');
if (page !== null) void start(page);

async function start(element: HTMLElement): Promise<void> {
  const { title = '', description = '', logo } = element.dataset;
  const root = new URL('.', location.href);
  const [api, tagOf] = [openApi(root), createTagLookup()];
  const shown = new Map<string, string>();
  const languageName = (name: string): string => {
    const known = shown.get(name) ?? shownName(name, tagOf, locale());
    shown.set(name, known);
    return known;
  };
  const site: Site = {
    api,
    search: once(() => loadSearch(site)),
    names: once(() => loadNames(site)),
    root,
    published: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? root.href,
    title,
    description,
    logo,
    coursePages: 'coursePages' in element.dataset,
    dumps: 'dumps' in element.dataset,
    tagOf,
    languageName,
    isPreferred: preferredLanguages(),
    isTranslated: document.documentElement.dataset['wait'] === 'page',
  };
  await chooseLocale();
  const { dataset } = document.documentElement;
  const early = 'wait' in dataset ? null : element.querySelector('.view');
  element.replaceChildren();
  render(<App site={site} early={early} />, element);
  delete dataset['wait'];
}
