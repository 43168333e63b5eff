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
  found: Iterable<number> | undefined,
  choices: readonly Choice[],
) {
  // Why each course is out: a bit for each facet, and one for other reasons.
  const reasons = new Uint8Array(facets.size);
  const other = 1 << facetNames.length;
  const demand = (reason: number, facet: FacetName, values: readonly string[]) => {
    const has = having(facets, facet, (value) => values.includes(value));
    for (let course = 0; course < facets.size; course += 1)
      if (!has(course)) reasons[course] = (reasons[course] ?? 0) | reason;
  };
  if (found) reasons.fill(other);
  for (const course of found ?? []) reasons[course] = 0;
  if (list) demand(other, list.facet, [list.value]);
  for (const [place, name] of facetNames.entries()) {
    const chosen = choices.flatMap(({ facet, value }) => (facet === name ? [value] : []));
    if (chosen.length > 0) demand(1 << place, name, chosen);
  }
  const isWhole = !list && !found && choices.length === 0;
  const counts = facetNames.map((name, place) => {
    const column = facets[name];
    // Another choice in the only facet that a course is out for would bring it back.
    return [name, countedIn(column, isWhole ? column.times : timesIn(column, reasons, 1 << place))] as const;
  });
  return {
    total: reasons.reduce((sum, reason) => sum + (reason === 0 ? 1 : 0), 0),
    courses: () => [...reasons.keys()].filter((course) => reasons[course] === 0),
    counts: new Map(counts),
  };
}

/** How many courses have each set of a column, of those that are out for no reason but `ignored`. */
function timesIn({ sets, courses }: Facets[FacetName], reasons: Uint8Array, ignored: number): Uint32Array {
  const places = courses();
  const times = new Uint32Array(sets.length);
  for (const [course, reason] of reasons.entries()) {
    const place = places[course] ?? 0;
    if ((reason & ~ignored) === 0) times[place] = (times[place] ?? 0) + 1;
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
