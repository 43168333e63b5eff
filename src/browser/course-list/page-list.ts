// The list of a page of the site: its address says what is shown in the place of the courses of the file.
import type { Choice } from '../../outputs/filters/filters.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { askedParts, queryOf, readAddress, withChoice, type ListRequest } from './address.ts';
import type { ListCatalog } from './catalog.ts';
import { followEntries, type Entries } from './entries.ts';
import { filterBarOf, loadFilters } from './list-filters.ts';
import { pagesOf, readList } from './load-list.ts';
import { loadResults, type Results } from './load-results.ts';
import { barOf, chipsOf, failureOf, ignoredOf, offersOf, pagerOf, rowsOf, waysOutOf } from './results.ts';
import { setMarkup } from './set-markup.ts';
import { updateBar } from './update-bar.ts';
import { whenWanted } from './when-wanted.ts';

/** Milliseconds between typing and searching. */
const delay = 150;

/** Why a list is shown: for its address, a choice, or what is typed. */
type Cause = 'address' | 'choice' | 'typing';

/** Shows the list of an element that has a search form, until the signal ends it. */
export function openPageList(
  host: HTMLElement,
  form: HTMLFormElement,
  catalog: ListCatalog,
  signal: AbortSignal,
): void {
  new PageList(host, form, catalog, signal).start();
}

class PageList {
  readonly #bar = part('div', 'bar');
  readonly #chosen = part('div', 'chosen-filters');
  readonly #count = part('p', 'count');
  readonly #results = part('div', 'results');
  readonly #ofFile: readonly HTMLElement[];
  readonly #field: HTMLInputElement | null;
  readonly #list: Choice | undefined;
  /** The path of the first page of the list, and that of the page whose courses are in the file. */
  readonly #base: string;
  readonly #filePath = location.pathname;
  readonly #entries: Entries;
  #turn = 0;
  /** What is shown, or about to be; undefined until the address is read. */
  #request: ListRequest | undefined;
  #found: Results | undefined;
  #isTyping = false;
  #timer = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly form: HTMLFormElement,
    private readonly catalog: ListCatalog,
    private readonly signal: AbortSignal,
  ) {
    const [route = '', ...parameter] = (host.getAttribute('list') ?? '').split(':');
    this.#list = route === '' ? undefined : [route, parameter.join(':')];
    this.#base = new URL(form.getAttribute('action') ?? '', document.baseURI).pathname;
    this.#field = form.querySelector<HTMLInputElement>('input[name=q]');
    this.#ofFile = [...host.querySelectorAll<HTMLElement>(':scope > .courses, :scope > .pager, :scope > .empty')];
    this.#entries = followEntries(() => void this.#show('address'), signal);
    this.#count.setAttribute('role', 'status');
    this.#count.tabIndex = -1;
  }

  start(): void {
    const { signal } = this;
    this.form.after(this.#bar, this.#count, this.#chosen, this.#results);
    this.form.addEventListener('submit', (event) => this.#submit(event), { signal });
    this.form.addEventListener('input', () => this.#type(), { signal });
    this.#bar.addEventListener('change', (event) => this.#choose(event), { signal });
    // It does not bubble.
    this.#bar.addEventListener('toggle', () => this.#openMore(), { capture: true, signal });
    this.host.addEventListener('click', (event) => this.#click(event), { signal });
    void this.#show('address');
  }

  /** Shows the list at the present address. A later list never waits for an earlier one. */
  async #show(cause: Cause): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const isCurrent = () => turn === this.#turn && !this.signal.aborted;
    const { pathname, search } = location;
    // The file may have the courses of another page of the list.
    const isOfOtherFile = pathname !== this.#filePath;
    const asksForNothing = askedParts(search).length === 0;
    if (asksForNothing && isOfOtherFile) return location.reload();
    if (cause === 'address') {
      [this.#request, this.#isTyping] = [undefined, false];
      const { query } = unread(search);
      // Before anything is loaded, unless something is being typed.
      if (this.#field && query !== '' && this.#timer === 0) this.#field.value = query;
    }
    this.host.ariaBusy = 'true';
    if (asksForNothing) {
      this.#showFile();
      this.#entries.restore();
    } else if (!this.#results.hasChildNodes()) this.#count.textContent = this.catalog.words.text('app.loading');
    try {
      if (asksForNothing && this.#found === undefined) await whenWanted(this.host, this.signal);
      const loaded = await readList(this.catalog, this.#list, search);
      const isOfFile = queryOf(loaded.request) === '';
      const found = isOfFile
        ? { loaded, courses: [], offers: [], applied: [], waysOut: [] }
        : await loadResults(loaded, cause !== 'typing');
      if (!isCurrent()) return;
      if (isOfFile && isOfOtherFile) return location.reload();
      [this.#found, this.#request] = [found, found.loaded.request];
      if (found.applied.length > 0) this.#entries.open(this.#base + queryOf(this.#request), false);
      if (cause !== 'typing' && !this.#isTyping && this.#timer === 0 && this.#field)
        this.#field.value = this.#request.query;
      if (isOfFile) this.#showFile();
      else this.#showResults(found);
      this.#showFilters(found);
      this.#entries.restore();
      this.host.ariaBusy = 'false';
      await this.#loadFilters(found);
    } catch (error) {
      if (isCurrent()) this.#showFailure(error);
    }
  }

  /** Loads the filters that are shown now. Whether they can be loaded or not, the courses stay. */
  async #loadFilters(found: Results): Promise<void> {
    const turn = this.#turn;
    const failure = await loadFilters(found.loaded, this.#bar.querySelector('details')?.open === true).then(
      () => [],
      (error: unknown) => [failureOf(error, this.catalog.words)],
    );
    if (turn === this.#turn && !this.signal.aborted) this.#showFilters(found, failure);
  }

  #showFilters({ loaded, offers }: Results, failure: readonly Markup[] = []): void {
    updateBar(this.#bar, barOf(filterBarOf(loaded), this.catalog.words));
    const parts = [chipsOf(loaded, this.#base), ignoredOf(loaded), offersOf(offers, loaded, this.#base), ...failure];
    setMarkup(this.#chosen, html`${parts}`);
  }

  #showResults({ loaded, courses, applied, waysOut }: Results): void {
    const { request, results, names } = loaded;
    const { text } = this.catalog.words;
    const pages = pagesOf(results);
    const filters = applied.map(([filter, value]) => names.wholeNameOf(filter, value)).join(', ');
    this.#count.textContent = [
      ...(applied.length > 0 ? [text('search.asFilters', { filters })] : []),
      text(request.query === '' ? 'courses.count' : 'search.found', { count: results.total }),
      ...(pages > 1 ? [text('list.page', { page: request.page, pages })] : []),
    ].join(' · ');
    const none = text(request.choices.length > 0 ? 'filter.none' : 'search.none');
    setMarkup(
      this.#results,
      courses.length > 0
        ? html`${rowsOf(courses, loaded)}${pagerOf(loaded, this.#base)}`
        : html`<p class="empty">${none}</p>${waysOutOf(waysOut, loaded, this.#base)}`,
    );
    this.#hideFile(true);
  }

  /** Shows the courses of the file, without what was found before. */
  #showFile(): void {
    this.#results.replaceChildren();
    this.#chosen.replaceChildren();
    this.#count.textContent = '';
    this.#hideFile(false);
  }

  #showFailure(error: unknown): void {
    this.host.ariaBusy = 'false';
    this.#count.textContent = this.catalog.words.text('failure.title');
    setMarkup(this.#results, failureOf(error, this.catalog.words));
    this.#hideFile(false);
  }

  #hideFile(isHidden: boolean): void {
    for (const own of this.#ofFile) own.hidden = isHidden;
    delete document.documentElement.dataset['query'];
  }

  #openMore(): void {
    if (this.#found && this.#bar.querySelector('details')?.open === true) void this.#loadFilters(this.#found);
  }

  /** Goes to another list, in a new entry of the history unless it is still being typed. */
  async #go(request: ListRequest, cause: Cause): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const query = queryOf(request);
    if (query === '' && this.#base !== this.#filePath) return location.assign(this.#base);
    const isSame = location.pathname === this.#base && location.search === query;
    if (!isSame) this.#entries.open(this.#base + query, cause !== 'typing' || !this.#isTyping);
    [this.#isTyping, this.#request] = [cause === 'typing', request];
    const found = this.#found;
    // At once, so that the next choice adds to this one.
    if (found && !isSame)
      this.#showFilters({ ...found, offers: [], loaded: { ...found.loaded, request, ignored: [] } });
    await this.#show(cause);
  }

  #typed(): ListRequest {
    return { ...(this.#request ?? unread(location.search)), query: this.#field?.value ?? '', page: 1 };
  }

  #submit(event: Event): void {
    event.preventDefault();
    void this.#go(this.#typed(), 'choice');
  }

  #type(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#go(this.#typed(), 'typing'), delay);
  }

  #choose({ target }: Event): void {
    if (!(target instanceof HTMLSelectElement)) return;
    const { name, value } = target;
    // The usual order may be another one under other choices.
    const sort = value === this.#found?.loaded.sorts[0] ? undefined : value;
    const request = this.#typed();
    void this.#go(name === 'sort' ? { ...request, sort } : withChoice(request, name, value), 'choice');
  }

  async #follow(request: ListRequest, isPager: boolean): Promise<void> {
    await this.#go(request, 'choice');
    // The link is gone.
    this.#count.focus({ preventScroll: true });
    if (isPager) this.host.scrollIntoView();
  }

  /** Follows links to other pages of the list without leaving this one. */
  #click(event: MouseEvent): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const button = target.closest('button');
    if (button?.value === 'retry') void this.#show('choice');
    if (button?.value === 'reload') location.reload();
    const link = target.closest('a');
    // The browser opens it in another tab or window.
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { pathname, search, origin } = new URL(link.href);
    const isOurs = [this.#chosen, this.#results].some((ours) => ours.contains(link));
    const found = this.#found;
    if (!found || !isOurs || origin !== location.origin || pathname !== this.#base || search === location.search)
      return;
    event.preventDefault();
    const { request } = readAddress(search, { ...found.loaded.names, hasValue: () => true });
    void this.#follow(request, link.closest('.pager') !== null);
  }
}

/** What an address asks for, before it is known what there is to ask for. */
function unread(search: string): ListRequest {
  const asked = new URLSearchParams(search);
  const filters = [...new Set(asked.keys())].filter((name) => !['q', 'sort', 'page'].includes(name));
  return readAddress(search, { filters, sorts: asked.getAll('sort'), hasValue: () => true }).request;
}

function part(name: string, className: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
