// The locale of the page, one for its lifetime: chosen, and its messages loaded, before anything is shown.
import type { LocaleTag } from '../../../text/locales/tags.ts';
import { openLocale, type Locale, type Messages } from '../../../text/locales/translate.ts';
import { visitorsLanguage } from './visitor.ts';

/** Each is a separate file. */
export const files: Readonly<Record<LocaleTag, () => Promise<{ readonly default: Messages }>>> = {
  ar: () => import('../../../text/locales/ar.json', { with: { type: 'json' } }),
  de: () => import('../../../text/locales/de.json', { with: { type: 'json' } }),
  en: () => import('../../../text/locales/en.json', { with: { type: 'json' } }),
  es: () => import('../../../text/locales/es.json', { with: { type: 'json' } }),
  fr: () => import('../../../text/locales/fr.json', { with: { type: 'json' } }),
  pt: () => import('../../../text/locales/pt.json', { with: { type: 'json' } }),
  zh: () => import('../../../text/locales/zh.json', { with: { type: 'json' } }),
};

let chosen: Locale | undefined;

/** Chooses the visitor's language, or that of the page, whose messages are in it. */
export async function chooseLocale(): Promise<void> {
  const page = document.documentElement;
  const wanted = visitorsLanguage();
  try {
    // Some browsers have names of languages that are not tags: `en-US@posix`.
    Intl.getCanonicalLocales(wanted?.tag);
    const isOther = wanted !== undefined && wanted.language !== page.lang;
    const messages = isOther ? (await files[wanted.language]()).default : messagesInPage();
    chosen = openLocale(wanted?.tag ?? page.lang, messages);
  } catch {
    // Without the file, such as one of an earlier release, the page shows its own language.
    chosen = openLocale(page.lang, messagesInPage());
  }
  page.lang = chosen.tag;
  page.dir = chosen.dir;
}

export function locale(): Locale {
  if (chosen === undefined) throw new Error('no locale is chosen yet');
  return chosen;
}

/** A message of the page's locale. */
export const message: Locale['text'] = (name, values) => locale().text(name, values);

function messagesInPage(): Messages {
  const messages: Messages = JSON.parse(document.querySelector('#messages')?.textContent ?? '');
  return messages;
}
