// A course as subscribers see it, in feeds and in the calendar.
import type { FullCourse } from '../../api/records.ts';
import { coursePagesFolder } from './page-paths.ts';

export interface PageOptions {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  readonly coursePages: boolean;
  /** Whether `index.html` at the site root is the catalog page, which can show a course. */
  readonly frontPage: boolean;
}

/** The page of a course for people. Many readers drop the fragment, and so show the start screen instead of a course in the catalog page. */
export function pageOf({ linkhash }: FullCourse, { baseUrl, coursePages, frontPage }: PageOptions): string | undefined {
  if (coursePages) return `${baseUrl}/${coursePagesFolder}/${linkhash}/`;
  return frontPage ? `${baseUrl}/#/courses/view/${linkhash}/` : undefined;
}

/** The categories of a course, by their paths without the common root, `All/`. */
export function categoriesOf({ categories, categories_ids: ids }: FullCourse) {
  return ids.map((id, index) => ({ id, name: categories[index]?.replace(/^All\//u, '') ?? String(id) }));
}
