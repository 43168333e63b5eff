// Adds a fact to the facets, from its file. Loaded with the first one.
import { choicesOfValue, localDay, sortKeyOf } from './fact-choices.ts';
import { idSumOf, type FactFile } from './file-format.ts';
import type { Facets } from './facets.ts';

export type AddFact = (facets: Facets, name: string, file: FactFile) => Promise<boolean>;

/** Adds a fact as it is on a day. Returns false if its file is of other courses. */
export function addFact(
  facets: Facets,
  name: string,
  { kind, idSum, sets, courses }: FactFile,
  today = localDay(new Date()),
): boolean {
  const ids = facets.ids();
  if (courses.length !== ids.length || idSum !== idSumOf(ids)) return false;
  const choices = sets.map((values) => values.flatMap((value) => choicesOfValue(kind, value, today)));
  const keys = sets.map(([value]) => sortKeyOf(kind, value, today));
  facets.add(
    name,
    { sets: choices, courses },
    courses.map((set) => keys[set] ?? Infinity),
  );
  return true;
}
