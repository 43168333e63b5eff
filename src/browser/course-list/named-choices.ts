// The names by which words of a query may mean a filter: of languages, levels, formats, providers and categories, and "free".
import type { FilteredCourses } from '../../library/search/filter-and-sort.ts';
import type { NamedChoice } from '../../library/search/word-filters.ts';
import { withoutVariant } from '../../text/locales/language-names.ts';
import { messagesOf } from '../../text/locales/locales.ts';
import { openLocale } from '../../text/locales/translate.ts';
import type { Names } from './names.ts';
import type { Words } from './words.ts';

/** The names in the words of the reader and in English. `all` has the values that courses of the catalog have. */
export function namedChoices(names: Names, { counts }: FilteredCourses, words: Words): NamedChoice[] {
  const english = openLocale('en', messagesOf.en);
  const valuesOf = (filter: string) => (counts(filter) ?? []).map(([value]) => value);
  const named = (filter: string) =>
    valuesOf(filter).map((value): NamedChoice => [names.nameOf(filter, value), [filter, value]]);
  const languages = valuesOf('language').flatMap((value) => {
    const all = [value, words.languageName(value), ...names.otherNamesOf(value)];
    return all.map((name): NamedChoice => [withoutVariant(name), ['language', value]]);
  });
  const ofFields = names.fields.flatMap((field): NamedChoice[] => {
    if (!field.isFilterable) return [];
    const values = field.kind === 'price' ? (['free'] as const) : (field.words ?? []);
    return values.flatMap((value) =>
      [words.text, english.text].map((text): NamedChoice => [text(`value.${value}`), [field.name, value]]),
    );
  });
  return [...languages, ...ofFields, ...named('category'), ...named('provider')];
}
