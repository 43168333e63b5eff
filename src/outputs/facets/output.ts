// The facets: columns of what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import { startsOf } from '../../catalog/lists.ts';
import type { Catalog, Output } from '../output.ts';
import { columnOf, dayLength, dayNumber, facetsPath, type FacetColumns, type FacetsFile } from './format.ts';
import { facetsRow, type FacetsTypes } from './row.ts';

export const facets: Output<FacetsTypes> = {
  ...facetsRow,
  collect() {
    let days: number[] = [];
    return {
      add: ({ course }) => void days.push(dayNumber(course.date.text.slice(0, dayLength))),
      finish() {
        const part = { days: Uint32Array.from(days) };
        days = [];
        return part;
      },
    };
  },
  *documents(catalog, _site, built) {
    const { ids, byId, offsets } = catalog.numbered;
    const days = new Uint32Array(ids.length);
    const chunks = built.of(facetsRow)?.chunks;
    for (let at = 0; at < (chunks?.count ?? 0); at += 1) days.set(chunks?.parts.days(at) ?? [], offsets[at] ?? 0);
    const firstDay = days.reduce((first, day) => Math.min(first, day), days[0] ?? 0);
    const ascending = Float64Array.from(byId, (course) => ids[course] ?? 0);
    const file: FacetsFile = {
      ids: columnOf(ascending.map((id, at) => id - (ascending[at - 1] ?? 0))),
      days: columnOf(byId.map((course) => (days[course] ?? 0) - firstDay)),
      firstDay,
      facets: facetsOf(catalog),
    };
    yield [facetsPath, JSON.stringify(file)];
  },
};

/** A value, its number of courses, and those that the column lists with it. */
interface Held {
  readonly value: string | number;
  readonly count: number;
  readonly courses: Uint32Array;
  /** The value above it. */
  readonly parent?: string | number | undefined;
}

function facetsOf({ references, lists, numbered }: Catalog): FacetsFile['facets'] {
  const { providers, categories } = references;
  const starts = startsOf(lists.counts);
  const coursesOf = (list: number) => {
    const start = starts[list] ?? 0;
    return lists.members.subarray(start, start + (lists.counts[list] ?? 0));
  };
  const held = (value: string | number, list: number): Held => {
    const courses = coursesOf(list);
    return { value, count: courses.length, courses };
  };
  const children = categories.map((): number[] => []);
  for (const [index, { parent }] of categories.entries()) children[parent]?.push(index);
  const [firstCategory, firstNamed] = [providers.length, providers.length + categories.length];
  const listedBelow = new Uint32Array(lists.courses);
  const ofCategory = ({ id, parent }: { id: number; parent: number }, index: number): Held => {
    for (const child of children[index] ?? []) {
      for (const course of coursesOf(firstCategory + child)) listedBelow[course] = index + 1;
    }
    const { count, courses } = held(id, firstCategory + index);
    const own = courses.filter((course) => listedBelow[course] !== index + 1);
    return { value: id, count, courses: own, parent: categories[parent]?.id };
  };
  const languages = lists.named.flatMap(({ route, name }, index) =>
    route === 'language' ? [held(name, firstNamed + index)] : [],
  );
  const columns = (all: readonly Held[]) => columnsOf(all, numbered.byId);
  const ofCategories = categories.map(ofCategory);
  const parents = new Map(ofCategories.map(({ value, parent }) => [value, parent]));
  const category = columns(ofCategories);
  const placeOf = new Map<unknown, number>(category.values.map((value, place) => [value, place]));
  return {
    language: columns(languages),
    category: { ...category, parents: category.values.map((value) => placeOf.get(parents.get(value)) ?? -1) },
    provider: columns(providers.map(({ id }, index) => held(id, index))),
  };
}

function columnsOf(all: readonly Held[], byId: Uint32Array): FacetColumns {
  const used = all.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count);
  const ranks = new Uint32Array(byId.length);
  for (const [rank, course] of byId.entries()) ranks[course] = rank;
  const counts = new Uint32Array(byId.length);
  for (const { courses } of used) {
    for (const course of courses) counts[ranks[course] ?? 0] = (counts[ranks[course] ?? 0] ?? 0) + 1;
  }
  const next = startsOf(counts);
  const places = new Uint32Array(counts.reduce((sum, one) => sum + one, 0));
  for (const [place, { courses }] of used.entries()) {
    for (const course of courses) {
      const rank = ranks[course] ?? 0;
      places[next[rank] ?? 0] = place;
      next[rank] = (next[rank] ?? 0) + 1;
    }
  }
  return { values: used.map(({ value }) => value), counts: columnOf(counts), places: columnOf(places) };
}
