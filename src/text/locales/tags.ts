// The languages of the pages: for each a file of messages lies here.

export const localeTags = ['en', 'de', 'fr', 'es', 'pt', 'zh', 'ar'] as const;
export type LocaleTag = (typeof localeTags)[number];
