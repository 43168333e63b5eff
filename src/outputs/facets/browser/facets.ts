// The facets of a catalog, loaded: what each course can be filtered by, and how many courses each value would leave.
import {
  facetNames,
  numbersIn,
  placesIn,
  yearOf,
  type FacetColumns,
  type FacetName,
  type FacetsFile,
  type FacetValues,
} from '../format.ts';

/** Courses are known by their places in the ascending order of ids. What is a function is decoded when it is first called. */
export interface Facets {
  readonly size: number;
  readonly values: Readonly<Record<FacetName, FacetValues>>;
  readonly sets: () => Readonly<Record<FacetName, Sets>>;
  readonly ids: () => Float64Array;
  /** The numbers of the days of publication. */
  readonly days: () => Float64Array;
}

/** Sets of values that courses have. */
interface Sets {
  /** Where the values of each set end in `places`. */
  readonly ends: Float64Array;
  readonly places: Float64Array;
  /** The set of each course. */
  readonly setOf: Float64Array;
}

/** A value that was chosen. */
export interface Choice {
  readonly facet: FacetName;
  readonly value: string;
}

/** A value with its number of courses. */
export interface Counted {
  readonly value: string;
  /** The value above it. */
  readonly parent: string | undefined;
  readonly count: number;
}

export type FacetCounts = Readonly<Record<FacetName, readonly Counted[]>>;

/** What is left of some courses under the choices. */
interface Filtered {
  readonly total: number;
  /** Those that have a chosen value of each facet with choices, ascending. */
  readonly courses: () => readonly number[];
  /** The values with courses, the largest first: how many there would be if it were the only choice of its facet. */
  readonly counts: FacetCounts;
}

export function facetsIn({ ids, days, lastDay, dayOf, combinationOf, facets }: FacetsFile): Facets {
  const different = lazy(() => numbersIn(days).map((age) => lastDay - age));
  const ofDays = lazy(() => placesIn(dayOf, different().length));
  return {
    size: dayOf[0]?.length ?? 0,
    values: facets,
    sets: lazy(() => {
      const setOf = placesIn(combinationOf, facets.provider.sizes[0]?.length ?? 0);
      const setsIn = ({ sizes, places }: FacetColumns): Sets => {
        return { ends: summed(numbersIn(sizes)), places: numbersIn(places), setOf };
      };
      const { language, category, provider, year } = facets;
      const years = new Map(year.values.map((value, place) => [value, place]));
      const places = different().map((day) => years.get(String(yearOf(day))) ?? -1);
      return {
        language: setsIn(language),
        category: setsIn(category),
        provider: setsIn(provider),
        // A day has one year.
        year: { ends: places.map((_, day) => day + 1), places, setOf: ofDays() },
      };
    }),
    ids: lazy(() => summed(numbersIn(ids))),
    days: lazy(() => ofDays().map((day) => different()[day] ?? 0)),
  };
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The sum of the numbers up to each, in place. */
function summed(numbers: Float64Array): Float64Array {
  for (let at = 1; at < numbers.length; at += 1) numbers[at] = (numbers[at] ?? 0) + (numbers[at - 1] ?? 0);
  return numbers;
}

/** The place of a course by its id; undefined if there is no such course. */
export function courseAt(facets: Facets, id: number): number | undefined {
  const ids = facets.ids();
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : undefined;
}

/** The provider of a course. */
export function providerOf({ values, sets }: Facets, course: number): string {
  const { ends, places, setOf } = sets().provider;
  // A course has exactly one.
  const place = places[(ends[setOf[course] ?? 0] ?? 0) - 1] ?? -1;
  return values.provider.values[place] ?? '';
}

/** Whether a course has one of some values of a facet, or one below them. */
export function having({ values, sets }: Facets, name: FacetName, asked: readonly string[]) {
  const { ends, places, setOf } = sets()[name];
  const { values: all, parents } = values[name];
  const isChosen = (place = -1): boolean =>
    place >= 0 && (asked.includes(all[place] ?? '') || isChosen(parents[place]));
  const chosen = all.map((_, place) => isChosen(place));
  const has = Uint8Array.from(ends, (end, set) =>
    places.subarray(ends[set - 1] ?? 0, end).some((place) => chosen[place]) ? 1 : 0,
  );
  return (course: number) => has[setOf[course] ?? 0] === 1;
}

/** Filters and counts the courses of a list, or all, and of these only `some` unless that is undefined. */
export function filter(
  facets: Facets,
  list: Choice | undefined,
  some: readonly number[] | undefined,
  choices: readonly Choice[],
): Filtered {
  const countsOf = (of: (name: FacetName, bit: number) => readonly number[]): FacetCounts => {
    const [language = [], category = [], provider = [], year = []] = facetNames.map((name, at) =>
      sorted(facets.values[name], of(name, 2 << at)),
    );
    return { language, category, provider, year };
  };
  if (list === undefined && some === undefined && choices.length === 0) {
    const counts = countsOf((name) => facets.values[name].counts);
    return { total: facets.size, courses: () => Array.from({ length: facets.size }, (_, course) => course), counts };
  }
  // For each course a bit for each facet whose choices it fails, and one if it takes no part.
  const failures = new Uint8Array(facets.size);
  const fail = (bit: number, passes: (course: number) => boolean) => {
    for (let course = 0; course < failures.length; course += 1) {
      if (!passes(course)) failures[course] = (failures[course] ?? 0) | bit;
    }
  };
  if (some !== undefined) {
    failures.fill(1);
    for (const course of some) failures[course] = 0;
  }
  if (list !== undefined) fail(1, having(facets, list.facet, [list.value]));
  for (const [at, name] of facetNames.entries()) {
    const asked = choices.flatMap(({ facet, value }) => (facet === name ? [value] : []));
    if (asked.length > 0) fail(2 << at, having(facets, name, asked));
  }
  const courses: number[] = [];
  for (let course = 0; course < failures.length; course += 1) if (failures[course] === 0) courses.push(course);
  const counts = countsOf((name, bit) => countsIn(facets.values[name], facets.sets()[name], failures, bit));
  return { total: courses.length, courses: () => courses, counts };
}

/** Counts, for each value, the courses that fail in no other facet, as another choice in this one would bring them back. */
function countsIn({ parents }: FacetValues, { ends, places, setOf }: Sets, failures: Uint8Array, bit: number) {
  const ofSets = new Uint32Array(ends.length);
  for (let course = 0; course < failures.length; course += 1) {
    const set = setOf[course] ?? 0;
    if (((failures[course] ?? 0) & ~bit) === 0) ofSets[set] = (ofSets[set] ?? 0) + 1;
  }
  const counts: number[] = [];
  // The set that was last counted for a value: two values of a set may have the same above them.
  const counted: number[] = [];
  for (const [set, count] of ofSets.entries()) {
    if (count === 0) continue;
    for (let at = ends[set - 1] ?? 0; at < (ends[set] ?? 0); at += 1) {
      for (let place = places[at] ?? -1; place >= 0 && counted[place] !== set; place = parents[place] ?? -1) {
        counted[place] = set;
        counts[place] = (counts[place] ?? 0) + count;
      }
    }
  }
  return counts;
}

function sorted({ values, parents }: FacetValues, counts: readonly number[]): Counted[] {
  return values
    .map((value, place) => ({ value, parent: values[parents[place] ?? -1], count: counts[place] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}
