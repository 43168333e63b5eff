// The facets of a catalog, loaded: what each course can be filtered by, in arrays, and how many courses each value would leave.
import { dayOf, facetNames, numbersIn, type FacetColumns, type FacetName, type FacetsFile } from '../format.ts';

/** Courses are known by their places in the ascending order of ids. */
export interface Facets {
  readonly ids: Float64Array;
  /** The numbers of the days of publication. */
  readonly days: Float64Array;
  readonly of: Readonly<Record<FacetName, Facet>>;
}

export interface Facet {
  readonly values: readonly string[];
  /** For each value the place of the one above it, -1 if there is none. */
  readonly parents: readonly number[];
  /** Where the places of each course end. */
  readonly ends: Float64Array;
  /** The places of the values of all courses, with those above them. */
  readonly places: Float64Array;
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
export interface Filtered {
  /** Those that have a chosen value of each facet with choices, ascending. */
  readonly courses: readonly number[];
  /** The values with courses, the largest first: how many there would be if it were the only choice of its facet. */
  readonly counts: FacetCounts;
}

/** Decodes the file. */
export function facetsIn({ ids: differences, days: sinceFirst, firstDay, facets }: FacetsFile): Facets {
  const ids = summed(numbersIn(differences));
  const days = numbersIn(sinceFirst).map((day) => firstDay + day);
  const { language, category, provider } = facets;
  const of = { language: facetIn(language), category: facetIn(category), provider: facetIn(provider) };
  return { ids, days, of: { ...of, year: yearsOf(days) } };
}

function facetIn({ values, parents = [], counts, places }: FacetColumns): Facet {
  const [listed, ends] = [numbersIn(places), summed(numbersIn(counts))];
  const facet = { values: values.map(String), parents, ends };
  if (parents.length === 0) return { ...facet, places: listed };
  const all: number[] = [];
  // The last course with each value.
  const last = new Int32Array(values.length).fill(-1);
  let next = 0;
  for (let course = 0; course < ends.length; course += 1) {
    for (const end = ends[course] ?? 0; next < end; next += 1) {
      for (let place = listed[next] ?? -1; place >= 0 && last[place] !== course; place = parents[place] ?? -1) {
        last[place] = course;
        all.push(place);
      }
    }
    ends[course] = all.length;
  }
  return { ...facet, places: new Float64Array(all) };
}

/** The sum of the numbers up to each, in place. */
function summed(numbers: Float64Array): Float64Array {
  for (let at = 1; at < numbers.length; at += 1) numbers[at] = (numbers[at] ?? 0) + (numbers[at - 1] ?? 0);
  return numbers;
}

function yearsOf(days: Float64Array): Facet {
  const values: string[] = [];
  const placeOf = new Map<number, number>();
  const [ends, places] = [new Float64Array(days.length), new Float64Array(days.length)];
  for (let course = 0; course < days.length; course += 1) {
    const day = days[course] ?? 0;
    if (!placeOf.has(day)) {
      const year = String(Number(dayOf(day).slice(0, 'YYYY'.length)));
      if (!values.includes(year)) values.push(year);
      placeOf.set(day, values.indexOf(year));
    }
    places[course] = placeOf.get(day) ?? 0;
    ends[course] = course + 1;
  }
  return { values, parents: [], ends, places };
}

/** The place of a course by its id; undefined if there is no such course. */
export function courseAt({ ids }: Facets, id: number): number | undefined {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : undefined;
}

/** Whether a course has one of some values of a facet; all have if there are none. */
export function having({ of }: Facets, name: FacetName, values: readonly string[]): (course: number) => boolean {
  const asked = askedOf(of[name], values);
  return (course) => isChosen(asked, course);
}

/** Filters and counts in one pass. `among` says which courses take part. */
export function filter(facets: Facets, choices: readonly Choice[], among: (course: number) => boolean): Filtered {
  const valuesOf = (name: FacetName) => choices.flatMap(({ facet, value }) => (facet === name ? [value] : []));
  const asked = facetNames.map((name) => askedOf(facets.of[name], valuesOf(name)));
  const courses: number[] = [];
  for (let course = 0; course < facets.ids.length; course += 1) {
    if (!among(course)) continue;
    let failed: Asked | undefined;
    let failures = 0;
    for (const one of asked) {
      if (isChosen(one, course)) continue;
      failed = one;
      failures += 1;
    }
    if (failures === 0) courses.push(course);
    // A course that fails in one facet counts only there, as another choice in it would bring the course back.
    if (failures === 1 && failed) addTo(failed, course);
    else if (failures === 0) for (const one of asked) addTo(one, course);
  }
  const [language = [], category = [], provider = [], year = []] = asked.map(countedOf);
  return { courses, counts: { language, category, provider, year } };
}

/** A facet in a pass. */
interface Asked {
  readonly facet: Facet;
  /** By place, whether it is chosen; undefined if nothing is. */
  readonly chosen: Uint8Array | undefined;
  readonly counts: Uint32Array;
}

function askedOf(facet: Facet, values: readonly string[]): Asked {
  const chosen = new Uint8Array(facet.values.length);
  for (const value of values) chosen[facet.values.indexOf(value)] = 1;
  return { facet, chosen: values.length === 0 ? undefined : chosen, counts: new Uint32Array(chosen.length) };
}

function isChosen({ facet: { ends, places }, chosen }: Asked, course: number): boolean {
  if (chosen === undefined) return true;
  const end = ends[course] ?? 0;
  let at = course === 0 ? 0 : (ends[course - 1] ?? 0);
  while (at < end && chosen[places[at] ?? 0] === 0) at += 1;
  return at < end;
}

function addTo({ facet: { ends, places }, counts }: Asked, course: number): void {
  const end = ends[course] ?? 0;
  for (let at = course === 0 ? 0 : (ends[course - 1] ?? 0); at < end; at += 1) {
    const place = places[at] ?? 0;
    counts[place] = (counts[place] ?? 0) + 1;
  }
}

function countedOf({ facet: { values, parents }, counts }: Asked): Counted[] {
  return values
    .map((value, place) => ({ value, parent: values[parents[place] ?? -1], count: counts[place] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}
