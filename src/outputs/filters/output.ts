// The filters: what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import type { ShownRoute } from '../shared/page-paths.ts';
import { dateOfDay, dayPart } from '../../catalog/date.ts';
import { sourceTagLookup } from '../../catalog/language-tags.ts';
import { membersIn } from '../../catalog/membership.ts';
import { memoize } from '../../memoize.ts';
import { attempt } from '../../text/errors.ts';
import { intlTagOf, keyOf, languageKeysOf } from '../../text/locales/language-names.ts';
import type { Output } from '../output.ts';
import { filtersIn } from './filters.ts';
import { choicesOfValue } from './field-choices.ts';
import { collectFields, columnOf, makeFields, type ValueSet } from './field-columns.ts';
import {
  filterCountsPath,
  filterNames,
  filtersPath,
  fieldPath,
  fieldsPath,
  idSumOf,
  languagesPath,
  type FilterColumn,
  type FieldFile,
  type FiltersFile,
  type PublishedField,
  type TaggedLanguage,
} from './file-format.ts';
import { filtersDeclaration, type FiltersTypes } from './declaration.ts';

export const filters: Output<FiltersTypes> = {
  ...filtersDeclaration,
  collect: ({ site }) => collectFields(site.fields),
  tasks({ catalog: { numbering, lists, membership, references } }) {
    const { offsets, ids, days, byId } = numbering;
    const { counts, members } = membership;
    const { languageTags } = references;
    return [{ offsets, ids, days, byId, lists, counts, members, languageTags }];
  },
  async run(task, { site, writer, collected }) {
    const file = filtersOf(task);
    const loaded = filtersIn(file);
    const counts = Object.fromEntries(filterNames.map((filter) => [filter, loaded.countIn(filter, loaded.all())]));
    writer.write(filtersPath, JSON.stringify(file));
    writer.write(filterCountsPath, JSON.stringify(counts));
    const tagOf = sourceTagLookup(task);
    const languages = (counts['language'] ?? []).flatMap(([name]) =>
      taggedLanguage(name, canonicalTag(tagOf(name)) ?? intlTagOf(name)),
    );
    writer.write(languagesPath, JSON.stringify(languages));
    const made = makeFields(site.fields, collected.fields, task);
    const idSum = idSumOf(loaded.ids());
    for (const { field, column } of made) {
      if (column === undefined) continue;
      const { name, kind } = field;
      writer.write(fieldPath(name), JSON.stringify({ kind, idSum, ...column } satisfies FieldFile));
    }
    writer.write(fieldsPath, JSON.stringify(made.map(({ field }) => field)));
    return Object.fromEntries(
      made.flatMap(({ field, column }) =>
        field.isFilterable && column ? [[field.name, wordCounts(field, column)]] : [],
      ),
    );
  },
};

function taggedLanguage(name: string, tag: string | undefined): TaggedLanguage[] {
  if (tag === undefined) return [];
  return [{ name, tag, names: [...new Set(languageKeysOf(tag))].filter((other) => other !== keyOf(name)) }];
}

/** A tag as browsers have it: `pt-BR` for `PT-br`, `pt` for `por`. Undefined for what is none to them. */
function canonicalTag(tag: string | undefined): string | undefined {
  return attempt(() => Intl.getCanonicalLocales(tag)[0]);
}

/** How many courses have each choice that is a word. Which days are upcoming is up to the visitor's clock. */
function wordCounts({ kind, words = [] }: PublishedField, { sets, courses }: FilterColumn): Record<string, number> {
  const isWord = (choice: string) => choice === 'free' || words.some((word) => word === choice);
  const choices = sets.map(
    (values) => new Set(values.flatMap((value) => choicesOfValue(kind, value, '')).filter(isWord)),
  );
  const counts: Record<string, number> = {};
  for (const set of courses) for (const choice of choices[set] ?? []) counts[choice] = (counts[choice] ?? 0) + 1;
  return counts;
}

function filtersOf({ ids, days, byId, lists, counts, members }: FiltersTypes['task']): FiltersFile {
  const membersOf = membersIn({ counts, members });
  const none: ValueSet = [];
  const dayOf = memoize((day: number): ValueSet => [dayPart(dateOfDay(day).toISOString())]);
  // As the lists add their values in one order, courses that have the same share one array.
  const inLists = (filter: ShownRoute) => {
    const valuesOf = Array<ValueSet>(ids.length);
    for (const [list, { route, parameter }] of lists.entries()) {
      if (route !== filter) continue;
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
