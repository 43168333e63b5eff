// Loads the courses of a place as they are filtered and sorted, and changes how they are.
import type { FilteredCourses, Sort } from '../../../search/browser/filter-and-sort.ts';
import type { Choice } from '../../../facets/browser/facets.ts';
import { facetNames } from '../../../facets/file-format.ts';
import type { ValueNames as KnownNames } from '../../../search/browser/value-names.ts';
import { batchSize } from '../../../search/browser/title-order.ts';
import type { FoundCourse } from '../../../search/file-format.ts';
import { shortened } from '../../../../text/shortened.ts';
import type { ListedCourse } from '../lists/course-list.tsx';
import { remembered } from '../entries.ts';
import { message } from '../language/locale.ts';
import {
  withSelection,
  fragmentOf,
  haveSameCourses,
  isFilterable,
  placeOf,
  type SelectionChange,
  type FilterablePlace,
} from '../place.ts';
import type { ValueNames, ScreenContext } from '../screen.ts';

/** Courses, filtered and sorted. */
export interface Filtered extends ValueNames {
  readonly results: FilteredCourses;
  /** The rows that the screen opens with; undefined until they are loaded. */
  readonly courses?: readonly ListedCourse[];
}

export async function loadFiltered(place: FilterablePlace, context: ScreenContext): Promise<Filtered> {
  const search = await context.search();
  const filtering = search.filter({
    query: place.screen === 'search' ? place.query : '',
    list: place.screen === 'list' ? [place.route, place.parameter] : undefined,
    choices: choicesOf(place),
    sort: sortOf(place),
  });
  // While the filter runs, prepares the formats of numbers and plurals, which are slow to make.
  message('courses.count', { count: 1 });
  const [results, known] = await Promise.all([filtering, search.names()]);
  // Where there are no courses, none are still to come.
  return { ...shownNames(known, context), results, ...(results.total === 0 && { courses: [] }) };
}

function shownNames(known: KnownNames, { localizedLanguage }: ScreenContext): ValueNames {
  return {
    ...known,
    nameOf(facet, value) {
      if (facet === 'language') return localizedLanguage(value);
      const name = known.nameOf(facet, value);
      if (name !== undefined) return shortened(name);
      return message(facet === 'provider' ? 'list.provider' : 'list.category', { id: value });
    },
  };
}

/** Loads the first courses: as many as at the last visit, if nothing is said. */
export async function loadCourses(filtered: Filtered, limit = Number(remembered('shown') ?? batchSize)) {
  return withFacts(await filtered.results.first(limit), filtered);
}

/** Courses with what their rows show and their records do not hold, if it is known. */
export function withFacts(courses: readonly FoundCourse[], { results, nameOf }: Filtered): readonly ListedCourse[] {
  return courses.map((course) => {
    const facts = results.factsOf(course.id);
    return facts ? { ...course, ...facts, provider_name: nameOf('provider', facts.provider) } : course;
  });
}

/** What is chosen, in the order of the facets. */
export function choicesOf({ selection }: FilterablePlace): readonly Choice[] {
  const named = new URLSearchParams(selection);
  return facetNames.flatMap((facet) => [...new Set(named.getAll(facet))].map((value) => [facet, value] as const));
}

/** The orders that a screen offers, its usual one first. Filtered lists are no longer those of the API. */
export function sortsOf(place: FilterablePlace): readonly [Sort, ...Sort[]] {
  if (place.screen === 'search') return ['match', 'newest', 'title'];
  const isUnfiltered = place.screen === 'list' && choicesOf(place).length === 0;
  return isUnfiltered ? ['listed', 'newest', 'title'] : ['newest', 'title'];
}

export function sortOf(place: FilterablePlace): Sort {
  const sorts = sortsOf(place);
  const named = new URLSearchParams(place.selection).get('sort');
  return sorts.find((sort) => sort === named) ?? sorts[0];
}

/** Changes the address, which may have later choices than what is shown, unless it is of other courses by now. */
export function changeAddress(shown: FilterablePlace, change: SelectionChange): void {
  const place = placeOf(location.hash);
  const current = isFilterable(place) && haveSameCourses(place, shown) ? place : shown;
  location.hash = fragmentOf(withSelection(current, change));
}
