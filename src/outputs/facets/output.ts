// The facets: columns of what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import { createHash } from 'node:crypto';
import { dayPart } from '../../catalog/date.ts';
import { membersIn } from '../../catalog/lists.ts';
import { collectValues, type Catalog, type Chunks, type Output } from '../output.ts';
import {
  columnOf,
  dayNumber,
  facetsPath,
  yearOf,
  type Column,
  type FacetColumns,
  type FacetsFile,
  type FacetValues,
} from './file-format.ts';
import { facetsRow, type FacetsTask, type FacetsTypes, type ListedValue } from './row.ts';

/** What so few courses have is not worth a number. */
const rare = 2;

export const facets: Output<FacetsTypes> = {
  ...facetsRow,
  collect: () =>
    collectValues(
      ({ course }) => dayNumber(dayPart(course.date.text)),
      (days) => ({ days: Uint32Array.from(days) }),
    ),
  async plan({ catalog, chunks, before }) {
    const task = taskOf(catalog, chunks);
    const digest = digestOf(task);
    const stay = before?.kept === digest ? before.files : [];
    return { tasks: stay.length > 0 ? [] : [{ task }], stay, finish: () => digest };
  },
  async run(task, { files }) {
    files.write(facetsPath, JSON.stringify(facetsOf(task)));
  },
};

function taskOf(
  { numbered: { ids, byId, offsets }, layout, lists: { counts, members }, references }: Catalog,
  chunks: Chunks<FacetsTypes['part']>,
): FacetsTask {
  const days = new Uint32Array(ids.length);
  for (let chunk = 0; chunk < chunks.count; chunk += 1) days.set(chunks.parts.days(chunk), offsets[chunk]);
  const firstCategory = references.providers.length;
  const values = layout.map(({ route, parameter }, list) => {
    const { parent = -1 } = references.categories[list - firstCategory] ?? {};
    return { facet: route, value: parameter, list, parentList: parent === -1 ? -1 : firstCategory + parent };
  });
  return { ids, byId, days, values, counts, members };
}

/** The same for the same file. */
function digestOf({ ids, byId, days, values, counts, members }: FacetsTask): string {
  const digest = createHash('sha256').update(JSON.stringify(values));
  for (const numbers of [ids, byId, days, counts, members]) digest.update(numbers);
  return digest.digest('hex');
}

function facetsOf(task: FacetsTask): FacetsFile {
  const { ids, byId, days } = task;
  const lastDay = days.reduce((last, day) => Math.max(last, day), 0);
  const agesById = byId.map((course) => lastDay - (days[course] ?? 0));
  const ages = ranked(agesById);
  const ascending = Float64Array.from(byId, (course) => ids[course] ?? 0);
  const values = {
    language: valuesOf('language', task),
    category: valuesOf('category', task),
    provider: valuesOf('provider', task),
  };
  const { ofCourses, listsIn } = combinationsOf(task, Object.values(values).flat());
  const combinations = ranked(byId.map((course) => ofCourses[course] ?? 0));
  const columns = (ofFacet: readonly ListedValue[]) => columnsOf(ofFacet, task, combinations.kinds, listsIn);
  return {
    facets: {
      language: columns(values.language),
      category: columns(values.category),
      provider: columns(values.provider),
      year: yearsOf(agesById, lastDay),
    },
    lastDay,
    days: columnOf(ages.kinds),
    dayOf: ages.column,
    combinationOf: combinations.column,
    ids: columnOf(ascending.map((id, index) => id - (ascending[index - 1] ?? 0))),
  };
}

/** The years of courses with these ages, in days before the last one. */
function yearsOf(ages: Uint32Array, lastDay: number): FacetValues {
  const counts = new Map<number, number>();
  for (const [age, count] of timesOf(ages)) {
    const year = yearOf(lastDay - age);
    counts.set(year, (counts.get(year) ?? 0) + count);
  }
  const years = [...counts].toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || b - a);
  return { values: years.map(([year]) => String(year)), counts: years.map(([, count]) => count), parents: [] };
}

/** The different numbers among some in ascending order, and how often each occurs. */
function* timesOf(numbers: Uint32Array): Generator<[number: number, times: number]> {
  const sorted = numbers.toSorted();
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (sorted[to] === sorted[from]) to += 1;
    yield [sorted[from] ?? 0, to - from];
  }
}

/** The different numbers among some, and the column from which `placesIn` tells which of these each of them is. */
function ranked(numbers: Uint32Array): { kinds: readonly number[]; column: Column } {
  const common: [number: number, times: number][] = [];
  for (const [number, times] of timesOf(numbers)) if (times > rare) common.push([number, times]);
  common.sort(([, a], [, b]) => b - a);
  const digits = new Map(common.map(([number], place) => [number, place + 1]));
  const others = numbers.filter((number) => !digits.has(number)).toReversed();
  const kinds = [...common.map(([number]) => number), ...others];
  return { kinds, column: columnOf(numbers.map((number) => digits.get(number) ?? 0)) };
}

/** The values of a facet that have courses, the most common first. */
function valuesOf(name: ListedValue['facet'], { values, counts }: FacetsTask): ListedValue[] {
  const count = ({ list }: ListedValue) => counts[list] ?? 0;
  return values.filter((value) => value.facet === name && count(value) > 0).toSorted((a, b) => count(b) - count(a));
}

/**
 * Which lists courses are in together: the combination of each course, and the lists of a combination. Combination 0 has none; each
 * other one extends an earlier one by a list.
 */
function combinationsOf(task: FacetsTask, values: readonly ListedValue[]) {
  const ofCourses = new Uint32Array(task.byId.length);
  const most = task.members.length + 1;
  const [extended, addedList] = [new Uint32Array(most), new Int32Array(most).fill(-1)];
  /** By combination, the one that last extended it. */
  const latest = new Uint32Array(most);
  let count = 1;
  const membersOf = membersIn(task);
  for (const { list } of values) {
    for (const course of membersOf(list)) {
      const before = ofCourses[course] ?? 0;
      let after = latest[before] ?? 0;
      if (addedList[after] !== list) {
        after = count++;
        extended[after] = before;
        addedList[after] = list;
        latest[before] = after;
      }
      ofCourses[course] = after;
    }
  }
  const listsIn = (combination: number) => {
    const lists: number[] = [];
    for (let current = combination; current > 0; current = extended[current] ?? 0) lists.push(addedList[current] ?? 0);
    return lists.toReversed();
  };
  return { ofCourses, listsIn };
}

/** The columns of a facet with these values, for combinations of lists. */
function columnsOf(
  values: readonly ListedValue[],
  { counts }: FacetsTask,
  combinations: readonly number[],
  listsIn: (combination: number) => readonly number[],
): FacetColumns {
  const placeOf = new Int32Array(counts.length).fill(-1);
  for (const [place, { list }] of values.entries()) placeOf[list] = place;
  const parents = values.map(({ parentList }) => placeOf[parentList] ?? -1);
  const [sizes, allPlaces]: [number[], number[]] = [[], []];
  for (const combination of combinations) {
    const places = listsIn(combination)
      .map((list) => placeOf[list] ?? -1)
      .filter((place) => place >= 0);
    const lowest = places.filter((place) => !places.some((other) => parents[other] === place));
    sizes.push(lowest.length);
    allPlaces.push(...lowest);
  }
  return {
    values: values.map(({ value }) => value),
    counts: values.map(({ list }) => counts[list] ?? 0),
    parents,
    sizes: columnOf(sizes),
    places: columnOf(allPlaces),
  };
}
