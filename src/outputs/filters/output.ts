// The filters: what courses can be filtered by, made from the lists of a catalog and the dates of its courses.
import type { ShownRoute } from '../shared/page-paths.ts';
import { dateOfDay, dayPart } from '../../catalog/date.ts';
import { sourceTagLookup } from '../../catalog/language-tags.ts';
import { membersIn } from '../../catalog/membership.ts';
import { memoize } from '../../memoize.ts';
import { attempt } from '../../text/errors.ts';
import { intlTagOf, keyOf, languageKeysOf } from '../../text/locales/language-names.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import type { Output } from '../output.ts';
import { columnJson, orderedColumn, type BuiltColumn, type ValueSet } from './columns.ts';
import { countValues, yearsOf } from './filters.ts';
import { choicesOfValue } from './field-choices.ts';
import { collectFields, makeFields } from './field-columns.ts';
import {
  filterCountsPath,
  filtersPath,
  fieldPath,
  fieldsPath,
  idSumOf,
  languagesPath,
  type FilterColumn,
  type FilterCounts,
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
    const ids = Array.from(task.byId, (course) => task.ids[course] ?? 0);
    const { text, counts } = filtersFile(task, ids);
    writer.write(filtersPath, text);
    writer.write(filterCountsPath, JSON.stringify(counts));
    const tagOf = sourceTagLookup(task);
    const languages = counts.language.flatMap(([name]) =>
      taggedLanguage(name, canonicalTag(tagOf(name)) ?? intlTagOf(name)),
    );
    writer.write(languagesPath, JSON.stringify(languages));
    const made = makeFields(site.fields, collected.fields, task);
    const idSum = idSumOf(ids);
    for (const { field, column } of made) {
      if (column === undefined) continue;
      const { name, kind } = field;
      writer.write(fieldPath(name), columnJson(column, { kind, idSum } satisfies Omit<FieldFile, keyof FilterColumn>));
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
function wordCounts({ kind, words = [] }: PublishedField, column: BuiltColumn): Record<string, number> {
  const isWord = (choice: string) => choice === 'free' || words.some((word) => word === choice);
  const choices = column.sets.map((values) => [
    ...new Set(values.flatMap((value) => choicesOfValue(kind, value, '')).filter(isWord)),
  ]);
  return Object.fromEntries(countValues(choices, column.courses));
}

/** The file of the filters, made one column at a time, to save memory, and the number of courses of each value. */
function filtersFile(task: FiltersTypes['task'], ids: readonly number[]): { text: GrowingBytes; counts: FilterCounts } {
  const text = new GrowingBytes();
  const add = (name: keyof FiltersFile, json: string) =>
    text.addText(`${text.length === 0 ? '{' : ','}"${name}":${json}`);
  const addColumn = (name: ShownRoute | 'day', column: BuiltColumn, { sets } = column) => {
    add(name, columnJson(column));
    return countValues(sets, column.courses);
  };
  const addList = (route: ShownRoute) => addColumn(route, listColumn(route, task));
  const [language, category, provider] = [addList('language'), addList('category'), addList('provider')];
  const days = dayColumn(task);
  const year = addColumn('day', days, yearsOf(days));
  add('ids', JSON.stringify(ids.map((id, index) => id - (ids[index - 1] ?? 0))));
  text.addText('}');
  text.addByte(lineEnd);
  return { text, counts: { language, category, provider, year } };
}

/** The values of each course in the lists of a route. */
function listColumn(route: ShownRoute, { lists, counts, members, byId }: FiltersTypes['task']): BuiltColumn {
  const membersOf = membersIn({ counts, members });
  const sets: ValueSet[] = [[]];
  const courses = new Uint32Array(byId.length);
  for (const [number, list] of lists.entries()) {
    if (list.route !== route) continue;
    // As all lists add their values in one order, courses that have the same have one set.
    const withList = memoize((set: number) => sets.push([...(sets[set] ?? []), list.parameter]) - 1);
    for (const course of membersOf(number)) courses[course] = withList(courses[course] ?? 0);
  }
  return orderedColumn({ sets, courses }, byId);
}

function dayColumn({ days, byId }: FiltersTypes['task']): BuiltColumn {
  const sets: ValueSet[] = [];
  const setOf = memoize((day: number) => sets.push([dayPart(dateOfDay(day).toISOString())]) - 1);
  return orderedColumn({ courses: Uint32Array.from(days, setOf), sets }, byId);
}
