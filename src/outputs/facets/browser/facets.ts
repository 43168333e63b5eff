// The facets of a catalog, loaded: what each course can be filtered by, in arrays.
import { dayOf, facetNames, numbersIn, type FacetColumns, type FacetName, type FacetsFile } from '../format.ts';

export interface Facets {
  /** The ids of all courses, ascending. */
  readonly ids: Float64Array;
  /** The number of the day of publication of each. */
  readonly days: Float64Array;
  readonly of: Readonly<Record<FacetName, Facet>>;
}

export interface Facet {
  readonly values: readonly string[];
  /** For each value the place of the one above it, -1 if there is none. */
  readonly parents: readonly number[];
  /** Where the places of each course end. */
  readonly ends: Uint32Array;
  /** The places of the values of all courses, with those above them. */
  readonly places: Uint32Array;
}

/** Decodes the file. */
export function facetsIn({ ids: differences, days: sinceFirst, firstDay, facets }: FacetsFile): Facets {
  const ids = numbersIn(differences);
  for (let at = 1; at < ids.length; at += 1) ids[at] = (ids[at] ?? 0) + (ids[at - 1] ?? 0);
  const days = numbersIn(sinceFirst).map((day) => firstDay + day);
  return {
    ids,
    days,
    of: {
      language: facetIn(facets.language),
      category: facetIn(facets.category),
      provider: facetIn(facets.provider),
      year: yearsOf(days),
    },
  };
}

function yearsOf(days: Float64Array): Facet {
  const years = new Map([...new Set(days)].map((day) => [day, String(Number(dayOf(day).slice(0, 'YYYY'.length)))]));
  const values = [...new Set(years.values())];
  const places = new Map(values.map((year, place) => [year, place]));
  return {
    values,
    parents: [],
    ends: Uint32Array.from(days, (_, course) => course + 1),
    places: Uint32Array.from(days, (day) => places.get(years.get(day) ?? '') ?? 0),
  };
}

function facetIn({ values, parents = [], counts, places }: FacetColumns): Facet {
  const listed = numbersIn(places);
  const ends = Uint32Array.from(numbersIn(counts));
  const all: number[] = [];
  // The course that was seen last with each value.
  const seen = new Int32Array(values.length).fill(-1);
  let next = 0;
  for (let course = 0; course < ends.length; course += 1) {
    for (let left = ends[course] ?? 0; left > 0; left -= 1) {
      for (let place = listed[next] ?? -1; place >= 0 && seen[place] !== course; place = parents[place] ?? -1) {
        seen[place] = course;
        all.push(place);
      }
      next += 1;
    }
    ends[course] = all.length;
  }
  return { values: values.map(String), parents, ends, places: Uint32Array.from(all) };
}

/** The index of a course, by its id; undefined if there is no such course. */
export function courseAt({ ids }: Facets, id: number): number | undefined {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : undefined;
}

/** The values of a course. */
export function valuesOf(facet: Facet, course: number): string[] {
  const { ends, places, values } = facet;
  const own = places.subarray(course === 0 ? 0 : ends[course - 1], ends[course]);
  return Array.from(own, (place) => values[place] ?? '');
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
  /** The indexes of the courses that have a chosen value of each facet with choices, ascending. */
  readonly courses: readonly number[];
  /** The values with courses, the largest first: how many would be left if it were the only choice of its facet. */
  readonly counts: FacetCounts;
}

/** Filters and counts in one pass. `among` says which courses take part, by index. */
export function filter(facets: Facets, choices: readonly Choice[], among: (course: number) => boolean): Filtered {
  const asked = facetNames.map((name) =>
    askedOf(
      facets.of[name],
      choices.filter(({ facet }) => facet === name),
    ),
  );
  const courses: number[] = [];
  for (let course = 0; course < facets.ids.length; course += 1) {
    if (!among(course)) continue;
    // A course that fails in one facet counts only there, as another choice in it would bring the course back.
    const failed = asked.filter((one) => !isChosen(one, course));
    if (failed.length > 1) continue;
    if (failed.length === 0) courses.push(course);
    for (const one of failed.length === 0 ? asked : failed) countIn(one, course);
  }
  const [language, category, provider, year] = asked.map(countedOf);
  return {
    courses,
    counts: { language: language ?? [], category: category ?? [], provider: provider ?? [], year: year ?? [] },
  };
}

/** Whether a course has a value, by its index. */
export function having(facets: Facets, choice: Choice): (course: number) => boolean {
  const asked = askedOf(facets.of[choice.facet], [choice]);
  return (course) => isChosen(asked, course);
}

/** A facet in a pass. */
interface Asked {
  readonly facet: Facet;
  /** By place, whether it is chosen; undefined if nothing is. */
  readonly chosen: Uint8Array | undefined;
  readonly counts: Uint32Array;
}

function askedOf(facet: Facet, choices: readonly Choice[]): Asked {
  const wanted = new Set(choices.map(({ value }) => value));
  const chosen = wanted.size === 0 ? undefined : Uint8Array.from(facet.values, (value) => (wanted.has(value) ? 1 : 0));
  return { facet, chosen, counts: new Uint32Array(facet.values.length) };
}

function isChosen({ facet: { ends, places }, chosen }: Asked, course: number): boolean {
  if (chosen === undefined) return true;
  const end = ends[course] ?? 0;
  for (let at = course === 0 ? 0 : (ends[course - 1] ?? 0); at < end; at += 1) {
    if (chosen[places[at] ?? 0] === 1) return true;
  }
  return false;
}

function countIn({ facet: { ends, places }, counts }: Asked, course: number): void {
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
