// Language tags: what `lang` says of a text, from the language's name in the catalog.

/** Written in more than one way, which the browser must know to choose letters. */
const variants = ['zh-Hans', 'zh-Hant', 'pt-BR', 'pt-PT', 'sr-Latn', 'sr-Cyrl'];

/** Makes a function from a name (`Chinese (Traditional)`, `Français`) to its tag; undefined where none is known. */
export function tagReader(): (name: string) => string | undefined {
  let tags: ReadonlyMap<string, string> | undefined;
  return (name) => {
    tags ??= tagsByName();
    const key = keyOf(name);
    return tags.get(key) ?? tags.get(withoutVariant(key));
  };
}

/** The tag of what a language's name is written in, by its own tag: none for its English name, as the page is English. */
export function tagOfName(name: string, tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined;
  const english = nameOf(namesIn('en'), tag);
  const isEnglish = english !== undefined && [name, withoutVariant(name)].map(keyOf).includes(keyOf(english));
  return isEnglish ? undefined : tag;
}

/** By their English names, and by those that the languages have for themselves. */
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

function withoutVariant(name: string): string {
  return name.replace(/\s*\(.*\)$/u, '');
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
