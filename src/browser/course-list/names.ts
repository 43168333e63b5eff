// The filters and orders of a catalog, and their values, in the words of a reader.
import type { ValueNames } from '../../library/search/value-names.ts';
import { isUsualSort, mostByTitle, usualSorts } from '../../library/search/filter-and-sort.ts';
import { choiceWords } from '../../outputs/filters/field-choices.ts';
import { filterNames, firstFilters, isFilterName, type PublishedField } from '../../outputs/filters/file-format.ts';
import type { FoundCourse } from '../../outputs/search/file-format.ts';
import { shortened } from '../../text/shortened.ts';
import type { RowCourse } from '../../outputs/shared/course-row.ts';
import { isDayKind } from '../../catalog/date.ts';
import { courseLabels, fieldsInWords } from '../../outputs/shared/field-words.ts';
import { readableName } from './set-markup.ts';
import type { Words } from './words.ts';

export type Names = ReturnType<typeof openNames>;

/** Languages in a row: no more fit on a line. */
const mostLanguages = 3;

export function openNames(known: ValueNames, fields: readonly PublishedField[], words: Words) {
  const { text, date, languageName, locale, language } = words;
  const byName = new Map(fields.map((field) => [field.name, field]));
  const inWords = fieldsInWords(locale, languageName);
  const labelOf = (filter: string) =>
    isFilterName(filter) ? text(`field.${filter}`) : (byName.get(filter)?.labels[language] ?? filter);
  const all: readonly string[] = [
    ...filterNames,
    ...fields.filter(({ isFilterable }) => isFilterable).map(({ name }) => name),
  ];
  const nameOf = (filter: string, value: string): string => {
    if (filter === 'language') return languageName(value);
    if (isFilterName(filter)) {
      const name = known.nameOf(filter, value);
      if (name !== undefined) return shortened(readableName(name));
      return text(filter === 'provider' ? 'list.provider' : 'list.category', { id: value });
    }
    const field = byName.get(filter);
    const word = choiceWords.find((choice) => choice === value);
    if (word !== undefined && (field?.kind === 'price' || isDayKind(field?.kind))) return text(`value.${word}`);
    return field ? inWords(field, value) : value;
  };
  // With several languages, a title may be in any of them.
  const langOf = ([first = '', ...more]: readonly string[]) =>
    more.length === 0 ? known.languageOf(first)?.tag : undefined;
  const others = all.filter((name) => !firstFilters.includes(name));
  return {
    /** The names of all filters, in the order of the pages. */
    filters: [...firstFilters.filter((name) => all.includes(name)), ...others],
    /** The names of all orders. */
    sorts: [...usualSorts, ...fields.filter(({ isSortable }) => isSortable).map(({ name }) => name)],
    fields,
    labelOf,
    /** The name of a value of a filter. */
    nameOf,
    /** The name of a value by itself: many categories have one that says little without that above it. */
    wholeNameOf(filter: string, value: string): string {
      const parent = isFilterName(filter) ? known.parentOf(filter, value) : undefined;
      return parent ? `${nameOf(filter, parent)} › ${nameOf(filter, value)}` : nameOf(filter, value);
    },
    /** The values of a field that an address may have even where no course has them. */
    knownValues(filter: string): readonly string[] {
      const { kind, words: ofField = [] } = byName.get(filter) ?? {};
      return kind === 'price' || isDayKind(kind) ? choiceWords : ofField;
    },
    /** The category above a value; empty if there is none, undefined if it is too deep to be shown. */
    parentOf: (filter: string, value: string) => (isFilterName(filter) ? known.parentOf(filter, value) : ''),
    sortName(sort: string, isTooMany = false): string {
      if (isTooMany) return text('sort.upTo', { sort: text('sort.title'), count: mostByTitle });
      if (isUsualSort(sort)) return text(`sort.${sort}`);
      return text(isDayKind(byName.get(sort)?.kind) ? 'sort.soonest' : 'sort.lowest', { field: labelOf(sort) });
    },
    /** The tag of the language of a title. */
    langOf,
    /** Other names of a language, in English and in itself. */
    otherNamesOf: (name: string) => known.languageOf(name)?.names ?? [],
    /** What a row shows of a course. */
    rowOf(course: FoundCourse, provider: string, day: string): RowCourse {
      const { title, author, language: languages, fields: values = {} } = course;
      const providerName = shortened(readableName(known.nameOf('provider', provider) ?? ''));
      const by = [
        providerName,
        ...(author === providerName ? [] : [shortened(author)]),
        ...languages.slice(0, mostLanguages).map(languageName),
      ];
      return {
        title,
        lang: langOf(languages),
        by: by.filter((name) => name !== ''),
        day,
        date: date(day),
        labels: courseLabels([...byName], values, inWords, labelOf),
      };
    },
  };
}
