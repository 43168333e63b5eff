// Course records as clients read them: the full record (specification 2.1), the summary record (2.2) and the search result.
import type { Course } from '../catalog/course.ts';
import { publishedLanguage } from '../catalog/languages.ts';
import type { References } from '../catalog/references.ts';
import { CategoryTree } from '../catalog/category-tree.ts';
import { readableName } from '../text/character-references.ts';
import { memoize } from '../memoize.ts';
import { pageFields, type CourseFields } from '../catalog/fields.ts';
import { keysOf } from '../text/keys.ts';
import { maxShownLength, shortened } from '../text/shortened.ts';
import type { FullCourse } from './records.ts';

/** Renders courses that use these references. */
export class CourseRenderer {
  readonly tree: CategoryTree;
  private readonly providerNames: readonly string[];
  /** The published name of a language as written. */
  readonly language = memoize(publishedLanguage);

  constructor(private readonly references: References) {
    this.tree = new CategoryTree(references.categories);
    this.providerNames = references.providers.map(({ name }) => name);
  }

  /** The name of the provider at this index. */
  providerName(index: number): string {
    return this.providerNames[index] ?? '';
  }

  /** The summary record of a course as JSON. */
  summary(course: Course): string {
    const { linkhash, title, id, linkurl, author } = course;
    const language = course.language.map(this.language);
    const categories = course.categories.map((index) => this.tree.id(index));
    return JSON.stringify({ linkhash, title, language, id, linkurl, author, categories });
  }

  /** The search result for a course as JSON. Its title and author are as pages show them, without character references. */
  searchResult({ linkhash, title, language, id, author, linkurl, fields }: Course): string {
    return JSON.stringify({
      linkhash,
      title: readableName(title),
      language: language.map(this.language),
      id,
      author: readableName(author),
      linkurl,
      fields: shortenedFields(fields),
    });
  }

  /** The full record of a course; fields in the specification's order. */
  fullRecord(course: Course): FullCourse {
    const { linkhash, title, description, tags, id, linkurl, author, catalog_id } = course;
    return {
      linkhash,
      title,
      description,
      tags,
      provider: this.references.providers[course.provider]?.id ?? 0,
      provider_name: this.providerName(course.provider),
      language: course.language.map(this.language),
      date_published: course.date.text,
      id,
      linkurl,
      author,
      categories: course.categories.map((index) => this.tree.path(index)),
      catalog_id,
      categories_ids: course.categories.map((index) => this.tree.id(index)),
    };
  }
}

/** What learners do not choose by. */
const details: ReadonlySet<string> = new Set(keysOf(pageFields).filter((name) => pageFields[name].isDetail));

/**
 * What learners choose by, as pages show it: of a text or of all texts of a list no more characters than of any text. Undefined if there
 * is nothing.
 */
function shortenedFields(fields: CourseFields): CourseFields | undefined {
  const entries = Object.entries(fields).filter(([name]) => !details.has(name));
  if (entries.length === 0) return undefined;
  // Nearly all of them are as short as they are.
  if (entries.every(([, value]) => value.length <= 100 && (typeof value === 'string' || value.join('').length <= 100)))
    return Object.fromEntries(entries);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? shortened(value) : shortenedList(value)]),
  );
}

function shortenedList(texts: readonly string[]): readonly string[] {
  let left: number = maxShownLength.other;
  const kept = texts.map((text) => shortened(text)).filter((text) => (left -= text.length) >= 0);
  return kept.length < texts.length ? [...kept, '…'] : kept;
}
