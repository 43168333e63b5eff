// The facets: what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import type { ShownRoute } from '../shared/page-paths.ts';
import { dateOfDay, dayPart } from '../../catalog/date.ts';
import { membersIn } from '../../catalog/membership.ts';
import { memoize } from '../../memoize.ts';
import type { Output } from '../output.ts';
import { facetsIn } from './facets.ts';
import { choicesOfValue } from './fact-choices.ts';
import { collectFacts, columnOf, makeFacts, type ValueSet } from './fact-columns.ts';
import {
  facetCountsPath,
  facetNames,
  facetsPath,
  factPath,
  factsPath,
  idSumOf,
  type FacetColumn,
  type FactFile,
  type FacetsFile,
  type PublishedFact,
} from './file-format.ts';
import { facetsDeclaration, type FacetsTypes } from './declaration.ts';

export const facets: Output<FacetsTypes> = {
  ...facetsDeclaration,
  collect: ({ site }) => collectFacts(site.facts),
  tasks({ catalog: { numbering, lists, membership } }) {
    const { offsets, ids, days, byId } = numbering;
    const { counts, members } = membership;
    return [{ offsets, ids, days, byId, lists, counts, members }];
  },
  async run(task, { site, writer, collected }) {
    const file = facetsOf(task);
    const loaded = facetsIn(file);
    const counts = Object.fromEntries(facetNames.map((facet) => [facet, loaded.countIn(facet, loaded.all())]));
    writer.write(facetsPath, JSON.stringify(file));
    writer.write(facetCountsPath, JSON.stringify(counts));
    const made = makeFacts(site.facts, collected.facts, task);
    const idSum = idSumOf(loaded.ids());
    for (const { fact, column } of made) {
      if (column === undefined) continue;
      const { name, kind } = fact;
      writer.write(factPath(name), JSON.stringify({ kind, idSum, ...column } satisfies FactFile));
    }
    writer.write(factsPath, JSON.stringify(made.map(({ fact }) => fact)));
    return Object.fromEntries(
      made.flatMap(({ fact, column }) => (fact.isFilter && column ? [[fact.name, wordCounts(fact, column)]] : [])),
    );
  },
};

/** How many courses have each choice that is a word. Of days, whether there is one: which are upcoming is up to the visitor's clock. */
function wordCounts({ kind, words = [] }: PublishedFact, { sets, courses }: FacetColumn): Record<string, number> {
  const isWord = (choice: string) => choice === 'any' || choice === 'free' || words.some((word) => word === choice);
  const choices = sets.map(
    (values) => new Set(values.flatMap((value) => choicesOfValue(kind, value, '')).filter(isWord)),
  );
  const counts: Record<string, number> = {};
  for (const set of courses) for (const choice of choices[set] ?? []) counts[choice] = (counts[choice] ?? 0) + 1;
  return counts;
}

function facetsOf({ ids, days, byId, lists, counts, members }: FacetsTypes['task']): FacetsFile {
  const membersOf = membersIn({ counts, members });
  const none: ValueSet = [];
  const dayOf = memoize((day: number): ValueSet => [dayPart(dateOfDay(day).toISOString())]);
  // As the lists add their values in one order, courses that have the same share one array.
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
