// The languages that the visitor prefers.
import { keyOf, languageKeysOf, withoutVariant } from '../../text/locales/language-names.ts';

/** `pt` of `pt-BR`: whoever reads one variant prefers the other to a foreign language. */
function baseOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

/** Returns a function that says whether the visitor prefers a language of the catalog, by its name. */
export function preferredLanguages(): (language: string) => boolean {
  let preferred: ReadonlySet<string> | undefined;
  return (language) => {
    // Slow to make.
    preferred ??= new Set(navigator.languages.flatMap((tag) => languageKeysOf(baseOf(tag))));
    return preferred.has(withoutVariant(keyOf(language)));
  };
}
