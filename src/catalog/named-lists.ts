// Named lists: the paged lists that follow from what courses say, such as those of languages. They have a name in place of an id.
import type { Course } from './course.ts';
import { publishedLanguage } from './languages.ts';
import type { References } from './references.ts';
import { keysOf } from '../text/keys.ts';

interface NamedLists {
  /** The lists of a course by their names as written; each occurs once. */
  namesOf(course: Course): readonly string[];
  /** The name of a list in its address, where it is a folder. */
  publishedName(written: string): string;
  /** Names as written that have a list even without a course. */
  alwaysListed(references: References): readonly string[];
}

/** By route (`api/routes.ts`). Add the lists of an endpoint by adding a row. */
export const namedLists = {
  language: {
    namesOf: ({ language }) => language,
    publishedName: publishedLanguage,
    alwaysListed: ({ languages }) => languages ?? [],
  },
} as const satisfies Record<string, NamedLists>;

export type NamedRoute = keyof typeof namedLists;
export const namedRoutes = keysOf(namedLists);
