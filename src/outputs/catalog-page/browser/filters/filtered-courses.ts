// Loads the courses of a place as they are filtered and sorted, and changes how they are.
import type { Browsed, Sort } from '../../../search/browser/browse.ts';
import type { Choice } from '../../../facets/browser/facets.ts';
import { batchSize } from '../../../search/browser/title-order.ts';
import type { ListedCourse } from '../lists/course-list.tsx';
import { remembered } from '../entries.ts';
import { message } from '../language/locale.ts';
import { fragmentOf, isFilterable, placeOf, type FilterablePlace } from '../place.ts';
import type { NameOf, Site } from '../view.ts';
import { noSelection, type Change } from './selection.ts';

/** Courses, filtered and sorted, and what more of them takes. */
export interface Filtered {
  readonly place: FilterablePlace;
  readonly browsed: Browsed;
  readonly more: (limit: number) => Promise<Browsed>;
  readonly nameOf: NameOf;
}

/**
 * Loads the first courses of a place: as many as at the last visit, unless `limit` is their number. `early` gets what there
 * is before they are loaded, and returns whether it shows that.
 */
export async function loadFiltered(
  place: FilterablePlace,
  site: Site,
  {
    limit,
    early,
  }: { readonly limit?: number; readonly early?: (filtered: Filtered) => boolean | Promise<boolean> } = {},
): Promise<Filtered> {
  const [search, nameOf] = await Promise.all([site.search(), site.names()]);
  const question = {
    query: place.view === 'search' ? place.query : '',
    list: place.view === 'list' ? { facet: place.list, value: place.parameter } : undefined,
    choices: choicesOf(place),
    sort: sortOf(place),
  };
  const shown = remembered('shown');
  const more = (total: number) => search.browse(question, total);
  const filtered = (browsed: Browsed): Filtered => ({ place, nameOf, more, browsed });
  const wanted = limit ?? (typeof shown === 'number' ? shown : batchSize);
  const browsing = search.browse(question, wanted, async (browsed) => {
    if (await early?.(filtered(browsed))) await painted();
  });
  // Meanwhile, makes what formats numbers and plurals, which takes its time.
  message('courses.count', { count: 1 });
  return filtered(await browsing);
}

/** Waits until what was rendered is on the screen; not for long, as a page that is hidden meanwhile is not painted. */
async function painted(): Promise<void> {
  if (document.hidden) return;
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1000);
  });
}

/** Courses with what their rows show and their records do not hold, if it is known. */
export function withFacts(courses: readonly ListedCourse[], filtered: Filtered | undefined): ListedCourse[] {
  return courses.map((course) => {
    const facts = filtered?.browsed.factsOf(course.id);
    if (!filtered || !facts) return course;
    return { ...course, ...facts, provider_name: filtered.nameOf('provider', facts.provider) };
  });
}

export function choicesOf({ selection }: FilterablePlace): readonly Choice[] {
  return selection?.choices ?? [];
}

/** The orders that a view offers, its usual one first. Filtered lists are no longer those of the API. */
export function sortsOf(place: FilterablePlace): readonly [Sort, ...Sort[]] {
  if (place.view === 'search') return ['match', 'newest', 'title'];
  return place.view === 'courses' || choicesOf(place).length > 0 ? ['newest', 'title'] : ['listed', 'newest', 'title'];
}

export function sortOf(place: FilterablePlace): Sort {
  const sorts = sortsOf(place);
  return sorts.find((sort) => sort === place.selection?.sort) ?? sorts[0];
}

/** The fragment of the first page of a place under other choices or in another order. */
export function fragmentWith(place: FilterablePlace, change: Change): string {
  const selection = change(place.selection ?? noSelection);
  return fragmentOf(place.view === 'list' ? { ...place, page: 1, selection } : { ...place, selection });
}

/** Changes the address, which may have later choices than what is shown, unless it is of other courses by now. */
export function changeAddress(shown: FilterablePlace, change: Change): void {
  const address = placeOf(location.hash);
  const isShown =
    isFilterable(address) && fragmentWith(address, () => noSelection) === fragmentWith(shown, () => noSelection);
  location.hash = fragmentWith(isShown ? address : shown, change);
}

/** Leads from what a change takes away to the courses that it brings. */
export function goToResults(): void {
  const results = document.querySelector<HTMLElement>('#results');
  results?.focus({ preventScroll: true });
  results?.scrollIntoView();
}
