// Courses: every course found in a list, with its values there. Kept small, because there may be very many.
import { hash } from 'node:crypto';
import type { CourseSummary } from '../api/records.ts';
import type { Request } from '../http/client.ts';
import type { Checks } from './checks.ts';

/** A course as it first appeared. */
export interface SeenCourse {
  readonly linkhash: string;
  readonly title: string;
  readonly id: number;
  readonly author: string;
  readonly language: readonly string[];
  readonly categories: readonly number[];
  /** The request in whose response it first appeared. */
  readonly request: Request;
  /** Providers that list it. */
  readonly providers: number[];
}

/** The fields that summary and full records have in common. */
type CourseRecord = Omit<CourseSummary, 'categories'> & { readonly categories: readonly number[] };

export class SeenCourses {
  readonly byHash = new Map<string, SeenCourse>();
  /** The number of courses in each language: a service has no list of languages. */
  readonly languages = new Map<string, number>();
  private readonly languageLists = new Map<string, readonly string[]>();
  private readonly categoryLists = new Map<string, readonly number[]>();

  constructor(private readonly checks: Checks) {}

  /** Adds a course from a list; if it appeared before, its values must be the same. */
  add(record: CourseRecord, request: Request): SeenCourse {
    const { linkhash, title, id, author } = record;
    this.checkHash(record, request);
    const earlier = this.byHash.get(linkhash);
    if (earlier) {
      this.checks.expectNone('course-same', courseDifferences(earlier, record), request);
      return earlier;
    }
    const language = intern(this.languageLists, record.language);
    const categories = intern(this.categoryLists, record.categories);
    const course = { linkhash, title, id, author, language, categories, request, providers: [] };
    this.byHash.set(linkhash, course);
    for (const name of new Set(language)) this.languages.set(name, (this.languages.get(name) ?? 0) + 1);
    return course;
  }

  checkIds(): void {
    const ids = new Map<number, SeenCourse>();
    for (const course of this.byHash.values()) {
      const earlier = ids.get(course.id);
      const finding = `courses ${earlier?.linkhash} and ${course.linkhash} both have the id ${course.id}`;
      this.checks.expect('ids', earlier === undefined, course.request, finding);
      ids.set(course.id, course);
    }
  }

  checkHash({ id, linkurl, linkhash }: CourseRecord, request: Request): void {
    const digest = hash('md5', linkurl);
    const finding = `course ${id} has the linkhash ${linkhash}, but the MD5 of its linkurl is ${digest}`;
    this.checks.expect('linkhash', digest === linkhash, request, finding);
  }
}

/** How a record differs from the course as it first appeared, ignoring the order of languages and categories. */
export function courseDifferences(course: SeenCourse, record: CourseRecord): string[] {
  const fields = [
    ...(['linkhash', 'title', 'id', 'author'] as const).filter((field) => course[field] !== record[field]),
    ...(['language', 'categories'] as const).filter((field) => !isSameSet(course[field], record[field])),
  ];
  return recordFault(course.linkhash, fields, `at ${course.request.url}`);
}

/** The fault of a course that differs in some fields from another record of it; none if there are no such fields. */
export function recordFault(linkhash: string, fields: readonly string[], where: string): string[] {
  return fields.length === 0 ? [] : [`course ${linkhash} differs in ${fields.join(' and ')} from its record ${where}`];
}

/** The first of equal arrays: many courses have the same languages and categories. */
function intern<Item>(copies: Map<string, readonly Item[]>, values: readonly Item[]): readonly Item[] {
  const key = JSON.stringify(values);
  const first = copies.get(key) ?? values;
  copies.set(key, first);
  return first;
}

function isSameSet(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  const [setA, setB] = [new Set(a), new Set(b)];
  return setA.size === setB.size && a.every((value) => setB.has(value));
}
