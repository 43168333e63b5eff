// The languages of the pages: for each a file of messages lies here.

export const localeTags = ['en', 'de', 'fr', 'es', 'pt', 'zh', 'ar'] as const;
export type LocaleTag = (typeof localeTags)[number];

/** The choice of a catalog: a language for all its pages, or `auto`, with which the catalog page follows its visitors. */
export const localeChoices = ['auto', ...localeTags] as const;
export type LocaleChoice = (typeof localeChoices)[number];

/** The language of static pages, and of the catalog page for visitors who read none of these languages. */
export function defaultTag(choice: LocaleChoice): LocaleTag {
  return choice === 'auto' ? 'en' : choice;
}
