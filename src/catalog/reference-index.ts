// Looks up the references of courses: by id, and by the name of a language.
import { memoize } from '../memoize.ts';
import { quoteText } from '../text/quote.ts';
import { nearestName } from '../text/suggestions.ts';
import { publishedLanguage } from './languages.ts';
import type { References } from './references.ts';

/** The references, and the index of each by id. */
export interface ReferenceIndex {
  readonly references: References;
  readonly providers: ReadonlyMap<number, number>;
  readonly categories: ReadonlyMap<number, number>;
  readonly languages: ReadonlySet<string> | null;
  /** Suggests the language that an unknown name probably means. */
  readonly suggestLanguage: (name: string) => { readonly suggestion?: string };
}

export function indexReferences(references: References): ReferenceIndex {
  return {
    references,
    providers: new Map(references.providers.map(({ id }, index) => [id, index])),
    categories: new Map(references.categories.map(({ id }, index) => [id, index])),
    languages: references.languages && new Set(references.languages),
    suggestLanguage: memoize((name) => suggestionFor(name, references.languages ?? [])),
  };
}

function suggestionFor(name: string, languages: readonly string[]): { readonly suggestion?: string } {
  const equal = languages.find((language) => publishedLanguage(language) === publishedLanguage(name));
  if (equal !== undefined) return { suggestion: `${quoteText(equal)} in the Unicode form that languages has` };
  const near = nearestName(name, languages);
  return near === undefined ? {} : { suggestion: quoteText(near) };
}
