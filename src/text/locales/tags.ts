// The languages of the pages, for each of which a file of messages lies here, and those of lists.

export const localeTags = ['en', 'de', 'fr', 'es', 'pt', 'zh', 'ar'] as const;
export type LocaleTag = (typeof localeTags)[number];

/** The languages in which lists are read: their headings, their dates, and their names of languages. */
export const listLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'ru',
  'zh',
  'ja',
  'ar',
  'ko',
  'vi',
  'tr',
  'id',
  'th',
] as const;
export type ListLanguage = (typeof listLanguages)[number];
