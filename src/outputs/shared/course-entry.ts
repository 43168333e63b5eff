// A course as subscribers see it, in feeds and in the calendar.
import type { FullCourse } from '../../api/records.ts';
import { uriOf } from '../../text/web-address.ts';
import { coursePagesFolder } from './page-paths.ts';

export interface PageOptions {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  readonly coursePages: boolean;
}

/** The page of a course for people, or else the course itself; undefined if that is nowhere on the web. */
export function pageOf({ linkhash, linkurl }: FullCourse, { baseUrl, coursePages }: PageOptions): string | undefined {
  return coursePages ? `${baseUrl}/${coursePagesFolder}/${linkhash}/` : uriOf(linkurl);
}

/** The categories of a course, by their paths without the common root, `All/`. */
export function categoriesOf({ categories, categories_ids: ids }: FullCourse) {
  return ids.map((id, index) => ({ id, name: categories[index]?.replace(/^All\//u, '') ?? String(id) }));
}
