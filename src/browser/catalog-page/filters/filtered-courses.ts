// Loads the courses of a place as they are filtered and sorted, and changes how they are.
import type { FilteredCourses, Sort } from '../../../library/search/filter-and-sort.ts';
import type { Choice } from '../../../outputs/facets/facets.ts';
import { facetNames, isFacet } from '../../../outputs/facets/file-format.ts';
import type { ValueNames } from '../../../library/search/value-names.ts';
import { batchSize } from '../../../library/search/title-order.ts';
import type { FoundCourse } from '../../../outputs/search/file-format.ts';
import { shortened } from '../../../text/shortened.ts';
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
import type { CatalogFacts } from '../facts/load-facts.ts';
import type { ScreenContext } from '../screen.ts';

/** Courses, filtered and sorted, and what is known of facets and facts by their names. */
export interface Filtered {
  readonly results: FilteredCourses;
  /** Undefined if no course has a fact. */
  readonly facts: CatalogFacts | undefined;
  readonly labelOf: (facet: string) => string;
  readonly nameOf: (facet: string, value: string) => string;
  readonly parentOf: (facet: string, value: string) => string | undefined;
  /** The rows that the screen opens with; undefined until they are loaded. */
  readonly courses?: readonly ListedCourse[];
}

export async function loadFiltered(place: FilterablePlace, context: ScreenContext): Promise<Filtered> {
  const [search, facts] = await Promise.all([context.search(), context.facts()]);
  const filtering = search.filter({
    query: place.screen === 'search' ? place.query : '',
    list: place.screen === 'list' ? [place.route, place.parameter] : undefined,
    choices: choicesOf(place, facts),
    sort: sortOf(place, facts),
  });
  // While the filter runs, prepares the formats of numbers and plurals, which are slow to make.
  message('courses.count', { count: 1 });
  const [results, known] = await Promise.all([filtering, search.names()]);
  // Where there are no courses, none are still to come.
  return { ...naming(known, facts, context), facts, results, ...(results.total === 0 && { courses: [] }) };
}

function naming(known: ValueNames, facts: CatalogFacts | undefined, { localizedLanguage }: ScreenContext) {
  return {
    labelOf: (facet: string) => (isFacet(facet) ? message(`field.${facet}`) : (facts?.labelOf(facet) ?? facet)),
    nameOf(facet: string, value: string): string {
      if (!isFacet(facet)) return facts?.choiceInWords(facet, value) ?? value;
      if (facet === 'language') return localizedLanguage(value);
      const name = known.nameOf(facet, value);
      if (name !== undefined) return shortened(name);
      return message(facet === 'provider' ? 'list.provider' : 'list.category', { id: value });
    },
    parentOf: (facet: string, value: string) => (isFacet(facet) ? known.parentOf(facet, value) : ''),
  };
}

/** Loads the first courses: as many as at the last visit, if nothing is said. */
export async function loadCourses(filtered: Filtered, limit = Number(remembered('shown') ?? batchSize)) {
  return withFacts(await filtered.results.first(limit), filtered);
}

/** Courses with what their rows show and their records do not hold, if it is known. */
export function withFacts(
  courses: readonly FoundCourse[],
  { results, nameOf, facts: all }: Filtered,
): readonly ListedCourse[] {
  return courses.map((course) => {
    const facts = results.factsOf(course.id);
    const rowFacts = all?.inRow(course.facts ?? {}) ?? [];
    return facts ? { ...course, ...facts, rowFacts, provider_name: nameOf('provider', facts.provider) } : course;
  });
}

/** What is chosen, in the order of the facets and then of the facts. */
export function choicesOf({ selection }: FilterablePlace, facts: CatalogFacts | undefined): readonly Choice[] {
  const named = new URLSearchParams(selection);
  return [...facetNames, ...(facts?.filters ?? [])].flatMap((facet) =>
    [...new Set(named.getAll(facet))].map((value) => [facet, value] as const),
  );
}

/** The orders that a screen offers, its usual one first. Filtered lists are no longer those of the API. */
export function sortsOf(place: FilterablePlace, facts: CatalogFacts | undefined): readonly [Sort, ...Sort[]] {
  const others = ['newest', 'title', ...(facts?.sorts ?? [])] as const;
  if (place.screen === 'search') return ['match', ...others];
  const isUnfiltered = place.screen === 'list' && choicesOf(place, facts).length === 0;
  return isUnfiltered ? ['listed', ...others] : others;
}

export function sortOf(place: FilterablePlace, facts: CatalogFacts | undefined): Sort {
  const sorts = sortsOf(place, facts);
  const named = new URLSearchParams(place.selection).get('sort');
  return sorts.find((sort) => sort === named) ?? sorts[0];
}

/** Changes the address, which may have later choices than what is shown, unless it is of other courses by now. */
export function changeAddress(shown: FilterablePlace, change: SelectionChange): void {
  const place = placeOf(location.hash);
  const current = isFilterable(place) && haveSameCourses(place, shown) ? place : shown;
  location.hash = fragmentOf(withSelection(current, change));
}
