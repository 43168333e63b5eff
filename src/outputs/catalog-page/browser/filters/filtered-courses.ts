// Loads the courses of a place as they are filtered and sorted, and changes how they are.
import type { Browsed, Sort } from '../../../search/browser/browse.ts';
import type { Choice } from '../../../facets/browser/facets.ts';
import { batchSize } from '../../../search/browser/title-order.ts';
import type { FoundCourse } from '../../../search/file-format.ts';
import type { ListedCourse } from '../lists/course-list.tsx';
import { remembered } from '../entries.ts';
import { message } from '../language/locale.ts';
import { fragmentWith, haveSameCourses, isFilterable, placeOf, type FilterablePlace } from '../place.ts';
import type { NameOf, Site } from '../view.ts';
import { noSelection, type Change } from './selection.ts';

/** Courses, filtered and sorted. */
export interface Filtered {
  readonly place: FilterablePlace;
  readonly browsed: Browsed;
  readonly nameOf: NameOf;
  /** The first of them; undefined until they are loaded. */
  readonly courses?: readonly FoundCourse[];
}

/** Filters and counts the courses of a place. */
export async function loadFiltered(place: FilterablePlace, site: Site): Promise<Filtered> {
  const [search, nameOf] = await Promise.all([site.search(), site.names()]);
  const browsing = search.browse({
    query: place.view === 'search' ? place.query : '',
    list: place.view === 'list' ? { facet: place.list, value: place.parameter } : undefined,
    choices: choicesOf(place),
    sort: sortOf(place),
  });
  // Meanwhile, makes what formats numbers and plurals, which takes its time.
  message('courses.count', { count: 1 });
  return { place, nameOf, browsed: await browsing };
}

/** Loads the first courses too: as many as at the last visit. */
export async function withCourses(filtered: Filtered): Promise<Filtered> {
  const shown = remembered('shown');
  return { ...filtered, courses: await filtered.browsed.first(typeof shown === 'number' ? shown : batchSize) };
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

/** Changes the address, which may have later choices than what is shown, unless it is of other courses by now. */
export function changeAddress(shown: FilterablePlace, change: Change): void {
  const address = placeOf(location.hash);
  const place = isFilterable(address) && haveSameCourses(address, shown) ? address : shown;
  location.hash = fragmentWith(place, change(place.selection ?? noSelection));
}

/** Leads from what a change takes away to the courses that it brings. */
export function goToResults(): void {
  const results = document.querySelector<HTMLElement>('#results');
  results?.focus({ preventScroll: true });
  results?.scrollIntoView();
}
