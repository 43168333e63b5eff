// The filters of a catalog, loaded: what each course can be filtered by.
import { lazy } from '../../memoize.ts';
import { lowerBound } from '../../text/positions.ts';
import type { FilterColumn, FiltersFile, ValueCount } from './file-format.ts';

/** A value that was chosen of a filter, or of a field, by its name. */
export type Choice = readonly [filter: string, value: string];

export type Filters = ReturnType<typeof filtersIn>;

const noColumn: FilterColumn = { sets: [], courses: [] };

/** The years of a column of days. */
export function yearsOf<T extends Pick<FilterColumn, 'sets'>>(days: T): T {
  return { ...days, sets: days.sets.map(([day = '']) => [day.slice(0, 4)]) };
}

/** Courses are known by their indexes in the ascending order of ids. Fields have no values until they are added. */
export function filtersIn(file: FiltersFile) {
  const { language, category, provider, day } = file;
  const year = yearsOf(day);
  const columns = new Map<string, FilterColumn>(Object.entries({ language, category, provider, year }));
  const sortKeys = new Map<string, readonly number[]>();
  const sources = new Map<string, FilterColumn>();
  const columnOf = (filter: string) => columns.get(filter) ?? noColumn;
  const ids = lazy(() => {
    let id = 0;
    return file.ids.map((difference) => (id += difference));
  });
  return {
    all: lazy(() => [...file.ids.keys()]),
    ids,
    /** The course with an id. Undefined for an unknown id. */
    withId(wanted: number): number | undefined {
      const course = lowerBound(ids(), wanted);
      return ids()[course] === wanted ? course : undefined;
    },
    /** The value of a course of which each has exactly one. */
    valueOf: (name: 'provider' | 'day', course: number) => file[name].sets[file[name].courses[course] ?? 0]?.[0] ?? '',
    /** Adds a field: what can be chosen of it, by what it sorts each course, the least first, and its values as in the source. */
    add(name: string, column: FilterColumn, keys: readonly number[], source = column): void {
      columns.set(name, column);
      sortKeys.set(name, keys);
      sources.set(name, source);
    },
    has: (filter: string) => columns.has(filter),
    sortKeyOf: (field: string, course: number) => sortKeys.get(field)?.[course] ?? Infinity,
    /** Whether a course has one of some values; of a field, as in the source if `isSource`. */
    having(filter: string, isWanted: (value: string) => boolean, isSource = false): (course: number) => boolean {
      const { sets, courses: indexes } = isSource ? (sources.get(filter) ?? noColumn) : columnOf(filter);
      const wanted = sets.map((values) => values.some(isWanted));
      return (course) => wanted[indexes[course] ?? 0] ?? false;
    },
    /** The values that some courses have, and how many of them, the largest first. */
    countIn(filter: string, courses: readonly number[]): readonly ValueCount[] {
      const { sets, courses: indexes } = columnOf(filter);
      return countValues(
        sets,
        courses.map((course) => indexes[course] ?? 0),
      );
    },
  };
}

/** The values of sets that some courses have, and how many of them, the largest first; `courses` are the indexes of their sets. */
export function countValues(sets: FilterColumn['sets'], courses: Iterable<number>): readonly ValueCount[] {
  const times = new Uint32Array(sets.length);
  for (const set of courses) times[set] = (times[set] ?? 0) + 1;
  const counts = new Map<string, number>();
  for (const [index, values] of sets.entries())
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + (times[index] ?? 0));
  return [...counts].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
}
