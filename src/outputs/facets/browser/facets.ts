// The facets of a catalog, loaded: what each course can be filtered by.
import { lazy, memoize } from '../../../text/memoize.ts';
import { lowerBound } from '../../../text/positions.ts';
import { numbersOf, type FacetName, type FacetsFile, type ValueCount, type ValueSet } from '../file-format.ts';

/** A value that was chosen. */
export type Choice = readonly [facet: FacetName, value: string];

export type Facets = ReturnType<typeof facetsIn>;

/** Courses are known by their indexes in the ascending order of ids. */
export function facetsIn(file: FacetsFile) {
  const columns = { ...file, year: { ...file.day, sets: file.day.sets.map(([day = '']) => [day.slice(0, 4)]) } };
  // Decoded on first use: the first filters need only one.
  const indexesOf = memoize((name: FacetName | 'day') => numbersOf(columns[name].courses));
  const valuesOf = (name: FacetName | 'day', course: number): ValueSet =>
    columns[name].sets[indexesOf(name)[course] ?? 0] ?? [];
  const ids = lazy(() => {
    let id = 0;
    return numbersOf(file.ids).map((difference) => (id += difference));
  });
  return {
    all: () => Array.from({ length: file.ids[0]?.length ?? 0 }, (_, course) => course),
    ids,
    /** The course with an id; undefined if there is none. */
    withId(wanted: number): number | undefined {
      const course = lowerBound(ids(), wanted);
      return ids()[course] === wanted ? course : undefined;
    },
    valuesOf,
    /** Whether a course has one of some values. */
    having(facet: FacetName, isWanted: (value: string) => boolean): (course: number) => boolean {
      const wanted = new Set(columns[facet].sets.filter((values) => values.some(isWanted)));
      return (course) => wanted.has(valuesOf(facet, course));
    },
    /** The values that some courses have, and how many of them, the largest first. */
    countIn(facet: FacetName, courses: readonly number[]): readonly ValueCount[] {
      const counts = new Map<string, number>();
      for (const course of courses)
        for (const value of valuesOf(facet, course)) counts.set(value, (counts.get(value) ?? 0) + 1);
      return [...counts].toSorted(([, a], [, b]) => b - a);
    },
  };
}
