// The references as courses ask for them: by id, and by the name of a language.
import { nearestName } from '../names.ts';
import { quoteText } from '../problems.ts';
import { remembering, textOfUtf8 } from '../source/utf8.ts';
import { languageName } from './languages.ts';
import type { References } from './references.ts';

/** The references, ready to be asked by id. */
export interface ReferenceIndex {
  readonly references: References;
  readonly providers: ReadonlyMap<number, number>;
  readonly categories: ReadonlyMap<number, number>;
  readonly languages: ReadonlySet<string> | null;
  /** The text of a UTF-8 text that is a language name: there are few, and they come again and again. */
  readonly languageOf: (utf8: string) => string;
  /** The language that an unknown name stands for, as a suggestion. */
  readonly suggestLanguage: (name: string) => { readonly suggestion?: string };
}

export function indexReferences(references: References): ReferenceIndex {
  return {
    references,
    providers: new Map(references.providers.map(({ id }, index) => [id, index])),
    categories: new Map(references.categories.map(({ id }, index) => [id, index])),
    languages: references.languages && new Set(references.languages),
    languageOf: remembering(textOfUtf8),
    suggestLanguage: suggesting(references.languages ?? []),
  };
}

function suggesting(languages: readonly string[]): ReferenceIndex['suggestLanguage'] {
  let byForm: Map<string, string> | undefined;
  return remembering((name) => {
    byForm ??= new Map(languages.map((language) => [languageName(language), language]));
    const same = byForm.get(languageName(name));
    if (same !== undefined) return { suggestion: `${quoteText(same)} in the Unicode form that languages has` };
    const near = nearestName(name, languages);
    return near === undefined ? {} : { suggestion: quoteText(near) };
  });
}
