// Courses: every course found in a list, with its values there. Kept small, because there may be very many.
import { hash } from 'node:crypto';
import type { CourseSummary } from '../api/schemas.ts';
import type { Request } from '../client/client.ts';
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
export type CourseRecord = Omit<CourseSummary, 'categories'> & { readonly categories: readonly number[] };

export class Courses {
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
    const known = this.byHash.get(linkhash);
    if (known) {
      this.checks.faults('course-same', differences(known, record), request);
      return known;
    }
    const language = oneCopy(this.languageLists, record.language);
    const categories = oneCopy(this.categoryLists, record.categories);
    const seen = { linkhash, title, id, author, language, categories, request, providers: [] };
    this.byHash.set(linkhash, seen);
    for (const name of new Set(language)) this.languages.set(name, (this.languages.get(name) ?? 0) + 1);
    return seen;
  }

  checkIds(): void {
    const ids = new Map<number, SeenCourse>();
    for (const seen of this.byHash.values()) {
      const known = ids.get(seen.id);
      const finding = `courses ${known?.linkhash} and ${seen.linkhash} both have the id ${seen.id}`;
      this.checks.expect('ids', known === undefined, seen.request, finding);
      ids.set(seen.id, seen);
    }
  }

  checkHash({ id, linkurl, linkhash }: CourseRecord, request: Request): void {
    const digest = hash('md5', linkurl);
    const finding = `course ${id} has the linkhash ${linkhash}, but the MD5 of its linkurl is ${digest}`;
    this.checks.expect('linkhash', digest === linkhash, request, finding);
  }
}

/** How a record differs from the course as it first appeared, ignoring the order of languages and categories. */
export function differences(seen: SeenCourse, record: CourseRecord): string[] {
  const fields = [
    ...(['linkhash', 'title', 'id', 'author'] as const).filter((field) => seen[field] !== record[field]),
    ...(['language', 'categories'] as const).filter((field) => !isSameSet(seen[field], record[field])),
  ];
  return recordFault(seen.linkhash, fields, `at ${seen.request.url}`);
}

/** The fault of a course that differs in some fields from another record of it; none if there are no such fields. */
export function recordFault(linkhash: string, fields: readonly string[], where: string): string[] {
  return fields.length === 0 ? [] : [`course ${linkhash} differs in ${fields.join(' and ')} from its record ${where}`];
}

/** The first of equal arrays: many courses have the same languages and categories. */
function oneCopy<Item>(known: Map<string, readonly Item[]>, values: readonly Item[]): readonly Item[] {
  const key = JSON.stringify(values);
  const first = known.get(key) ?? values;
  known.set(key, first);
  return first;
}

function isSameSet(some: readonly (string | number)[], others: readonly (string | number)[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && some.every((value) => other.has(value));
}
