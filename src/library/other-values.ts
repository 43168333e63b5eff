// Values that no course has by the name that was asked for: languages by their names elsewhere, and similar values.
import { intlTagOf, keyOf } from '../text/locales/language-names.ts';
import { nearestName } from '../text/suggestions.ts';

/** A value that courses have, and how people call it. */
export type NamedValue = readonly [value: string, name: string];

/** Values that are named in an error. */
const mostNamed = 10;

/** The languages that are called so in any language, or have that tag; the text itself for others, or a RangeError unless they may be unknown, which names the `others` that the field takes. */
export function otherValues(
  text: string,
  { name, isLanguage = name === 'language' }: { readonly name: string; readonly isLanguage?: boolean | undefined },
  values: readonly NamedValue[],
  mayBeUnknown: boolean,
  others: string,
): string[] {
  const languages = isLanguage ? languagesCalled(text, values) : [];
  if (languages.length > 0) return languages;
  if (mayBeUnknown) return [text];
  const near = nearestName(
    text,
    values.map(([, called]) => called),
  );
  const named = values
    .filter(([, called]) => near === undefined || called === near)
    .map(([value, called]) => (value === called ? `"${value}"` : `${value} (${called})`));
  const shown = named.slice(0, mostNamed).join(', ') + (named.length > mostNamed ? ' and others' : '');
  const all = [shown, others].filter(Boolean).join(', or ');
  const hint = near ? `; did you mean ${shown}?` : all && `; there are ${all}`;
  throw new RangeError(`${name}: no course of the catalog has "${text}"${hint}`);
}

function languagesCalled(text: string, values: readonly NamedValue[]): string[] {
  const tag = keyOf(intlTagOf(text) ?? text);
  const having = (wanted: string) =>
    values.flatMap(([value]) => {
      const tagOfValue = intlTagOf(value);
      return tagOfValue !== undefined && `${keyOf(tagOfValue)}-`.startsWith(`${wanted}-`) ? [value] : [];
    });
  const languages = having(tag);
  // Of another country, it is the same language.
  return languages.length > 0 ? languages : having(tag.replace(/-.*/u, ''));
}
