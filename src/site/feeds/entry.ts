// What a feed says of one course, whatever the format of the feed.
import type { FullCourse } from '../../api/schemas.ts';
import { isWebAddress } from '../web-address.ts';
import { tagOf } from './languages.ts';
import { plainText } from './plain.ts';

export interface Entry {
  /** Address of the course in the API; it stays the same as long as the course does. */
  readonly id: string;
  /** Address of the course in the catalog page, or in the API where the front page is another. */
  readonly page: string;
  /** Address of the course itself, where it is one of the web. */
  readonly externalUrl: string | undefined;
  readonly title: string;
  readonly text: string;
  /** RFC 3339, in UTC. */
  readonly date: string;
  readonly authors: readonly string[];
  readonly categories: readonly { readonly id: number; readonly name: string }[];
  readonly tags: readonly string[];
  /** Names of categories and tags, each once. */
  readonly allTags: readonly string[];
  /** Language tag (RFC 5646), where the course has one language and that is known. */
  readonly language: string | undefined;
}

/** The entry of a course. `baseUrl` has no slash at its end. */
export function entryOf(course: FullCourse, baseUrl: string, frontPage: boolean): Entry {
  const categories = course.categories_ids.map((id, index) => ({ id, name: nameOf(course.categories[index], id) }));
  const tags = partsOf(course.tags, ',');
  const [language] = course.language.length === 1 ? course.language : [];
  const id = `${baseUrl}/api/v1/courses/view/${course.linkhash}/`;
  return {
    id,
    page: frontPage ? `${baseUrl}/#/courses/view/${course.linkhash}/` : id,
    externalUrl: isWebAddress(course.linkurl) ? new URL(course.linkurl).href : undefined,
    title: course.title,
    text: plainText(course.description),
    date: dateOf(course.date_published),
    authors: authorsOf(course),
    categories,
    tags,
    allTags: allOf([...categories.map(({ name }) => name), ...tags]),
    language: language === undefined ? undefined : tagOf(language),
  };
}

/** The path of a category without the root that all share. */
function nameOf(path: string | undefined, id: number): string {
  return path?.replace(/^All\//u, '') ?? String(id);
}

/** The provider where no author is named: an Atom entry must have one. */
function authorsOf({ author, provider_name: provider }: FullCourse): string[] {
  const authors = partsOf(author, ';');
  return authors.length > 0 ? authors : partsOf(provider, '\n');
}

function partsOf(text: string, separator: string): string[] {
  return allOf(text.split(separator).map((part) => part.trim()));
}

/** Each once, the empty ones left out. */
function allOf(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.toWellFormed()))].filter((text) => text !== '');
}

/** In the API dates have no zone and any number of digits; readers of feeds want a zone, and milliseconds at most. */
function dateOf(date: string): string {
  return `${date.replace(/(\.\d{3})\d+$/u, '$1')}Z`;
}
