// The records of spec 2, their fields in the order of its tables, and which courses a list holds.
import { createHash } from 'node:crypto';
import type { SourceCatalog, SourceCategory, SourceCourse, SourceProvider } from './read-source.ts';
import { printedDate, byNumber, required } from './text.ts';

/** Spec 2.1. The `catalog_id` of a course that the external catalog lacks is `null`. */
export function fullRecord(catalog: SourceCatalog, course: SourceCourse) {
  return {
    linkhash: linkhash(course),
    title: course.title,
    description: course.description,
    tags: course.tags,
    provider: course.provider,
    provider_name: required(catalog.providers.find(({ id }) => id === course.provider)).name,
    language: course.language,
    date_published: printedDate(course.date_published),
    id: course.id,
    linkurl: course.linkurl,
    author: course.author,
    categories: course.categories.map((id) => `All/${namesDownTo(catalog, id).join('/')}`),
    catalog_id: course.catalog_id,
    categories_ids: course.categories,
  };
}

/** Spec 2.2: "Category ids. Here they are integers, not paths." */
export function summaryRecord(course: SourceCourse) {
  return {
    linkhash: linkhash(course),
    title: course.title,
    language: course.language,
    id: course.id,
    linkurl: course.linkurl,
    author: course.author,
    categories: course.categories,
  };
}

/** Spec 2.4. `course_count_catalog` counts the provider's courses whose `catalog_id` is not null. */
export function providerRecord(catalog: SourceCatalog, provider: SourceProvider) {
  const courses = coursesOfProvider(catalog, provider);
  return {
    id: provider.id,
    name: provider.name,
    external_id: provider.external_id,
    course_count_catalog: courses.filter((course) => course.catalog_id !== null).length,
    course_count: courses.length,
  };
}

/** Spec 2.5: "Child category: `name`, `category_id` (string of decimal digits), `course_count`". */
function categoryRecord(catalog: SourceCatalog, category: SourceCategory) {
  return {
    name: category.name,
    category_id: String(category.id),
    course_count: coursesOfCategory(catalog, category).length,
  };
}

/** Spec 2.5: the fields of a category with "`children`: array of child category. May be empty." */
export function treeEntry(catalog: SourceCatalog, category: SourceCategory) {
  return {
    ...categoryRecord(catalog, category),
    children: childrenOf(catalog, category.id).map((child) => categoryRecord(catalog, child)),
  };
}

/** Spec 2.1: "It is the MD5 digest of the `linkurl` string encoded as UTF-8." */
export function linkhash(course: SourceCourse): string {
  return createHash('md5').update(course.linkurl, 'utf8').digest('hex');
}

// --- Which courses a list holds: by ascending `id`, each once ---

/** "the category's own courses and those of all its descendants, each course once" */
export function coursesOfCategory(catalog: SourceCatalog, category: SourceCategory): SourceCourse[] {
  const covered = idsFrom(catalog, category);
  return coursesWhere(catalog, (course) => course.categories.some((id) => covered.includes(id)));
}

/** "every course whose `language` array holds the name" */
export function coursesOfLanguage(catalog: SourceCatalog, language: string): SourceCourse[] {
  return coursesWhere(catalog, (course) => course.language.includes(language));
}

export function coursesOfProvider(catalog: SourceCatalog, provider: SourceProvider): SourceCourse[] {
  return coursesWhere(catalog, (course) => course.provider === provider.id);
}

function coursesWhere(catalog: SourceCatalog, holds: (course: SourceCourse) => boolean): SourceCourse[] {
  return catalog.courses.filter(holds).toSorted((left, right) => byNumber(left.id, right.id));
}

// --- Categories, of any depth, in the order of the source ---

export function childrenOf(catalog: SourceCatalog, parent: number | null): SourceCategory[] {
  return catalog.categories.filter((category) => category.parent === parent);
}

/** The ids of a category and of all its descendants. */
function idsFrom(catalog: SourceCatalog, category: SourceCategory): number[] {
  return [category.id, ...childrenOf(catalog, category.id).flatMap((child) => idsFrom(catalog, child))];
}

/** Paths in the full record name all ancestors. */
function namesDownTo(catalog: SourceCatalog, id: number): string[] {
  const category = required(catalog.categories.find((candidate) => candidate.id === id));
  const above = category.parent === null ? [] : namesDownTo(catalog, category.parent);
  return [...above, category.name];
}
