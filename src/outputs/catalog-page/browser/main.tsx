// Entry point of the catalog page.
import { render } from 'preact';
import { openApi } from './api.ts';
import { App } from './app.tsx';
import { createTagLookup } from './language-tag.ts';
import { loadNames } from './filters/names.ts';
import { loadSearch, once } from './open-search.ts';
import type { Site } from './view.ts';

const page = document.querySelector<HTMLElement>('#page');
if (page !== null) {
  const { title = '', description = '' } = page.dataset;
  const root = new URL('.', location.href);
  const [api, tagOf] = [openApi(root), createTagLookup()];
  const site: Site = {
    api,
    search: once(() => loadSearch(root, tagOf)),
    names: once(() => loadNames(api)),
    root,
    published: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? root.href,
    title,
    description,
    coursePages: 'coursePages' in page.dataset,
    dumps: 'dumps' in page.dataset,
    tagOf,
  };
  page.replaceChildren();
  render(<App site={site} />, page);
}
