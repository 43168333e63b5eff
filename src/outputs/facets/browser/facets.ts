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
} from '../file-format.ts';
import { lowerBound } from '../../../text/positions.ts';

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

/** The values with courses, the largest first: how many there would be if it were the only choice of its facet. */
export type FacetCounts = ReadonlyMap<FacetName, readonly Counted[]>;

export type Facets = ReturnType<typeof facetsIn>;

/** Courses are known by their places in the ascending order of ids. They are decoded on the first call: the counts of all do without. */
export function facetsIn(file: FacetsFile) {
  let courses: ReturnType<typeof coursesIn> | undefined;
  return { size: file.dayOf[0]?.length ?? 0, values: file.facets, courses: () => (courses ??= coursesIn(file)) };
}

/** The id, the number of the day and the combination of values in each facet of all courses. */
function coursesIn({ ids, days, lastDay, dayOf, combinationOf, facets }: FacetsFile) {
  const { language, category, provider, year } = facets;
  const dates = numbersIn(days).map((age) => lastDay - age);
  const dateOf = placesIn(dayOf, dates.length);
  const combination = placesIn(combinationOf, provider.sizes[0]?.length ?? 0);
  const inColumns = (columns: FacetColumns) => ({ of: combination, values: combinationsIn(columns) });
  let id = 0;
  return {
    ids: numbersIn(ids).map((difference) => (id += difference)),
    days: dateOf.map((date) => dates[date] ?? 0),
    facets: {
      language: inColumns(language),
      category: inColumns(category),
      provider: inColumns(provider),
      year: { of: dateOf, values: Array.from(dates, (day) => [year.values.indexOf(String(yearOf(day)))]) },
    },
  };
}

/** The places of the values in each combination, with those above them. */
function combinationsIn({ sizes, places, parents }: FacetColumns): number[][] {
  const all = numbersIn(places);
  let end = 0;
  return Array.from(numbersIn(sizes), (size) => {
    const start = end;
    end += size;
    // Two values may have the same one above them.
    const combination = new Set<number>();
    for (const value of all.subarray(start, end)) {
      for (let place = value; place >= 0; place = parents[place] ?? -1) combination.add(place);
    }
    return [...combination];
  });
}

/** The place of a course by its id; undefined if there is no such course. */
export function courseAt(facets: Facets, id: number): number | undefined {
  const { ids } = facets.courses();
  const course = lowerBound(ids, id);
  return ids[course] === id ? course : undefined;
}

/** The provider of a course, which has exactly one. */
export function providerOf({ values, courses }: Facets, course: number): string {
  const { of, values: combinations } = courses().facets.provider;
  return values.provider.values[combinations[of[course] ?? 0]?.[0] ?? 0] ?? '';
}

/** Whether a course has one of some values of a facet, or one below them. */
export function having({ values, courses }: Facets, facet: FacetName, wanted: readonly string[]) {
  const { of, values: combinations } = courses().facets[facet];
  const places = new Set(wanted.map((value) => values[facet].values.indexOf(value)));
  const has = combinations.map((combination) => combination.some((place) => places.has(place)));
  return (course: number) => has[of[course] ?? 0] ?? false;
}

/**
 * Filters and counts the courses of a list, or all, and of these only `found` unless that is undefined. Those that have a
 * chosen value of each facet with choices are left.
 */
export function filter(
  facets: Facets,
  list: Choice | undefined,
  found: readonly number[] | undefined,
  choices: readonly Choice[],
) {
  const all = () => Array.from({ length: facets.size }, (_, course) => course);
  if (list === undefined && found === undefined && choices.length === 0) {
    const { values } = facets;
    const counts = facetNames.map((name) => [name, countedIn(values[name], values[name].counts)] as const);
    return { total: facets.size, courses: all, counts: new Map(counts) };
  }
  const isListed = list && having(facets, list.facet, [list.value]);
  const listed = isListed ? (found ?? all()).filter(isListed) : (found ?? all());
  const tallies = facetNames.map((name) => {
    const chosen = choices.flatMap(({ facet, value }) => (facet === name ? [value] : []));
    const { of, values } = facets.courses().facets[name];
    const passes = chosen.length === 0 ? undefined : having(facets, name, chosen);
    return { name, passes, of, values, counts: new Uint32Array(values.length) };
  });
  const tests = tallies.filter(({ passes }) => passes);
  const left: number[] = [];
  for (const course of listed) {
    const failed = tests.filter(({ passes }) => !passes?.(course));
    if (failed.length === 0) left.push(course);
    if (failed.length > 1) continue;
    // Another choice in the only facet that it fails in would bring the course back.
    for (const { of, counts } of failed.length === 0 ? tallies : failed) {
      const combination = of[course] ?? 0;
      counts[combination] = (counts[combination] ?? 0) + 1;
    }
  }
  const counts = tallies.map(({ name, values, counts: ofCombinations }) => {
    const ofValues: number[] = [];
    for (const [combination, count] of ofCombinations.entries())
      for (const place of values[combination] ?? []) ofValues[place] = (ofValues[place] ?? 0) + count;
    return [name, countedIn(facets.values[name], ofValues)] as const;
  });
  return { total: left.length, courses: () => left, counts: new Map(counts) };
}

function countedIn({ values, parents }: FacetValues, counts: readonly number[]): Counted[] {
  return values
    .map((value, place) => ({ value, parent: values[parents[place] ?? -1], count: counts[place] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
