// The facets of a catalog, loaded: what each course can be filtered by, and how many courses each value would leave.
import { facetNames, numbersOf, type FacetColumn, type FacetName, type FacetsFile } from '../file-format.ts';
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

/** Courses are known by their places in the ascending order of ids. */
export function facetsIn({ ids, language, category, provider, day }: FacetsFile) {
  // The counts of all courses do without.
  const decoded = (column: FacetColumn) => ({ ...column, courses: lazily(() => numbersOf(column.courses)) });
  const days = decoded(day);
  let id = 0;
  return {
    size: ids[0]?.length ?? 0,
    ids: lazily(() => numbersOf(ids).map((difference) => (id += difference))),
    language: decoded(language),
    category: decoded(category),
    provider: decoded(provider),
    year: { ...days, sets: days.sets.map(([date = '']) => [date.slice(0, 'YYYY'.length)]) },
    day: days,
  };
}

function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** The place of a course by its id; undefined if there is no such course. */
export function courseAt(facets: Facets, id: number): number | undefined {
  const ids = facets.ids();
  const course = lowerBound(ids, id);
  return ids[course] === id ? course : undefined;
}

/** The value of a course of which each has exactly one. */
export function valueOf(facets: Facets, of: 'provider' | 'day', course: number): string {
  const { sets, courses } = facets[of];
  return sets[courses()[course] ?? 0]?.[0] ?? '';
}

/** Whether a course has one of some values of a facet, or one below them. */
export function having(facets: Facets, facet: FacetName, isWanted: (value: string) => boolean) {
  const { sets, courses } = facets[facet];
  const has = sets.map((set) => set.some(isWanted));
  const places = courses();
  return (course: number) => has[places[course] ?? 0] ?? false;
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
  const isWhole = !list && !found && choices.length === 0;
  const courses = found ?? (isWhole ? [] : all());
  // Why each of them is out: a bit for each facet, and one for the list.
  const reasons = new Uint8Array(courses.length);
  const demand = (reason: number, facet: FacetName, values: readonly string[]) => {
    const has = having(facets, facet, (value) => values.includes(value));
    for (const [index, course] of courses.entries()) if (!has(course)) reasons[index] = (reasons[index] ?? 0) | reason;
  };
  if (list) demand(1 << facetNames.length, list.facet, [list.value]);
  for (const [place, name] of facetNames.entries()) {
    const chosen = choices.flatMap(({ facet, value }) => (facet === name ? [value] : []));
    if (chosen.length > 0) demand(1 << place, name, chosen);
  }
  const counts = facetNames.map((name, place) => {
    const column = facets[name];
    // Another choice in the only facet that a course is out for would bring it back.
    const counted = () => courses.filter((_, index) => ((reasons[index] ?? 0) & ~(1 << place)) === 0);
    return [name, countedIn(column, isWhole ? column.times : timesIn(column, counted()))] as const;
  });
  const left = courses.filter((_, index) => reasons[index] === 0);
  return { total: isWhole ? facets.size : left.length, courses: isWhole ? all : () => left, counts: new Map(counts) };
}

/** How many of some courses have each set of a column. */
function timesIn(column: Facets[FacetName], courses: readonly number[]): Uint32Array {
  const places = column.courses();
  const times = new Uint32Array(column.sets.length);
  for (const course of courses) {
    const place = places[course] ?? 0;
    times[place] = (times[place] ?? 0) + 1;
  }
  return times;
}

/** The values of a column, given how many courses have each set. */
function countedIn({ sets, parents }: Pick<FacetColumn, 'sets' | 'parents'>, times: ArrayLike<number>): Counted[] {
  const counts = new Map<string, number>();
  for (const [place, set] of sets.entries())
    for (const value of set) counts.set(value, (counts.get(value) ?? 0) + (times[place] ?? 0));
  return [...counts]
    .map(([value, count]) => ({ value, parent: parents?.[value], count }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
