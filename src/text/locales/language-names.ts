// Languages by their names in the catalog: the tag of each, for the `lang` attribute, and its name in the reader's language.
import { lazy, memoize } from '../../memoize.ts';
import type { Locale } from './translate.ts';

/** Tags with a script or region, which browsers need to choose a font. */
const variants = ['zh-Hans', 'zh-Hant', 'pt-BR', 'pt-PT', 'sr-Latn', 'sr-Cyrl'];

/** English names of languages that feeds know and `Intl` lacks, as `keyOf` has them, with their tags. */
const otherEnglishNames = [
  ['bengali', 'bn'],
  ['farsi', 'fa'],
] as const;

/** The tag of a language by its name (`Chinese (Traditional)`, `Français`); undefined if it is unknown. */
export function intlTagOf(name: string): string | undefined {
  const key = keyOf(name);
  const tag = englishTags().get(key) ?? englishTags().get(withoutVariant(key));
  if (tag !== undefined) return tag;
  // Slow to make, and most catalogs do without.
  return ownTags().get(key) ?? ownTags().get(withoutVariant(key));
}

/** The same for every catalog. */
const englishTags = lazy(() => tagsByName());
const ownTags = lazy(() => tagsByName(namesIn));

/** The English names of the language with a tag, and that in the language itself, as `keyOf` has them. Empty if it is not a tag, such as `C`. */
export function languageKeysOf(tag: string): readonly string[] {
  try {
    return [...['en', tag].map((locale) => keyOf(namesInLocale(locale).of(tag) ?? tag)), ...otherKeysOf(tag)];
  } catch {
    return [];
  }
}

/** A name of a language as the reader's language has it. Names that say more, such as `Spanish (Mexico)`, stay, and so do all for English readers. */
export function shownName(name: string, locale: Locale): string {
  const tag = /^en\b/u.test(locale.tag) ? undefined : intlTagOf(name);
  if (tag === undefined || !languageKeysOf(tag).includes(keyOf(name))) return name;
  const shown = nameOf(namesInLocale(locale.tag), tag);
  return shown?.replace(/^./u, (letter) => letter.toLocaleUpperCase(locale.tag)) ?? name;
}

/** Slow to make. */
const namesInLocale = memoize(namesIn);

/** The tags of languages with an English name, by their English names, or by their names in a locale for each. */
function tagsByName(namesFor?: (tag: string) => Intl.DisplayNames): ReadonlyMap<string, string> {
  const english = namesInLocale('en');
  const known = [...variants, ...twoLetterTags()].filter((tag) => nameOf(english, tag) !== undefined);
  const tags = new Map<string, string>(namesFor ? [] : otherEnglishNames);
  for (const tag of known) {
    const name = nameOf(namesFor?.(tag) ?? english, tag);
    if (name === undefined) continue;
    // Of a language with two tags, such as `mo` and `ro`, one is retired.
    const earlier = tags.get(keyOf(name));
    if (earlier === undefined || Intl.getCanonicalLocales(earlier)[0] !== earlier) tags.set(keyOf(name), tag);
  }
  return tags;
}

function otherKeysOf(tag: string): readonly string[] {
  return otherEnglishNames.flatMap(([key, of]) => (of === tag ? [key] : []));
}

function namesIn(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none', languageDisplay: 'standard' });
}

function nameOf(names: Intl.DisplayNames, tag: string): string | undefined {
  try {
    return names.of(tag);
  } catch {
    return undefined;
  }
}

/** The letters of language tags. */
export const tagLetters = 'abcdefghijklmnopqrstuvwxyz'.split('');

/** All combinations of two letters, most of which are the tag of no language. */
export function twoLetterTags(): readonly string[] {
  return tagLetters.flatMap((first) => tagLetters.map((second) => first + second));
}

/** `Chinese` of `Chinese (Traditional)`, `中文` of `中文（繁體）`. */
export function withoutVariant(name: string): string {
  return name.replace(/\s*[(（].*[)）]$/u, '');
}

/** By this, names are compared. */
export function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
