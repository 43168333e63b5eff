// Course records as clients read them: the full record (specification 2.1), the summary record (2.2) and the search result.
import type { Course } from '../catalog/course.ts';
import { languageName } from '../catalog/languages.ts';
import type { References } from '../catalog/references.ts';
import { CategoryTree } from '../catalog/tree.ts';
import { memoize, textOfUtf8, utf8Of } from '../text/utf8.ts';
import type { FullCourse } from './schemas.ts';

/** Renders courses that use these references. The JSON it returns is a UTF-8 text (see `source/utf8.ts`). */
export class CourseRenderer {
  readonly tree: CategoryTree;
  private readonly providerNames: readonly string[];
  private readonly language = memoize((name) => utf8Of(languageName(name)));

  constructor(private readonly references: References) {
    this.tree = new CategoryTree(references.categories);
    this.providerNames = references.providers.map(({ name }) => utf8Of(name));
  }

  /** The name of the provider at this index, as a UTF-8 text. */
  providerName(index: number): string {
    return this.providerNames[index] ?? '';
  }

  /** The full record of a course as an object with ordinary strings. */
  record(course: Course): FullCourse {
    const fields = this.utf8Record(course);
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

  /** The summary record of a course as JSON. */
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

  /** The search result for a course as JSON. */
  searchResult(course: Course): string {
    return JSON.stringify({
      linkhash: course.linkhash,
      title: course.title,
      language: course.language.map(this.language),
      id: course.id,
      author: course.author,
    });
  }

  /** The full record with UTF-8 texts; fields in the specification's order. */
  utf8Record(course: Course): FullCourse {
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
