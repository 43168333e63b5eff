// The facets: columns of what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import { startsOf } from '../../catalog/lists.ts';
import type { Catalog, Output } from '../output.ts';
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
import { facetsRow, type FacetsTypes } from './row.ts';

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
  *documents(catalog, _site, built) {
    const { ids, byId, offsets } = catalog.numbered;
    const days = new Uint32Array(ids.length);
    const chunks = built.of(facetsRow)?.chunks;
    for (let at = 0; at < (chunks?.count ?? 0); at += 1) days.set(chunks?.parts.days(at) ?? [], offsets[at] ?? 0);
    const lastDay = days.reduce((last, day) => Math.max(last, day), 0);
    const ages = ranked(byId.map((course) => lastDay - (days[course] ?? 0)));
    const ascending = Float64Array.from(byId, (course) => ids[course] ?? 0);
    const { combinationOf, ...others } = combinationsOf(catalog);
    const file: FacetsFile = {
      facets: { ...others, year: yearsOf(days) },
      lastDay,
      days: columnOf(ages.kinds),
      dayOf: ages.column,
      combinationOf,
      ids: columnOf(ascending.map((id, at) => id - (ascending[at - 1] ?? 0))),
    };
    yield [facetsPath, JSON.stringify(file)];
  },
};

/** How often each of some numbers occurs, the most common first. */
function counted(all: Iterable<number>): [number: number, count: number][] {
  const counts = new Map<number, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

function yearsOf(days: Uint32Array): FacetValues {
  const years = counted(days.map(yearOf));
  return { values: years.map(([year]) => String(year)), counts: years.map(([, count]) => count), parents: [] };
}

/** The different ones among some numbers, and the column from which `placesIn` tells which each of them is. */
function ranked(all: Uint32Array): { kinds: readonly number[]; column: Column } {
  const common = counted(all).flatMap(([kind, count]) => (count > rare ? [kind] : []));
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
function combinationsOf({ references: { providers, categories }, lists, numbered }: Catalog) {
  const starts = startsOf(lists.counts);
  const countOf = (list: number) => lists.counts[list] ?? 0;
  // Of places of values, one facet after another: none, and then what one becomes with one more value.
  const combinations: (readonly number[])[] = [[]];
  const of = new Uint32Array(numbered.ids.length);
  let end = 0;

  /** Adds the values of a facet, each of which follows the one above it. Returns a function that makes their columns once all are added. */
  const add = (all: readonly Listed[]) => {
    // Stable: no value comes before the one above it, which has at least as many courses.
    const used = all.filter(({ list }) => countOf(list) > 0).toSorted((a, b) => countOf(b.list) - countOf(a.list));
    const first = end;
    end += used.length;
    const placeOf = new Map(used.map(({ list }, at) => [list, first + at]));
    const parents = used.map(({ above = -1 }) => placeOf.get(above));
    for (const [at, { list }] of used.entries()) {
      const larger = new Map<number, number>();
      const start = starts[list] ?? 0;
      for (const course of lists.members.subarray(start, start + countOf(list))) {
        const before = of[course] ?? 0;
        let after = larger.get(before);
        if (after === undefined) {
          const others = combinations[before]?.filter((place) => place !== parents[at]) ?? [];
          after = combinations.push([...others, first + at]) - 1;
          larger.set(before, after);
        }
        of[course] = after;
      }
    }
    return (kinds: readonly number[]): FacetColumns => {
      const places = kinds.map(
        (kind) => combinations[kind]?.flatMap((place) => (used[place - first] ? [place - first] : [])) ?? [],
      );
      return {
        values: used.map(({ value }) => value),
        counts: used.map(({ list }) => countOf(list)),
        parents: parents.map((place) => (place ?? first - 1) - first),
        sizes: columnOf(places.map(({ length }) => length)),
        places: columnOf(places.flat()),
      };
    };
  };
  const [firstCategory, firstNamed] = [providers.length, providers.length + categories.length];
  const language = add(
    lists.named.flatMap(({ route, name }, index) =>
      route === 'language' ? [{ value: name, list: firstNamed + index }] : [],
    ),
  );
  const category = add(
    categories.map(({ id, parent }, index) => {
      return { value: String(id), list: firstCategory + index, above: firstCategory + parent };
    }),
  );
  const provider = add(providers.map(({ id }, index) => ({ value: String(id), list: index })));
  const { kinds, column } = ranked(numbered.byId.map((course) => of[course] ?? 0));
  return { combinationOf: column, language: language(kinds), category: category(kinds), provider: provider(kinds) };
}
