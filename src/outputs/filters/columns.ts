// The columns of filters as builds make them: the sets of values that occur, and the index of the set of each course.

/** The values of a course. Courses with the same values share one set. */
export type ValueSet = readonly string[];

/** As `FilterColumn`, but with four bytes for each course. */
export interface BuiltColumn {
  readonly sets: readonly ValueSet[];
  readonly courses: Uint32Array;
}

/** Orders a column, of which the courses are in the order of reading: `byId` are their numbers by ascending id. Sets come in the order in which they first occur. */
export function orderedColumn({ sets, courses }: BuiltColumn, byId: Uint32Array): BuiltColumn {
  const places = new Map<number, number>();
  const ordered = byId.map((course) => {
    const set = courses[course] ?? 0;
    const place = places.get(set) ?? places.size;
    places.set(set, place);
    return place;
  });
  return { sets: Array.from(places.keys(), (set) => sets[set] ?? []), courses: ordered };
}

/** A column as it is published. */
export function columnJson(column: BuiltColumn, others: object = {}): string {
  return JSON.stringify({ ...others, ...column, courses: Array.from(column.courses) });
}
