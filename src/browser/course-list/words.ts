// The words of the element: its messages, and the names of languages.
import { shownName } from '../../text/locales/language-names.ts';
import { messagesOf } from '../../text/locales/locales.ts';
import { localeTags, type LocaleTag } from '../../text/locales/tags.ts';
import { openLocale, type Locale, type Values } from '../../text/locales/translate.ts';
import type { embedMessages } from '../../outputs/embed/message-names.ts';

export interface Words extends Pick<Locale, 'tag' | 'dir' | 'number' | 'date'> {
  readonly text: (name: (typeof embedMessages)[number], values?: Values<string>) => string;
  /** The name of a language of the catalog in the language of the element. */
  readonly languageName: (name: string) => string;
  /** The tag of the messages, without a region. */
  readonly language: LocaleTag;
  /** For functions that only need messages of the element. */
  readonly locale: Locale;
}

/** The words for a tag such as `de-CH`; those of the `usual` language if there are none. */
export function wordsIn(tag: string, usual: LocaleTag): Words {
  const language = localeTags.find((known) => known === tag.toLowerCase().split('-')[0]);
  const locale = openLocale(language && isTag(tag) ? tag : (language ?? usual), messagesOf[language ?? usual]);
  return {
    ...locale,
    languageName: (name) => shownName(name, locale),
    language: language ?? usual,
    locale,
  };
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
