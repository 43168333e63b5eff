// Loads the script of lists and suggestions: where a page has a list, or once a search field has the focus.
import { addressOf } from '../../api/routes.ts';
import { fieldsPath, filtersPath, firstFilters, languagesPath } from '../../outputs/filters/file-format.ts';
import { searchIndexPath } from '../../outputs/search/file-format.ts';
import { lazyAsync } from '../../memoize.ts';
import { messagesOf } from '../../text/locales/locales.ts';
import { localeTags } from '../../text/locales/tags.ts';
import { openLocale } from '../../text/locales/translate.ts';
import { askedParts } from '../course-list/address.ts';

interface ListScript {
  readonly suggest: (field: HTMLInputElement) => void;
}

/** What the list of any address that asks for something is made of. */
const filesOfEachSearch = [
  filtersPath,
  searchIndexPath,
  fieldsPath,
  languagesPath,
  addressOf('.', 'providers'),
  addressOf('.', 'categories'),
];

/** What the addresses of lists ask for most. */
const usualNames = ['q', 'sort', 'page', ...firstFilters];

/** `address` is that of the script. */
export function loadListScript(address: string): void {
  const { dataset } = document.documentElement;
  const load = lazyAsync(async (): Promise<ListScript> => import(address));
  if (askedParts(location.search).length > 0) {
    // Hides the courses of the file, in whose place others are about to come.
    dataset['query'] = '';
    // It is reported where the page has a list.
    load().catch(() => undefined);
    // The script itself would ask for them only once it runs. Any page may have an address with other names in its query.
    const asked = new URLSearchParams(location.search);
    if (usualNames.some((name) => asked.has(name)))
      for (const path of filesOfEachSearch) preload(new URL(`../${path}`, address).href);
  }
  addEventListener('DOMContentLoaded', () => {
    const list = document.querySelector('course-list');
    if (list === null) delete dataset['query'];
    else load().catch(() => askToReload(list));
  });
  const seen = new WeakSet();
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('form[role=search] [name=q]')) return;
    if (target.closest('course-list') !== null || seen.has(target)) return;
    seen.add(target);
    // Without suggestions the form still leads to what is found.
    load().then(
      ({ suggest }) => suggest(target),
      () => seen.delete(target),
    );
  });
}

function preload(href: string): void {
  // As a `fetch` without settings asks, so that it gets the same response.
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href });
  document.head.append(link);
}

/** An old page may need what a new build no longer has. */
function askToReload(list: Element): void {
  delete document.documentElement.dataset['query'];
  const tag = localeTags.find((known) => known === document.documentElement.lang) ?? 'en';
  const { text } = openLocale(tag, messagesOf[tag]);
  const failure = document.createElement('p');
  failure.className = 'failure';
  failure.role = 'alert';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text('failure.reload');
  button.addEventListener('click', () => location.reload());
  failure.append(`${text('failure.script')} `, button);
  list.prepend(failure);
}
