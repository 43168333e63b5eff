// The facets: columns of what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import { createHash } from 'node:crypto';
import { startsOf } from '../../text/positions.ts';
import type { Catalog, Chunks, Output } from '../output.ts';
import {
  columnOf,
  dayLength,
  dayNumber,
  facetsPath,
  yearOf,
  type Column,
  type FacetColumns,
  type FacetsFile,
  type FacetValues,
} from './format.ts';
import { facetsRow, type FacetsTask, type FacetsTypes } from './row.ts';

type FacetsChunks = Chunks<FacetsTypes['part']>;

/** What so few courses have is not worth a number. */
const rare = 2;

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

function taskOf({ numbered: { ids, byId, offsets }, lists, references }: Catalog, chunks: FacetsChunks): FacetsTask {
  const days = new Uint32Array(ids.length);
  for (let chunk = 0; chunk < chunks.count; chunk += 1) days.set(chunks.parts.days(chunk), offsets[chunk]);
  const providers = references.providers.map(({ id }) => id);
  const categories = references.categories.map(({ id, parent }) => ({ id, parent }));
  const { named, counts, members } = lists;
  return { ids, byId, days, providers, categories, named, counts, members };
}

/** The same for the same file. */
function digestOf({ ids, byId, days, counts, members, ...others }: FacetsTask): string {
  const digest = createHash('sha256').update(JSON.stringify(others));
  for (const numbers of [ids, byId, days, counts, members]) digest.update(numbers);
  return digest.digest('hex');
}

function facetsOf(task: FacetsTask): FacetsFile {
  const { ids, byId, days } = task;
  const lastDay = days.reduce((last, day) => Math.max(last, day), 0);
  const ages = ranked(byId.map((course) => lastDay - (days[course] ?? 0)));
  const ascending = Float64Array.from(byId, (course) => ids[course] ?? 0);
  const { combinationOf, ...others } = combinationsOf(task);
  return {
    facets: { ...others, year: yearsOf(days) },
    lastDay,
    days: columnOf(ages.kinds),
    dayOf: ages.column,
    combinationOf,
    ids: columnOf(ascending.map((id, at) => id - (ascending[at - 1] ?? 0))),
  };
}

/** How often each of some numbers occurs. */
function timesOf(all: Iterable<number>): Map<number, number> {
  const times = new Map<number, number>();
  for (const one of all) times.set(one, (times.get(one) ?? 0) + 1);
  return times;
}

function yearsOf(days: Uint32Array): FacetValues {
  const years = [...timesOf(days.map(yearOf))].toSorted(([a, one], [b, other]) => other - one || b - a);
  return { values: years.map(([year]) => String(year)), counts: years.map(([, count]) => count), parents: [] };
}

/** The different ones among some numbers, and the column from which `placesIn` tells which each of them is. */
function ranked(all: Uint32Array): { kinds: readonly number[]; column: Column } {
  const times = timesOf(all);
  const common = [...times.keys()]
    .filter((kind) => (times.get(kind) ?? 0) > rare)
    .toSorted((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
  const numbers = new Map(common.map((kind, place) => [kind, place + 1]));
  const others = all.filter((one) => !numbers.has(one)).toReversed();
  return { kinds: [...common, ...others], column: columnOf(all.map((one) => numbers.get(one) ?? 0)) };
}

/** A value, the list of its courses, and that of the value above it. */
interface Listed {
  readonly value: string;
  readonly list: number;
  readonly above?: number;
}

/** Which values courses have together. */
function combinationsOf(task: FacetsTask) {
  const { byId, providers, categories, named, members } = task;
  const starts = startsOf(task.counts);
  const countOf = (list: number) => task.counts[list] ?? 0;
  const of = new Uint32Array(byId.length);
  // Combination 0 has no value. Each other one is an earlier one with one more, facet after facet.
  const [fewer, added] = [[0], [-1]];
  /** By combination, the one that was last made from it. */
  const latest: number[] = [];
  let end = 0;

  /** Adds the values of a facet. Returns a function that makes their columns once all are added. */
  const add = (all: readonly Listed[]) => {
    const used = all.filter(({ list }) => countOf(list) > 0).toSorted((a, b) => countOf(b.list) - countOf(a.list));
    const first = end;
    end += used.length;
    for (const [place, { list }] of used.entries()) {
      const value = first + place;
      const start = starts[list] ?? 0;
      for (const course of members.subarray(start, start + countOf(list))) {
        const before = of[course] ?? 0;
        let after = latest[before] ?? 0;
        if (added[after] !== value) {
          after = fewer.push(before) - 1;
          added[after] = value;
          latest[before] = after;
        }
        of[course] = after;
      }
    }
    const placeOf = new Map(used.map(({ list }, place) => [list, place]));
    const parents = used.map(({ above = -1 }) => placeOf.get(above) ?? -1);
    return (kinds: readonly number[]): FacetColumns => {
      const sizes: number[] = [];
      const places: number[] = [];
      for (const kind of kinds) {
        const own: number[] = [];
        for (let one = kind; one > 0; one = fewer[one] ?? 0) own.push((added[one] ?? 0) - first);
        const lowest = own.filter((place) => used[place] && !own.some((other) => parents[other] === place));
        sizes.push(lowest.length);
        places.push(...lowest.toReversed());
      }
      const values = used.map(({ value }) => value);
      const counts = used.map(({ list }) => countOf(list));
      return { values, counts, parents, sizes: columnOf(sizes), places: columnOf(places) };
    };
  };
  const [firstCategory, firstNamed] = [providers.length, providers.length + categories.length];
  const language = add(
    named.flatMap(({ route, name }, index) =>
      route === 'language' ? [{ value: name, list: firstNamed + index }] : [],
    ),
  );
  const category = add(
    categories.map(({ id, parent }, index) => {
      return { value: String(id), list: firstCategory + index, above: firstCategory + parent };
    }),
  );
  const provider = add(providers.map((id, index) => ({ value: String(id), list: index })));
  const { kinds, column } = ranked(byId.map((course) => of[course] ?? 0));
  return { combinationOf: column, language: language(kinds), category: category(kinds), provider: provider(kinds) };
}
