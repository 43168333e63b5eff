// The locale of the page with all messages: those of facts and of code to copy are not in the page.
import { localeTags, type LocaleTag } from '../../../text/locales/tags.ts';
import { openLocale, type Locale } from '../../../text/locales/translate.ts';
import { files, locale } from './locale.ts';

/** The language of the messages. */
export function messagesLanguage(): LocaleTag {
  return localeTags.find((known) => known === new Intl.Locale(locale().tag).language) ?? 'en';
}

export async function wholeLocale(): Promise<Locale> {
  return openLocale(locale().tag, (await files[messagesLanguage()]()).default);
}
