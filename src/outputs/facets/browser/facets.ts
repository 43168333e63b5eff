// The facets of a catalog, loaded: what each course can be filtered by.
import { lazy, memoize } from '../../../text/memoize.ts';
import { lowerBound } from '../../../text/positions.ts';
import { numbersOf, type FacetName, type FacetsFile, type ValueCount } from '../file-format.ts';

/** A value that was chosen. */
export type Choice = readonly [facet: FacetName, value: string];

export type Facets = ReturnType<typeof facetsIn>;

/** Courses are known by their indexes in the ascending order of ids. */
export function facetsIn(file: FacetsFile) {
  const columns = { ...file, year: { ...file.day, sets: file.day.sets.map(([day = '']) => [day.slice(0, 4)]) } };
  // Decoded on first use: the first filters need only one.
  const indexesOf = memoize((name: FacetName | 'day') => numbersOf(columns[name].courses));
  const ids = lazy(() => {
    let id = 0;
    return numbersOf(file.ids).map((difference) => (id += difference));
  });
  return {
    all: lazy(() => Array.from({ length: file.ids[0]?.length ?? 0 }, (_, course) => course)),
    ids,
    /** The course with an id; undefined if there is none. */
    withId(wanted: number): number | undefined {
      const course = lowerBound(ids(), wanted);
      return ids()[course] === wanted ? course : undefined;
    },
    /** The value of a course of which each has exactly one. */
    valueOf: (name: 'provider' | 'day', course: number) => columns[name].sets[indexesOf(name)[course] ?? 0]?.[0] ?? '',
    /** Whether a course has one of some values. */
    having(facet: FacetName, isWanted: (value: string) => boolean): (course: number) => boolean {
      const wanted = columns[facet].sets.map((values) => values.some(isWanted));
      const indexes = indexesOf(facet);
      return (course) => wanted[indexes[course] ?? 0] ?? false;
    },
    /** The values that some courses have, and how many of them, the largest first. */
    countIn(facet: FacetName, courses: readonly number[]): readonly ValueCount[] {
      const { sets } = columns[facet];
      const [indexes, times] = [indexesOf(facet), new Uint32Array(sets.length)];
      for (const course of courses) times[indexes[course] ?? 0] = (times[indexes[course] ?? 0] ?? 0) + 1;
      const counts = new Map<string, number>();
      for (const [index, values] of sets.entries())
        for (const value of values) counts.set(value, (counts.get(value) ?? 0) + (times[index] ?? 0));
      return [...counts].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
    },
  };
}
