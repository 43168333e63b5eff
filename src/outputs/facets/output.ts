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

function timesOf(numbers: Iterable<number>): Map<number, number> {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return times;
}

function yearsOf(days: Uint32Array): FacetValues {
  const years = [...timesOf(days.map(yearOf))].toSorted(([a, timesOfA], [b, timesOfB]) => timesOfB - timesOfA || b - a);
  return { values: years.map(([year]) => String(year)), counts: years.map(([, count]) => count), parents: [] };
}

/** The different numbers among some, and the column from which `placesIn` tells which of these each of them is. */
function ranked(numbers: Uint32Array): { kinds: readonly number[]; column: Column } {
  const times = timesOf(numbers);
  const common = [...times.keys()]
    .filter((number) => (times.get(number) ?? 0) > rare)
    .toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  const digits = new Map(common.map((number, place) => [number, place + 1]));
  const others = numbers.filter((number) => !digits.has(number)).toReversed();
  return { kinds: [...common, ...others], column: columnOf(numbers.map((number) => digits.get(number) ?? 0)) };
}

/** A value, the list of its courses, and that of the value above it. */
interface FacetValue {
  readonly value: string;
  readonly list: number;
  readonly above?: number;
}

/** The values of a facet that have courses, the most common first. */
interface AddedFacet {
  readonly used: readonly FacetValue[];
  /** The number of the first of them; the others follow. */
  readonly first: number;
}

/**
 * Which values courses have together. Values are numbered, facet after facet. Combination 0 has none; each other one extends
 * an earlier one by a value with a higher number.
 */
class Combinations {
  /** By course. */
  readonly ofCourses: Uint32Array;
  /** By combination, the one that it extends, and the value by which it does. */
  private readonly extended = [0];
  private readonly valueOf = [-1];
  /** By combination, the one that last extended it. */
  private readonly latest: number[] = [];
  private readonly starts: Uint32Array;
  private valueCount = 0;

  constructor(private readonly task: FacetsTask) {
    this.ofCourses = new Uint32Array(task.byId.length);
    this.starts = startsOf(task.counts);
  }

  /** Adds the values of a facet to the combinations of their courses. */
  add(values: readonly FacetValue[]): AddedFacet {
    const used = values
      .filter(({ list }) => this.count(list) > 0)
      .toSorted((a, b) => this.count(b.list) - this.count(a.list));
    const first = this.valueCount;
    this.valueCount += used.length;
    for (const [place, { list }] of used.entries()) this.extend(list, first + place);
    return { used, first };
  }

  /** The columns of a facet, for these combinations. */
  columns({ used, first }: AddedFacet, combinations: readonly number[]): FacetColumns {
    const placeOfList = new Map(used.map(({ list }, place) => [list, place]));
    const parents = used.map(({ above = -1 }) => placeOfList.get(above) ?? -1);
    const sizes: number[] = [];
    const places: number[] = [];
    for (const combination of combinations) {
      const ofFacet = this.valuesIn(combination).flatMap((value) => (used[value - first] ? [value - first] : []));
      const lowest = ofFacet.filter((place) => !ofFacet.some((other) => parents[other] === place));
      sizes.push(lowest.length);
      places.push(...lowest);
    }
    const counts = used.map(({ list }) => this.count(list));
    return {
      values: used.map(({ value }) => value),
      counts,
      parents,
      sizes: columnOf(sizes),
      places: columnOf(places),
    };
  }

  private extend(list: number, value: number): void {
    const { extended, valueOf, latest, ofCourses } = this;
    const start = this.starts[list] ?? 0;
    for (const course of this.task.members.subarray(start, start + this.count(list))) {
      const before = ofCourses[course] ?? 0;
      let after = latest[before] ?? 0;
      if (valueOf[after] !== value) {
        after = extended.push(before) - 1;
        valueOf[after] = value;
        latest[before] = after;
      }
      ofCourses[course] = after;
    }
  }

  private valuesIn(combination: number): number[] {
    const values: number[] = [];
    for (let current = combination; current > 0; current = this.extended[current] ?? 0)
      values.push(this.valueOf[current] ?? 0);
    return values.toReversed();
  }

  private count(list: number): number {
    return this.task.counts[list] ?? 0;
  }
}

function combinationsOf(task: FacetsTask) {
  const { byId, providers, categories, named } = task;
  const combinations = new Combinations(task);
  const [firstCategory, firstNamed] = [providers.length, providers.length + categories.length];
  const language = combinations.add(
    named.flatMap(({ route, name }, index) =>
      route === 'language' ? [{ value: name, list: firstNamed + index }] : [],
    ),
  );
  const category = combinations.add(
    categories.map(({ id, parent }, index) => {
      return { value: String(id), list: firstCategory + index, above: firstCategory + parent };
    }),
  );
  const provider = combinations.add(providers.map((id, index) => ({ value: String(id), list: index })));
  const { kinds, column } = ranked(byId.map((course) => combinations.ofCourses[course] ?? 0));
  return {
    combinationOf: column,
    language: combinations.columns(language, kinds),
    category: combinations.columns(category, kinds),
    provider: combinations.columns(provider, kinds),
  };
}
