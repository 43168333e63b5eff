// Feed entries: a course as both feed formats need it.
import { addressOf } from '../../api/routes.ts';
import type { FullCourse } from '../../api/records.ts';
import { uriOf } from '../../urls/web-address.ts';
import { decodeReferences } from '../../text/character-references.ts';
import { authorsIn, distinctTexts, splitDistinct } from '../../text/lists-in-text.ts';
import type { TagLookup } from '../../catalog/language-tags.ts';
import { createdIn, timeIn } from '../../journal/line.ts';
import { coursePagesFolder } from '../static-pages/paths.ts';
import { descriptionText } from '../../text/description-text.ts';

export type FeedEntry = ReturnType<typeof feedEntry>;

/** The options that entries depend on. */
export interface EntryOptions {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  readonly coursePages: boolean;
  /** Whether `index.html` at the site root is the catalog page, which can show a course. */
  readonly frontPage: boolean;
  readonly tagOf: TagLookup;
}

/** The entry of a course. Its line in the journal may be empty: then it has the time at which its source published it. */
export function feedEntry(course: FullCourse, journalLine: string, options: EntryOptions) {
  const { baseUrl, tagOf } = options;
  const categories = course.categories_ids.map((id, index) => ({
    id,
    name: categoryName(course.categories[index], id),
  }));
  const tags = splitDistinct(decodeReferences(course.tags), ',');
  const [language] = course.language.length === 1 ? course.language : [];
  // It changes only with the `linkurl`.
  const id = addressOf(baseUrl, 'course', course.linkhash);
  return {
    id,
    /** Of the course for people, or in the API if there is no such page. */
    page: pageOf(course, options) ?? id,
    /** Of the course itself, if its `linkurl` is a web address. */
    externalUrl: uriOf(course.linkurl),
    title: decodeReferences(course.title),
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
  };
}

/** The page of a course for people. Many readers drop the fragment, and so show the start screen instead of a course in the catalog page. */
function pageOf({ linkhash }: FullCourse, { baseUrl, coursePages, frontPage }: EntryOptions): string | undefined {
  if (coursePages) return `${baseUrl}/${coursePagesFolder}/${linkhash}/`;
  return frontPage ? `${baseUrl}/#/courses/view/${linkhash}/` : undefined;
}

/** The path of a category without the common root, `All/`. */
function categoryName(path: string | undefined, id: number): string {
  return path?.replace(/^All\//u, '') ?? String(id);
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
