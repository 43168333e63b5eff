// The facets of a catalog, loaded: what each course can be filtered by.
import { lazy } from '../../../memoize.ts';
import { lowerBound } from '../../../collections/positions.ts';
import type { FacetName, FacetsFile, ValueCount } from '../file-format.ts';

/** A value that was chosen. */
export type Choice = readonly [facet: FacetName, value: string];

export type Facets = ReturnType<typeof facetsIn>;

/** Courses are known by their indexes in the ascending order of ids. */
export function facetsIn(file: FacetsFile) {
  const columns = { ...file, year: { ...file.day, sets: file.day.sets.map(([day = '']) => [day.slice(0, 4)]) } };
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
    valueOf: (name: 'provider' | 'day', course: number) =>
      columns[name].sets[columns[name].courses[course] ?? 0]?.[0] ?? '',
    /** Whether a course has one of some values. */
    having(facet: FacetName, isWanted: (value: string) => boolean): (course: number) => boolean {
      const { sets, courses: indexes } = columns[facet];
      const wanted = sets.map((values) => values.some(isWanted));
      return (course) => wanted[indexes[course] ?? 0] ?? false;
    },
    /** The values that some courses have, and how many of them, the largest first. */
    countIn(facet: FacetName, courses: readonly number[]): readonly ValueCount[] {
      const { sets, courses: indexes } = columns[facet];
      const times = new Uint32Array(sets.length);
      for (const course of courses) times[indexes[course] ?? 0] = (times[indexes[course] ?? 0] ?? 0) + 1;
      const counts = new Map<string, number>();
      for (const [index, values] of sets.entries())
        for (const value of values) counts.set(value, (counts.get(value) ?? 0) + (times[index] ?? 0));
      return [...counts].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
    },
  };
}
