// The facets of a catalog, loaded: what each course can be filtered by, in arrays, and how many courses each value would leave.
import { facetNames, numbersIn, yearOf, type FacetColumns, type FacetName, type FacetsFile } from '../format.ts';

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
  /** The places of values that some course has together, with those above them. */
  readonly sets: readonly (readonly number[])[];
  /** The set of each course. */
  readonly setOf: Uint32Array;
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
export function facetsIn({ ids: differences, days: fromFirst, firstDay, facets }: FacetsFile): Facets {
  const ids = summed(numbersIn(differences));
  const sinceFirst = numbersIn(fromFirst);
  const days = sinceFirst.map((day) => firstDay + day);
  const { language, category, provider } = facets;
  const of = { language: facetIn(language), category: facetIn(category), provider: facetIn(provider) };
  return { ids, days, of: { ...of, year: yearsOf(sinceFirst, firstDay) } };
}

function facetIn({ values, parents = [], counts, places }: FacetColumns): Facet {
  const [amounts, listed] = [numbersIn(counts), numbersIn(places)];
  const setOf = new Uint32Array(amounts.length);
  // First that of no value, and that of each value alone.
  const sets: (readonly number[])[] = [[], ...values.map((_, place) => withValue([], place, parents))];
  // The set that a set becomes with one more value.
  const next = new Map<number, number>();
  let at = 0;
  for (let course = 0; course < setOf.length; course += 1) {
    let set = 0;
    for (const end = at + (amounts[course] ?? 0); at < end; at += 1) {
      const place = listed[at] ?? 0;
      const key = set * values.length + place;
      let larger = set === 0 ? place + 1 : next.get(key);
      if (larger === undefined) {
        larger = sets.push(withValue(sets[set] ?? [], place, parents)) - 1;
        next.set(key, larger);
      }
      set = larger;
    }
    setOf[course] = set;
  }
  return { values: values.map(String), parents, sets, setOf };
}

/** A set of values with one more and those above it. */
function withValue(set: readonly number[], place: number, parents: readonly number[]): readonly number[] {
  if (place < 0 || set.includes(place)) return set;
  return withValue([...set, place], parents[place] ?? -1, parents);
}

/** The sum of the numbers up to each, in place. */
function summed(numbers: Float64Array): Float64Array {
  for (let at = 1; at < numbers.length; at += 1) numbers[at] = (numbers[at] ?? 0) + (numbers[at - 1] ?? 0);
  return numbers;
}

/** Also has the years without courses between others. */
function yearsOf(sinceFirst: Float64Array, firstDay: number): Facet {
  let last = 0;
  for (const day of sinceFirst) if (day > last) last = day;
  const first = yearOf(firstDay);
  const setOfDay = Uint32Array.from({ length: last + 1 }, (_, day) => yearOf(firstDay + day) - first);
  const setOf = new Uint32Array(sinceFirst.length);
  for (let course = 0; course < setOf.length; course += 1) setOf[course] = setOfDay[sinceFirst[course] ?? 0] ?? 0;
  const sets = Array.from({ length: (setOfDay[last] ?? 0) + 1 }, (_, year) => [year]);
  return { values: sets.map(([year = 0]) => String(first + year)), parents: [], sets, setOf };
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
  const { setOf } = of[name];
  const chosen = chosenIn(of[name], values);
  return (course) => chosen[setOf[course] ?? 0] === 1;
}

/** Filters and counts. `among` says which courses take part. */
export function filter({ ids, of }: Facets, choices: readonly Choice[], among: (course: number) => boolean): Filtered {
  // For each course a bit for each facet whose choices it fails, and one if it takes no part.
  const failures = new Uint8Array(ids.length);
  for (let course = 0; course < ids.length; course += 1) if (!among(course)) failures[course] = 1;
  for (const [at, name] of facetNames.entries()) {
    const values = choices.flatMap(({ facet, value }) => (facet === name ? [value] : []));
    if (values.length > 0) fail(failures, 2 << at, of[name], chosenIn(of[name], values));
  }
  const courses: number[] = [];
  for (let course = 0; course < ids.length; course += 1) if (failures[course] === 0) courses.push(course);
  const [language = [], category = [], provider = [], year = []] = facetNames.map((name, at) =>
    countedIn(of[name], failures, 2 << at),
  );
  return { courses, counts: { language, category, provider, year } };
}

/** By set, whether it has one of some values; all have if there are none. */
function chosenIn({ values, sets }: Facet, asked: readonly string[]): Uint8Array {
  const places = new Set(asked.map((value) => values.indexOf(value)));
  const isChosen = (set: readonly number[]) => asked.length === 0 || set.some((place) => places.has(place));
  return Uint8Array.from(sets, (set) => (isChosen(set) ? 1 : 0));
}

function fail(failures: Uint8Array, bit: number, { setOf }: Facet, chosen: Uint8Array): void {
  for (let course = 0; course < failures.length; course += 1) {
    if (chosen[setOf[course] ?? 0] === 0) failures[course] = (failures[course] ?? 0) | bit;
  }
}

/** Counts the courses that fail in no other facet, as another choice in this one would bring them back. */
function countedIn({ values, parents, sets, setOf }: Facet, failures: Uint8Array, bit: number): Counted[] {
  const ofSets = new Uint32Array(sets.length);
  for (let course = 0; course < failures.length; course += 1) {
    if (((failures[course] ?? 0) & ~bit) !== 0) continue;
    const set = setOf[course] ?? 0;
    ofSets[set] = (ofSets[set] ?? 0) + 1;
  }
  const counts = new Uint32Array(values.length);
  for (let set = 0; set < sets.length; set += 1) {
    for (const place of sets[set] ?? []) counts[place] = (counts[place] ?? 0) + (ofSets[set] ?? 0);
  }
  return values
    .map((value, place) => ({ value, parent: values[parents[place] ?? -1], count: counts[place] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
}
