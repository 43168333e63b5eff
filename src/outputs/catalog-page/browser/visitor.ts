// The visitor's language, among those that the pages have.
import { localeTags, type LocaleTag } from '../../../locales/tags.ts';

/** The first of the visitor's languages that has messages, if the page follows its visitors: the tag may name a variant, as `de-CH`. */
export function visitorsLanguage(): { readonly tag: string; readonly language: LocaleTag } | undefined {
  if (!('follow' in document.documentElement.dataset)) return undefined;
  for (const tag of navigator.languages) {
    const language = localeTags.find((one) => one === baseOf(tag));
    if (language !== undefined) return { tag, language };
  }
  return undefined;
}

/** `pt` of `pt-BR`: whoever reads one variant prefers the other to a foreign language. */
export function baseOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
