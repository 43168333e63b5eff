// Language tags (RFC 5646) by language name, in English and in the language itself.

import type { References } from './references.ts';

/** The tag of a language by its name; undefined if it is unknown. */
export type TagLookup = (name: string) => string | undefined;

/** Looks up the tags that the source gives first, then those of the table. */
export function sourceTagLookup({ languageTags }: Pick<References, 'languageTags'>): TagLookup {
  const tagsOfSource = new Map(languageTags);
  return (name) => tagsOfSource.get(name) ?? tagOfName(name);
}

/** Looks up the tags of the table alone. */
export const tagOfName: TagLookup = (name) => tags.get(name.normalize('NFC').toLowerCase());

/** Needed because the API identifies languages by name only (specification 2.1). Add a name by adding an entry. */
const names = {
  ar: ['Arabic', 'العربية'],
  bg: ['Bulgarian', 'Български'],
  bn: ['Bengali', 'বাংলা'],
  ca: ['Catalan', 'Català'],
  cs: ['Czech', 'Čeština'],
  da: ['Danish', 'Dansk'],
  de: ['German', 'Deutsch'],
  el: ['Greek', 'Ελληνικά'],
  en: ['English'],
  es: ['Spanish', 'Español', 'Castellano'],
  et: ['Estonian', 'Eesti'],
  eu: ['Basque', 'Euskara'],
  fa: ['Persian', 'Farsi', 'فارسی'],
  fi: ['Finnish', 'Suomi'],
  fr: ['French', 'Français'],
  ga: ['Irish', 'Gaeilge'],
  gl: ['Galician', 'Galego'],
  he: ['Hebrew', 'עברית'],
  hi: ['Hindi', 'हिन्दी'],
  hr: ['Croatian', 'Hrvatski'],
  hu: ['Hungarian', 'Magyar'],
  hy: ['Armenian', 'Հայերեն'],
  id: ['Indonesian', 'Bahasa Indonesia'],
  it: ['Italian', 'Italiano'],
  ja: ['Japanese', '日本語'],
  ka: ['Georgian', 'ქართული'],
  kk: ['Kazakh', 'Қазақша'],
  km: ['Khmer', 'ខ្មែរ'],
  kn: ['Kannada', 'ಕನ್ನಡ'],
  ko: ['Korean', '한국어'],
  lt: ['Lithuanian', 'Lietuvių'],
  lv: ['Latvian', 'Latviešu'],
  ml: ['Malayalam', 'മലയാളം'],
  mr: ['Marathi', 'मराठी'],
  my: ['Burmese', 'မြန်မာ'],
  ne: ['Nepali', 'नेपाली'],
  nl: ['Dutch', 'Nederlands'],
  no: ['Norwegian', 'Norsk'],
  pa: ['Punjabi', 'ਪੰਜਾਬੀ'],
  pl: ['Polish', 'Polski'],
  pt: ['Portuguese', 'Português'],
  'pt-BR': ['Portuguese (Brazil)', 'Português (Brasil)'],
  'pt-PT': ['Portuguese (Portugal)', 'Português (Portugal)'],
  ro: ['Romanian', 'Română'],
  ru: ['Russian', 'Русский'],
  si: ['Sinhala', 'සිංහල'],
  sk: ['Slovak', 'Slovenčina'],
  sl: ['Slovenian', 'Slovenščina'],
  sr: ['Serbian', 'Српски'],
  sv: ['Swedish', 'Svenska'],
  sw: ['Swahili', 'Kiswahili'],
  ta: ['Tamil', 'தமிழ்'],
  te: ['Telugu', 'తెలుగు'],
  th: ['Thai', 'ไทย'],
  tr: ['Turkish', 'Türkçe'],
  uk: ['Ukrainian', 'Українська'],
  ur: ['Urdu', 'اردو'],
  vi: ['Vietnamese', 'Tiếng Việt'],
  zh: ['Chinese', '中文', '漢語', '汉语', '華語', '华语'],
  'zh-Hant': ['Chinese (Traditional)', '繁體中文'],
  'zh-TW': ['Chinese (Taiwan)', '臺灣華語', '台灣華語'],
} as const satisfies Record<string, readonly string[]>;

const tags: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([tag, tagNames]) =>
    tagNames.map((name) => [name.normalize('NFC').toLowerCase(), tag]),
  ),
);

/** The English name and the other names of a language by its tag; undefined if the tag is not in the table. */
export function namesOfTag(tag: string): readonly string[] | undefined {
  return namesByTag.get(tag);
}

const namesByTag: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(names));
