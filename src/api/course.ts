// Courses as clients read them: the full record (specification 2.1) and the summary record (2.2), as JSON.
import type { CategoryTree } from '../catalog/tree.ts';
import type { Course } from '../catalog/course.ts';
import { languageName } from '../catalog/languages.ts';

export interface RenderedCourse {
  /** The full record. */
  readonly full: string;
  /** The summary record. */
  readonly summary: string;
}

/** Renders both records at once; what they share is turned into JSON once. */
export function renderCourse(course: Course, tree: CategoryTree): RenderedCourse {
  const head = `{"linkhash":"${course.linkhash}","title":${JSON.stringify(course.title)}`;
  const language = JSON.stringify(course.language.map(languageName));
  const linkurl = JSON.stringify(course.linkurl);
  const author = JSON.stringify(course.author);
  const ids = `[${course.categories.map((index) => tree.id(index)).join(',')}]`;
  const paths = `[${course.categories.map((index) => tree.path(index)).join(',')}]`;
  return {
    full:
      `${head},"description":${JSON.stringify(course.description)},"tags":${JSON.stringify(course.tags)}` +
      `,"provider":${course.provider.id},"provider_name":${JSON.stringify(course.provider.name)}` +
      `,"language":${language},"date_published":"${course.date.text}","id":${course.id}` +
      `,"linkurl":${linkurl},"author":${author},"categories":${paths}` +
      `,"catalog_id":${course.catalog_id},"categories_ids":${ids}}`,
    summary: `${head},"language":${language},"id":${course.id},"linkurl":${linkurl},"author":${author},"categories":${ids}}`,
  };
}
