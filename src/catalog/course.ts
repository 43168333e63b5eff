// One course: a source record, checked against the source format, the constraints and the references, with defaults filled in.
import { hash } from 'node:crypto';
import type { SourceRecord } from './source/record.ts';
import type { CourseFields } from './source/fields.ts';
import type { CourseFormat, FieldFinding } from './source/schema.ts';
import { fieldReader } from './course-fields.ts';
import { courseProblems, maxCourseText, textBytes } from './course-problems.ts';
import { dayPart, readDate, type PublishedDate } from './date.ts';
import { memoize } from '../memoize.ts';
import type { ReferenceIndex } from './reference-index.ts';

/** The texts that only pages show, as the interface has no field for them; empty if unknown. They are part of the digest of a course. */
export const pageFields = [
  // A web address.
  'license',
  // The day of the last change in UTC, `2024-05-28`.
  'modified',
] as const;

/** A course with everything that is published of it. Nothing is optional here. */
export interface Course extends Readonly<Record<(typeof pageFields)[number], string>> {
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
  /** What else learners choose it by. Only pages show it, and it is part of the digest of a course. */
  readonly fields: CourseFields;
}

/** The MD5 digest that identifies a course in the view endpoint (specification 4, rule 2). */
export function linkhashOf(linkurl: string): string {
  return hash('md5', linkurl);
}

const readFields = memoize((format: CourseFormat) => fieldReader(format.table));

/** Turns a source record into a course, or returns everything that is wrong with it. */
export function checkCourse(
  record: SourceRecord,
  format: CourseFormat,
  index: ReferenceIndex,
): Course | FieldFinding[] {
  return courseOf(record.value, format, index) ?? courseProblems(record, format, index);
}

/** The course of a valid record; undefined if anything is wrong. */
function courseOf(value: unknown, format: CourseFormat, index: ReferenceIndex): Course | undefined {
  const parsed = format.schema.safeParse(value);
  if (!parsed.success) return undefined;
  const source = parsed.data;
  const provider = index.providers.get(source.provider);
  const date = readDate(source.date_published);
  const modified = typeof source.date_modified !== 'string' ? undefined : readDate(source.date_modified);
  const language = typeof source.language === 'string' ? [source.language] : source.language;
  const categories = (source.categories ?? []).map((id) => index.categories.get(id) ?? -1);
  const { title, linkurl } = source;
  const [description, tags, names] = [source.description ?? '', source.tags ?? '', source.author ?? ''];
  const author = typeof names === 'string' ? names : names.join('; ');
  const fields = readFields(format)(source);
  const texts = [title, linkurl, description, tags, author, ...Object.values(fields ?? {}).flat()];
  const isValid =
    !categories.includes(-1) &&
    areUnique(categories) &&
    areUnique(language) &&
    (!index.languages || language.every((name) => index.languages?.has(name))) &&
    texts.every((text) => text.isWellFormed()) &&
    // A UTF-16 unit has at most three bytes in UTF-8.
    (texts.every(({ length }) => length <= maxCourseText / (3 * texts.length)) ||
      textBytes(source, format) <= maxCourseText);
  if (provider === undefined || typeof date === 'string' || typeof modified === 'string') return undefined;
  if (fields === undefined || !isValid) return undefined;
  return {
    id: source.id,
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
    license: source.license ?? '',
    modified: modified ? dayPart(modified.text) : '',
    fields,
  };
}

function areUnique(values: readonly unknown[]): boolean {
  return values.length < 2 || new Set(values).size === values.length;
}
