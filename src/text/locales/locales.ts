// The locales, with all messages in memory.
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };
import type { LocaleTag } from './tags.ts';
import { openLocale, type Locale, type Messages } from './translate.ts';

export const messagesOf: Readonly<Record<LocaleTag, Messages>> = { ar, de, en, es, fr, pt, zh };

/** The locale of the pages in a language. */
export function localeOf(tag: LocaleTag): Locale {
  return openLocale(tag, messagesOf[tag]);
}
