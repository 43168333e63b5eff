// The visitor's language, among those that the pages have.
import { keyOf, keysOf, withoutVariant } from '../../../text/locales/language-names.ts';
import { localeTags, type LocaleTag } from '../../../text/locales/tags.ts';

/** The first of the visitor's languages that has messages, if the page follows its visitors: the tag may name a variant, as `de-CH`. */
export function visitorsLanguage(): { readonly tag: string; readonly language: LocaleTag } | undefined {
  if (!('follow' in document.documentElement.dataset)) return undefined;
  for (const tag of navigator.languages) {
    const language = localeTags.find((known) => known === baseOf(tag));
    if (language !== undefined) return { tag, language };
  }
  return undefined;
}

/** `pt` of `pt-BR`: whoever reads one variant prefers the other to a foreign language. */
function baseOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

/** Returns a function that says whether the visitor prefers a language of the catalog, by its name. */
export function preferredLanguages(): (language: string) => boolean {
  let preferred: ReadonlySet<string> | undefined;
  return (language) => {
    // Slow to make.
    preferred ??= new Set(navigator.languages.flatMap((tag) => keysOf(baseOf(tag))));
    return preferred.has(withoutVariant(keyOf(language)));
  };
}
