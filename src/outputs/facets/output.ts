// The facets: what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import type { ShownRoute } from '../static-pages/paths.ts';
import { dateOfDay, dayPart } from '../../catalog/date.ts';
import { membersIn } from '../../catalog/membership.ts';
import { memoize } from '../../memoize.ts';
import type { Output } from '../output.ts';
import { facetsIn } from './browser/facets.ts';
import { facetCountsPath, facetNames, facetsPath, type FacetsFile } from './file-format.ts';
import { facetsDeclaration, type FacetsTypes } from './declaration.ts';

export const facets: Output<FacetsTypes> = {
  ...facetsDeclaration,
  tasks({ catalog: { numbering, lists, membership } }) {
    const { ids, days, byId } = numbering;
    const { counts, members } = membership;
    return [{ ids, days, byId, lists, counts, members }];
  },
  async run(task, { writer }) {
    const file = facetsOf(task);
    const loaded = facetsIn(file);
    const counts = Object.fromEntries(facetNames.map((facet) => [facet, loaded.countIn(facet, loaded.all())]));
    writer.write(facetsPath, JSON.stringify(file));
    writer.write(facetCountsPath, JSON.stringify(counts));
  },
};

/** What a course has of a facet. Courses that have the same share one array, as the lists add their values in one order. */
type ValueSet = readonly string[];

function facetsOf({ ids, days, byId, lists, counts, members }: FacetsTypes['task']): FacetsFile {
  const membersOf = membersIn({ counts, members });
  const none: ValueSet = [];
  const dayOf = memoize((day: number): ValueSet => [dayPart(dateOfDay(day).toISOString())]);
  const inLists = (facet: ShownRoute) => {
    const valuesOf = Array<ValueSet>(ids.length);
    for (const [list, { route, parameter }] of lists.entries()) {
      if (route !== facet) continue;
      const withValue = memoize((values: ValueSet): ValueSet => [...values, parameter]);
      for (const course of membersOf(list)) valuesOf[course] = withValue(valuesOf[course] ?? none);
    }
    return columnOf(Array.from(byId, (course) => valuesOf[course] ?? none));
  };
  return {
    language: inLists('language'),
    category: inLists('category'),
    provider: inLists('provider'),
    day: columnOf(Array.from(byId, (course) => dayOf(days[course] ?? 0))),
    ids: Array.from(byId, (course, index) => (ids[course] ?? 0) - (ids[byId[index - 1] ?? -1] ?? 0)),
  };
}

/** `courses` are in ascending order of ids, the sets in the order in which they first occur. */
function columnOf(courses: readonly ValueSet[]) {
  const sets = [...new Set(courses)];
  const indexes = new Map(sets.map((values, index) => [values, index]));
  return { sets, courses: courses.map((values) => indexes.get(values) ?? 0) };
}
