// The facets: what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import { hash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { ShownRoute } from '../static-pages/paths.ts';
import { dateOfDay, dayPart } from '../../catalog/date.ts';
import { membersIn } from '../../catalog/membership.ts';
import { memoize } from '../../text/memoize.ts';
import type { Output } from '../output.ts';
import { facetsIn } from './browser/facets.ts';
import { digitsOf, facetCountsPath, facetNames, facetsPath, type FacetColumn, type FacetsFile } from './file-format.ts';
import { facetsDeclaration, type FacetsTypes } from './declaration.ts';

export const facets: Output<FacetsTypes> = {
  ...facetsDeclaration,
  async plan({ catalog: { numbering, lists, membership }, previous }) {
    const { ids, days, byId } = numbering;
    const { counts, members } = membership;
    const task = { ids, days, byId, lists, counts, members };
    const digest = hash('sha256', serialize(task));
    const staying = previous?.kept === digest ? [...previous.files.values()] : [];
    return { tasks: staying.length > 0 ? [] : [{ task }], staying, finish: () => digest };
  },
  async run(task, { fileWriter }) {
    const file = facetsOf(task);
    const loaded = facetsIn(file);
    const all = loaded.all();
    const counts = Object.fromEntries(facetNames.map((facet) => [facet, loaded.countIn(facet, all)]));
    fileWriter.write(facetsPath, JSON.stringify(file));
    fileWriter.write(facetCountsPath, JSON.stringify(counts));
  },
};

function facetsOf({ ids, days, byId, lists, counts, members }: FacetsTypes['task']): FacetsFile {
  const membersOf = membersIn({ counts, members });
  const inLists = (facet: ShownRoute) => {
    // The set of each course so far: the lists add one value after another.
    const setOf = new Uint32Array(ids.length);
    const sets: (readonly string[])[] = [[]];
    for (const [list, { route, parameter }] of lists.entries()) {
      if (route !== facet) continue;
      const withValue = memoize((set: number) => sets.push([...(sets[set] ?? []), parameter]) - 1);
      for (const course of membersOf(list)) setOf[course] = withValue(setOf[course] ?? 0);
    }
    return columnOf(sets, setOf, byId);
  };
  const sets: (readonly string[])[] = [];
  const setsOfDays = new Uint32Array(ids.length);
  const setOfDay = memoize((day: number) => sets.push([dayPart(dateOfDay(day).toISOString())]) - 1);
  // Equally common days are in the order of ids, whatever that of the source is.
  for (const course of byId) setsOfDays[course] = setOfDay(days[course] ?? 0);
  const ascending = Float64Array.from(byId, (course) => ids[course] ?? 0);
  return {
    language: inLists('language'),
    category: inLists('category'),
    provider: inLists('provider'),
    day: columnOf(sets, setsOfDays, byId),
    ids: digitsOf(ascending.map((id, index) => id - (ascending[index - 1] ?? 0))),
  };
}

/** `setOf` has the set of each course. */
function columnOf(sets: readonly (readonly string[])[], setOf: Uint32Array, byId: Uint32Array): FacetColumn {
  const times = new Uint32Array(sets.length);
  for (const set of setOf) times[set] = (times[set] ?? 0) + 1;
  const used = [...sets.keys()].filter((set) => times[set]).toSorted((a, b) => (times[b] ?? 0) - (times[a] ?? 0));
  const indexes = new Uint32Array(sets.length);
  for (const [index, set] of used.entries()) indexes[set] = index;
  return {
    sets: used.map((set) => sets[set] ?? []),
    courses: digitsOf(byId.map((course) => indexes[setOf[course] ?? 0] ?? 0)),
  };
}
