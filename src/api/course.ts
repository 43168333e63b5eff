// Courses as clients read them: the full record (specification 2.1), the summary record (2.2), and the record that search shows.
import type { Course } from '../catalog/course.ts';
import { languageName } from '../catalog/languages.ts';
import type { References } from '../catalog/references.ts';
import { CategoryTree } from '../catalog/tree.ts';
import { remembering, textOfUtf8, utf8Of } from '../source/utf8.ts';
import type { FullCourse } from './schemas.ts';

/** Renders courses that name these references. What it returns as JSON is a UTF-8 text (see `source/utf8.ts`). */
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

  /** The full record of a course as JSON. */
  full(course: Course): string {
    return JSON.stringify(this.fields(course));
  }

  /** The full record of a course as a value. */
  record(course: Course): FullCourse {
    const fields = this.fields(course);
    return {
      ...fields,
      title: textOfUtf8(fields.title),
      description: textOfUtf8(fields.description),
      tags: textOfUtf8(fields.tags),
      provider_name: textOfUtf8(fields.provider_name),
      language: fields.language.map(textOfUtf8),
      linkurl: textOfUtf8(fields.linkurl),
      author: textOfUtf8(fields.author),
      categories: fields.categories.map(textOfUtf8),
    };
  }

  /** The summary record of a course as JSON, as it stands in the paged lists. */
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

  /** The record that a list of search results shows, as JSON. */
  searchResult(course: Course): string {
    return JSON.stringify({
      linkhash: course.linkhash,
      title: course.title,
      language: course.language.map(this.language),
      id: course.id,
      author: course.author,
    });
  }

  /** The full record with UTF-8 texts, in the order of the specification's fields. */
  private fields(course: Course): FullCourse {
    return {
      linkhash: course.linkhash,
      title: course.title,
      description: course.description,
      tags: course.tags,
      provider: this.references.providers[course.provider]?.id ?? 0,
      provider_name: this.providerName(course.provider),
      language: course.language.map(this.language),
      date_published: course.date.text,
      id: course.id,
      linkurl: course.linkurl,
      author: course.author,
      categories: course.categories.map((index) => this.tree.path(index)),
      catalog_id: course.catalog_id,
      categories_ids: course.categories.map((index) => this.tree.id(index)),
    };
  }
}
