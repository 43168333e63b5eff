// Language tags: values of the `lang` attribute, from language names in the catalog.
import type { Locale } from './translate.ts';

/** Tags with a script or region, which browsers need to choose a font. */
const variants = ['zh-Hans', 'zh-Hant', 'pt-BR', 'pt-PT', 'sr-Latn', 'sr-Cyrl'];

/** Returns a function from a name (`Chinese (Traditional)`, `Français`) to its tag, or undefined if it is unknown. */
export function createTagLookup(): (name: string) => string | undefined {
  let tags: ReadonlyMap<string, string> | undefined;
  return (name) => {
    tags ??= tagsByName();
    const key = keyOf(name);
    return tags.get(key) ?? tags.get(withoutVariant(key));
  };
}

/** The tag of the language that a language name is written in: none if it is the English name, else that language's own `tag`. */
export function tagOfName(name: string, tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined;
  const english = nameOf(namesIn('en'), tag);
  const isEnglish = english !== undefined && [name, withoutVariant(name)].map(keyOf).includes(keyOf(english));
  return isEnglish ? undefined : tag;
}

/** A name of a language as the reader's language has it. Names that say more, such as `Spanish (Mexico)`, stay, and so do all for English readers. */
export function shownName(name: string, tagOf: (name: string) => string | undefined, locale: Locale): string {
  const tag = /^en\b/u.test(locale.tag) ? undefined : tagOf(name);
  if (tag === undefined) return name;
  const isWhole = ['en', tag].some((one) => keyOf(nameOf(namesIn(one), tag) ?? '') === keyOf(name));
  return isWhole ? (locale.languageName(tag) ?? name) : name;
}

/** By English name, and by the name in the language itself. */
function tagsByName(): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  const english = namesIn('en');
  for (const tag of [...variants, ...twoLetters()]) {
    const name = nameOf(english, tag);
    if (name !== undefined) {
      tags.set(keyOf(name), tag);
      const own = nameOf(namesIn(tag), tag);
      if (own !== undefined && !tags.has(keyOf(own))) tags.set(keyOf(own), tag);
    }
  }
  return tags;
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

function twoLetters(): readonly string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  return letters.flatMap((first) => letters.map((second) => first + second));
}

/** `Chinese` of `Chinese (Traditional)`. */
export function withoutVariant(name: string): string {
  return name.replace(/\s*\(.*\)$/u, '');
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
