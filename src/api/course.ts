// Courses as clients read them: the full record (specification 2.1) and the summary record (2.2), as JSON in a UTF-8 text.
import type { Course } from '../catalog/course.ts';
import { languageName } from '../catalog/languages.ts';
import type { References } from '../catalog/references.ts';
import { CategoryTree } from '../catalog/tree.ts';
import { remembering, utf8Of } from '../source/utf8.ts';

/** Renders courses that name these references. */
export class CourseRenderer {
  readonly tree: CategoryTree;
  private readonly providerNames: readonly string[];
  private readonly language = remembering((name) => utf8Of(languageName(name)));

  constructor(private readonly references: References) {
    this.tree = new CategoryTree(references.categories);
    this.providerNames = references.providers.map(({ name }) => utf8Of(name));
  }

  /** The name of a provider by its index, as a UTF-8 text. */
  providerName(index: number): string {
    return this.providerNames[index] ?? '';
  }

  /** The full record of a course, in the order of the specification's fields. */
  full(course: Course): string {
    return JSON.stringify({
      linkhash: course.linkhash,
      title: course.title,
      description: course.description,
      tags: course.tags,
      provider: this.references.providers[course.provider]?.id,
      provider_name: this.providerNames[course.provider],
      language: course.language.map(this.language),
      date_published: course.date.text,
      id: course.id,
      linkurl: course.linkurl,
      author: course.author,
      categories: course.categories.map((index) => this.tree.path(index)),
      catalog_id: course.catalog_id,
      categories_ids: course.categories.map((index) => this.tree.id(index)),
    });
  }

  /** The summary record of a course, as it stands in the paged lists. */
  summary(course: Course): string {
    return JSON.stringify({
      linkhash: course.linkhash,
      title: course.title,
      language: course.language.map(this.language),
      id: course.id,
      linkurl: course.linkurl,
      author: course.author,
      categories: course.categories.map((index) => this.tree.id(index)),
    });
  }
}
