// Adds a field to the filters, from its file. Loaded with the first one.
import { choicesOfValue, localDay, sortKeyOf } from './field-choices.ts';
import { idSumOf, type FieldFile } from './file-format.ts';
import type { Filters } from './filters.ts';

export type AddField = (filters: Filters, name: string, file: FieldFile) => Promise<boolean>;

/** Adds a field as it is on a day. Returns false if its file is of other courses. */
export function addField(
  filters: Filters,
  name: string,
  { kind, idSum, sets, courses }: FieldFile,
  today = localDay(new Date()),
): boolean {
  const ids = filters.ids();
  if (courses.length !== ids.length || idSum !== idSumOf(ids)) return false;
  const choices = sets.map((values) => values.flatMap((value) => choicesOfValue(kind, value, today)));
  const keys = sets.map(([value]) => sortKeyOf(kind, value, today));
  filters.add(
    name,
    { sets: choices, courses },
    courses.map((set) => keys[set] ?? Infinity),
    { sets, courses },
  );
  return true;
}
