// Feed entries: a course as both feed formats need it.
import { addressOf } from '../../api/routes.ts';
import type { FullCourse } from '../../api/records.ts';
import { uriOf } from '../../text/web-address.ts';
import { readableName } from '../../text/character-references.ts';
import { authorsIn, distinctTexts, splitDistinct } from '../../text/lists-in-text.ts';
import type { TagLookup } from '../../catalog/language-tags.ts';
import { createdIn, timeIn } from '../../storage/journal/line.ts';
import { categoriesOf, pageOf, type PageOptions } from '../shared/course-entry.ts';
import { descriptionText } from '../../text/description-text.ts';

export type FeedEntry = ReturnType<typeof feedEntry>;

/** The options that entries depend on. */
export interface EntryOptions extends PageOptions {
  readonly tagOf: TagLookup;
}

/** The entry of a course. Its line in the journal may be empty: then it has the time at which its source published it. */
export function feedEntry(
  course: FullCourse,
  { journalLine, image }: { readonly journalLine: string; readonly image?: string | undefined },
  options: EntryOptions,
) {
  const { baseUrl, coursePages, tagOf } = options;
  const categories = categoriesOf(course);
  const tags = splitDistinct(readableName(course.tags), ',');
  const [language] = course.language.length === 1 ? course.language : [];
  // It changes only with the `linkurl`.
  const id = addressOf(baseUrl, 'course', course.linkhash);
  return {
    id,
    /** Its page or, without course pages, the course itself; in the API if that is nowhere on the web. */
    page: pageOf(course, options) ?? id,
    /** Of the course itself, if `page` is another one and its `linkurl` a web address. */
    externalUrl: coursePages ? uriOf(course.linkurl) : undefined,
    title: readableName(course.title),
    text: descriptionText(course.description),
    /** When it was added to the catalog, in UTC (RFC 3339). */
    published: createdIn(journalLine) || rfc3339(course.date_published),
    updated: timeIn(journalLine) || rfc3339(course.date_published),
    authors: authorsOf(course),
    categories,
    tags,
    allTags: distinctTexts([...categories.map(({ name }) => name), ...tags]),
    /** Language tag (RFC 5646), if the course has a single, known language. */
    language: language === undefined ? undefined : tagOf(language),
    /** The address of its picture. */
    image,
  };
}

/** Falls back to the provider, since an Atom entry must have an author. */
function authorsOf({ author, provider_name: provider }: FullCourse): string[] {
  const authors = authorsIn(author);
  return authors.length > 0 ? authors : splitDistinct(provider, '\n');
}

/** API dates have no zone and up to six fractional digits; feed readers expect a zone and at most milliseconds. */
function rfc3339(date: string): string {
  return `${date.replace(/(\.\d{3})\d+$/u, '$1')}Z`;
}
