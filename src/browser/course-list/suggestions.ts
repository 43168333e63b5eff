// Suggestions of a search field: a combobox with the first courses that are found while typing, in the order of the results.
import { coursePagesFolder } from '../../outputs/shared/page-paths.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { shortened } from '../../text/shortened.ts';
import { batchSize } from '../../library/search/title-order.ts';
import { queryOf, wholeList } from './address.ts';
import type { ListCatalog } from './catalog.ts';
import { loadList } from './load-list.ts';
import { loadOffers } from './load-results.ts';
import { courseHref, offerName } from './results.ts';
import { setMarkup } from './set-markup.ts';

/** Milliseconds between typing and searching. */
const delay = 90;
const shownCourses = 6;

let fields = 0;

/** Suggests courses below a search field, whose form leads to all of them. */
export function suggestIn(field: HTMLInputElement, catalog: ListCatalog): void {
  const { text } = catalog.words;
  fields += 1;
  const id = `suggestions-${fields}`;
  const list = document.createElement('ul');
  Object.assign(list, {
    id,
    className: 'suggestions',
    role: 'listbox',
    ariaLabel: text('search.suggestions'),
    hidden: true,
  });
  const status = document.createElement('p');
  Object.assign(status, { className: 'visually-hidden', role: 'status' });
  field.form?.append(list, status);
  const attributes = { role: 'combobox', autocomplete: 'off', spellcheck: 'false', dir: 'auto' };
  const aria = { 'aria-expanded': 'false', 'aria-controls': id, 'aria-autocomplete': 'list' };
  for (const [name, value] of Object.entries({ ...attributes, ...aria })) field.setAttribute(name, value);

  let [active, turn, timer] = [-1, 0, 0];
  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')];

  const activate = (index: number) => {
    active = index;
    for (const [at, option] of options().entries()) option.ariaSelected = String(at === index);
    const option = options()[index];
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const open = (isOpen: boolean) => {
    list.hidden = !isOpen || options().length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    activate(-1);
  };
  const close = () => {
    turn += 1;
    clearTimeout(timer);
    open(false);
  };
  const suggest = async () => {
    turn += 1;
    const own = turn;
    const query = field.value.trimStart();
    if (query === '') return open(false);
    const found = await suggestions(query, catalog).catch(() => undefined);
    if (own !== turn) return undefined;
    status.textContent = found?.status ?? text('search.failed');
    setMarkup(
      list,
      found ? html`${found.options.map((option, index) => optionMarkup(option, `${id}-${index}`))}` : html``,
    );
    return open(document.activeElement === field);
  };
  const suggestSoon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void suggest(), delay);
  };

  field.addEventListener('input', suggestSoon);
  field.addEventListener('blur', close);
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (list.hidden) suggestSoon();
      // The field itself is one more stop in the cycle.
      else activate(((active + 1 + step + options().length + 1) % (options().length + 1)) - 1);
    } else if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      close();
    }
  });
  field.form?.addEventListener('submit', (event) => {
    const href = list.hidden ? undefined : options()[active]?.dataset['href'];
    close();
    if (href === undefined) return;
    event.preventDefault();
    location.assign(href);
  });
  // Keeps the focus in the field: losing it would close the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const href = target instanceof Element ? target.closest<HTMLElement>('[role=option]')?.dataset['href'] : undefined;
    if (href !== undefined) location.assign(href);
  });
  if (document.activeElement === field && field.value !== '') suggestSoon();
}

/** A suggested course, a filter, or all results. */
interface Option {
  readonly href: string;
  readonly name: string | Markup;
  readonly by: string;
  readonly lang: string | undefined;
}

async function suggestions(query: string, catalog: ListCatalog) {
  const { text, languageName } = catalog.words;
  const loaded = await loadList(catalog, undefined, { ...wholeList, query });
  const { results, request } = loaded;
  // The best of a batch may be any of it.
  const [batch, offers] = await Promise.all([results.first(batchSize), loadOffers(loaded)]);
  const courses = batch.slice(0, shownCourses);
  const addressOf = (asked: typeof request) => `${catalog.root}${coursePagesFolder}/${queryOf(asked)}`;
  const found = courses.map((course): Option => {
    const { title, author, language } = course;
    const by = [shortened(author), ...language.map(languageName)].filter((name) => name !== '').join(' · ');
    return {
      href: courseHref(course) ?? addressOf(request),
      name: shortened(title),
      by,
      lang: loaded.names.langOf(language),
    };
  });
  const filters = offers.map((offer): Option => {
    return { href: addressOf(offer.request), name: offerName(offer, loaded), by: '', lang: undefined };
  });
  const all = { href: addressOf(request), name: text('search.all', { count: results.total }), by: '', lang: undefined };
  return {
    status: text('search.found', { count: results.total }),
    options: [...filters, ...found, ...(results.total > courses.length ? [all] : [])],
  };
}

function optionMarkup({ href, name, by, lang }: Option, id: string): Markup {
  const tag = lang === undefined ? [] : html` lang="${lang}"`;
  const quiet = by === '' ? [] : html`<bdi class="quiet">${by}</bdi>`;
  return html`<li id="${id}" role="option" aria-selected="false" data-href="${href}"><span class="title" dir="auto"${tag}>${name}</span>${quiet}</li>`;
}
