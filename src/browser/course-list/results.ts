// What a list shows as markup: its courses, ways on, ways out of an empty result, and failures.
import { coursePagesFolder } from '../../outputs/shared/page-paths.ts';
import { courseRow } from '../../outputs/shared/course-row.ts';
import { filterBar, filterChips, type FilterBar } from '../../outputs/shared/filter-bar.ts';
import type { FoundCourse } from '../../outputs/search/file-format.ts';
import { CatalogError } from '../../library/errors.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { shortened } from '../../text/shortened.ts';
import { hasWebScheme } from '../../text/web-address.ts';
import { queryOf, withoutChoice } from './address.ts';
import { pagesOf, type LoadedList } from './load-list.ts';
import type { Offer, WayOut } from './load-results.ts';
import type { Words } from './words.ts';

/** The address of the page of a course or, where courses have none, of the course itself; undefined if that is nowhere on the web. */
export function courseHref({ page, linkurl }: FoundCourse): string | undefined {
  // An address of a course may be anything.
  return page ?? (hasWebScheme(linkurl) ? linkurl : undefined);
}

/** The courses as rows. */
export function rowsOf(courses: readonly FoundCourse[], { catalog, names, results }: LoadedList): Markup {
  const rows = courses.map((course) => {
    const { provider, date_published: day } = results.fieldsOf(course.id) ?? { provider: '', date_published: '' };
    const row = names.rowOf(course, provider, day);
    return courseRow(row, courseHref(course), course.page === undefined);
  });
  return html`<ul class="courses" aria-label="${catalog.words.text('filter.results')}">${rows}</ul>`;
}

/** Links to the pages before and after the present one. */
export function pagerOf(loaded: LoadedList, base: string): Markup {
  const { request, results, catalog } = loaded;
  const { text } = catalog.words;
  const to = (page: number, rel: string, name: string): Markup[] =>
    page < 1 || page > pagesOf(results)
      ? []
      : [html`<a class="step" rel="${rel}" href="${base + queryOf({ ...request, page })}">${name}</a>`];
  const links = [
    ...to(request.page - 1, 'prev', text('pages.previous')),
    ...to(request.page + 1, 'next', text('pages.next')),
  ];
  return links.length === 0 ? html`` : html`<nav class="pager" aria-label="${text('pager.label')}">${links}</nav>`;
}

export function barOf(bar: FilterBar, { text }: Words): Markup {
  return filterBar(bar, {
    sort: text('sort.label'),
    moreFilters: text('filter.moreFilters'),
    moreValues: (number) => text('pages.more', { number }),
  });
}

/** What is chosen, each a link that removes it. */
export function chipsOf({ request, names, catalog }: LoadedList, base: string): Markup {
  const { text } = catalog.words;
  const chips = request.choices.map((choice) => {
    const [filter, value] = choice;
    return {
      href: base + queryOf(withoutChoice(request, choice)),
      name: names.wholeNameOf(filter, value),
      action: text('filter.remove', { filter: names.labelOf(filter) }),
    };
  });
  const clear = { href: base + queryOf({ ...request, choices: [], page: 1 }), name: text('filter.clear') };
  return filterChips(chips, clear, text('filter.title'));
}

/** Says what of the address is unknown. */
export function ignoredOf({ ignored, catalog }: LoadedList): Markup {
  if (ignored.length === 0) return html``;
  const parts = ignored.map((part, index) => html`${index === 0 ? ' ' : ', '}<bdi dir="ltr">${part}</bdi>`);
  return html`<p class="ignored">${catalog.words.text('filter.ignored')}${parts}</p>`;
}

/** Filters that words of the query name, each a link to the list with it. */
export function offersOf(offers: readonly Offer[], loaded: LoadedList, base: string): Markup {
  if (offers.length === 0) return html``;
  const links = offers.map(
    (offer) => html`<li><a href="${base + queryOf(offer.request)}">${offerName(offer, loaded)}</a></li>`,
  );
  return html`<ul class="chips offers" aria-label="${loaded.catalog.words.text('filter.offers')}">${links}</ul>`;
}

export function offerName({ choice: [filter, value], total }: Offer, { names, catalog }: LoadedList): Markup {
  const { text } = catalog.words;
  return html`<bdi>${names.wholeNameOf(filter, value)}</bdi> · ${text('courses.count', { count: total })}`;
}

/** What to loosen where nothing is found: a word, the filters, or everything. */
export function waysOutOf(ways: readonly WayOut[], { catalog }: LoadedList, base: string): Markup {
  const { text } = catalog.words;
  const links = ways.map(({ word, request, total }) => {
    const name =
      word === undefined ? text('filter.without') : text('search.without', { word: shortened(word, longestWord) });
    return html`<li><a href="${base + queryOf(request)}">${name} · ${text('courses.count', { count: total })}</a></li>`;
  });
  const all = html`<li><a href="${catalog.root}${coursePagesFolder}/">${text('search.browse')}</a></li>`;
  return html`<ul class="ways-out">${links}${all}</ul>`;
}

/** Characters of a word that can be left out. */
const longestWord = 40;

/** A failure in words, and a button: to try again or, where files are of two builds, to reload the page. */
export function failureOf(error: unknown, { text }: Words): Markup {
  if (!(error instanceof CatalogError))
    return html`<p class="failure">${error instanceof Error ? error.message : String(error)}</p>`;
  // The search has reloaded its files once already.
  const isOfTwoBuilds = error.status === 404 || error.status === 200;
  const advice = text(isOfTwoBuilds ? 'failure.script' : 'failure.text');
  const address = `${error.address}${error.status === undefined ? '' : ` (${error.status})`}`;
  const button = isOfTwoBuilds
    ? html`<button type="button" value="reload">${text('failure.reload')}</button>`
    : html`<button type="button" value="retry">${text('failure.retry')}</button>`;
  return html`<div class="failure"><p>${advice}</p><p class="quiet"><bdi dir="ltr">${address}</bdi></p><p>${button}</p></div>`;
}
