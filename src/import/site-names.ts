// What a list says about the site that is made from it: its title, and the language of its pages.
import { countEach } from '../text/count-each.ts';
import { tagOfName } from '../catalog/language-tags.ts';
import { attempt } from '../text/errors.ts';
import { requiredText } from '../options/value-kinds.ts';
import type { ImportedCourse } from './convert/imported-course.ts';
import type { InputRows } from './formats/format.ts';

export interface SiteNames {
  readonly title?: string | undefined;
  /** The tag of a language. */
  readonly language?: string | undefined;
}

/** More than this is a remark. */
const maxTitle = 120;

/** The title above the headings of a sheet, and the language of its headings or of most courses. */
export function siteNamesOf({ table }: InputRows, courses: readonly ImportedCourse[]): SiteNames {
  const { title = '', language } = table ?? {};
  return {
    title: title.length > maxTitle ? undefined : attempt(() => requiredText.read(title)),
    // Whoever exports a list from a program gets English headings.
    language: language === undefined || language === 'en' ? (languageOfMost(courses) ?? language) : language,
  };
}

/** The language, without a region, of more than half of the courses; undefined if there is none, or if it has no tag. */
function languageOfMost(courses: readonly ImportedCourse[]): string | undefined {
  const tags = courses.flatMap(({ language }) => language.flatMap((name) => tagOfName(name)?.split('-', 1) ?? []));
  return [...countEach(tags)].find(([, times]) => times * 2 > courses.length)?.[0];
}
