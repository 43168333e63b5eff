// Values that no course has by the name that was asked for: languages by their names elsewhere, and similar values.
import { intlTagOf, keyOf } from '../text/locales/language-names.ts';
import { nearestName } from '../text/suggestions.ts';

/** A value that courses have, and how people call it. */
export type NamedValue = readonly [value: string, name: string];

/** Values that are named in an error. */
const mostNamed = 10;

/** The languages that are called so in any language, or have that tag; the text itself for others, or a RangeError unless they may be unknown. */
export function otherValues(
  text: string,
  { name, isLanguage = name === 'language' }: { readonly name: string; readonly isLanguage?: boolean | undefined },
  values: readonly NamedValue[],
  mayBeUnknown: boolean,
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
  const hint = near === undefined ? `there are ${shown}` : `did you mean ${shown}?`;
  throw new RangeError(`${name}: no course of the catalog has "${text}"; ${hint}`);
}

function languagesCalled(text: string, values: readonly NamedValue[]): string[] {
  const tag = intlTagOf(text) ?? keyOf(text);
  return values.flatMap(([value]) => {
    const tagOfValue = keyOf(intlTagOf(value) ?? '');
    return tagOfValue === keyOf(tag) || tagOfValue.startsWith(`${keyOf(tag)}-`) ? [value] : [];
  });
}
