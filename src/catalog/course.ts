// One course: a source record, checked against the source format, the constraints and the references, with defaults filled in.
import { hash } from 'node:crypto';
import type { SourceRecord } from './source/record.ts';
import { isSourceCourse, type CourseFormat, type FieldFinding } from './source/schema.ts';
import { fieldReader } from './course-fields.ts';
import { courseProblems, maxCourseText, textBytes } from './course-problems.ts';
import { readDate, type PublishedDate } from './date.ts';
import type { CourseFields } from './fields.ts';
import { memoizeByObject } from '../memoize.ts';
import type { ReferenceIndex } from './reference-index.ts';

/** A course with everything that is published of it. Nothing is optional here. */
export interface Course {
  readonly id: number;
  /** MD5 of the UTF-8 `linkurl`, in 32 lowercase hexadecimal digits (specification 2.1). */
  readonly linkhash: string;
  readonly title: string;
  readonly description: string;
  readonly tags: string;
  /** Index of the provider in the references. */
  readonly provider: number;
  /** As written; see `publishedLanguage` for the published form. */
  readonly language: readonly string[];
  readonly date: PublishedDate;
  readonly linkurl: string;
  readonly author: string;
  /** Indexes of the course's own categories in the references, as listed. */
  readonly categories: readonly number[];
  readonly catalog_id: number | null;
  /** What only pages and dumps have; part of the digest of a course. */
  readonly fields: CourseFields;
}

/** The MD5 digest that identifies a course in the view endpoint (specification 4, rule 2). */
export function linkhashOf(linkurl: string): string {
  return hash('md5', linkurl);
}

const readFields = memoizeByObject((format: CourseFormat) => fieldReader(format.table));

/** Turns a source record into a course, or returns everything that is wrong with it. */
export function checkCourse(
  record: SourceRecord,
  format: CourseFormat,
  index: ReferenceIndex,
): Course | FieldFinding[] {
  return courseOf(record.value, format, index) ?? courseProblems(record, format, index);
}

/** The course of a valid record; undefined if anything is wrong. */
function courseOf(source: unknown, format: CourseFormat, index: ReferenceIndex): Course | undefined {
  if (!isSourceCourse(source, format)) return undefined;
  const { id, title, linkurl } = source;
  const provider = index.providers.get(source.provider);
  const date = readDate(source.date_published);
  const language = typeof source.language === 'string' ? [source.language] : source.language;
  const categories = (source.categories ?? []).map((category) => index.categories.get(category) ?? -1);
  const [description, tags, names] = [source.description ?? '', source.tags ?? '', source.author ?? ''];
  const author = typeof names === 'string' ? names : names.join('; ');
  const fields = readFields(format)(source);
  if (provider === undefined || typeof date === 'string' || fields === undefined) return undefined;
  const texts = [title, linkurl, description, tags, author, ...Object.values(fields).flat()];
  const isValid =
    !categories.includes(-1) &&
    areUnique(categories) &&
    areUnique(language) &&
    (!index.languages || language.every((name) => index.languages?.has(name))) &&
    texts.every((text) => text.isWellFormed()) &&
    // A UTF-16 unit has at most three bytes in UTF-8.
    (texts.every(({ length }) => length <= maxCourseText / (3 * texts.length)) ||
      textBytes(source, format) <= maxCourseText);
  if (!isValid) return undefined;
  return {
    id,
    linkhash: linkhashOf(linkurl),
    title,
    description,
    tags,
    provider,
    language,
    date,
    linkurl,
    author,
    categories,
    catalog_id: source.catalog_id ?? null,
    fields,
  };
}

function areUnique(values: readonly unknown[]): boolean {
  return values.length < 2 || new Set(values).size === values.length;
}
