// Courses: every course found in a list, with its values there. Kept small, because there may be very many.
import { createHash } from 'node:crypto';
import type { CourseSummary } from '../api/schemas.ts';
import type { Request } from '../client/client.ts';
import type { Run } from './run.ts';

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

/** The fields that summary and full records share. */
export type CourseRecord = Omit<CourseSummary, 'categories'> & { readonly categories: readonly number[] };

export class Courses {
  readonly byHash = new Map<string, SeenCourse>();
  /** The number of courses in each language: a service has no list of languages. */
  readonly languages = new Map<string, number>();
  private readonly shared = new Map<string, readonly (string | number)[]>();

  /** Adds a course from a list; if it appeared before, its values must be the same. */
  add({ findings }: Run, record: CourseRecord, request: Request): SeenCourse {
    const { linkhash, title, id, author, linkurl } = record;
    findings.expect('linkhash', md5(linkurl) === linkhash, request, () => hashFinding(record));
    const known = this.byHash.get(linkhash);
    if (known) {
      findings.faults('course-same', differences(known, record, `at ${known.request.url}`), request);
      return known;
    }
    const language = this.share(record.language);
    const categories = this.share(record.categories);
    const seen = { linkhash, title, id, author, language, categories, request, providers: [] };
    this.byHash.set(linkhash, seen);
    for (const name of new Set(language)) this.languages.set(name, (this.languages.get(name) ?? 0) + 1);
    return seen;
  }

  /** Checks that no two courses share an id. */
  checkIds({ findings }: Run): void {
    const ids = new Map<number, SeenCourse>();
    for (const seen of this.byHash.values()) {
      const known = ids.get(seen.id);
      findings.expect('ids', known === undefined, seen.request, () => {
        return `courses ${known?.linkhash} and ${seen.linkhash} both have the id ${seen.id}`;
      });
      ids.set(seen.id, seen);
    }
  }

  /** One copy of equal arrays: many courses have the same languages and categories. */
  private share<T extends string | number>(values: readonly T[]): readonly T[] {
    const key = JSON.stringify(values);
    const known = this.shared.get(key);
    if (known !== undefined && isEqual(known, values)) return known;
    this.shared.set(key, values);
    return values;
  }
}

/** How a record differs from the course as it first appeared, ignoring the order of languages and categories. `where` says where that was. */
export function differences(seen: SeenCourse, record: Omit<CourseRecord, 'linkurl'>, where: string): string[] {
  const fields = [
    ...(['linkhash', 'title', 'id', 'author'] as const).filter((field) => seen[field] !== record[field]),
    ...(['language', 'categories'] as const).filter((field) => !isSameSet(seen[field], record[field])),
  ];
  return fields.length === 0
    ? []
    : [`course ${seen.linkhash} differs in ${fields.join(' and ')} from its record ${where}`];
}

/** The identifier of a course (2.1). */
export function md5(linkurl: string): string {
  return createHash('md5').update(linkurl, 'utf8').digest('hex');
}

/** The finding for a linkhash that does not match its linkurl. */
export function hashFinding({ id, linkurl, linkhash }: Pick<CourseRecord, 'id' | 'linkurl' | 'linkhash'>): string {
  return `course ${id} has the linkhash ${linkhash}, but the MD5 of its linkurl is ${md5(linkurl)}`;
}

function isEqual<T>(known: readonly unknown[], values: readonly T[]): known is readonly T[] {
  return known.length === values.length && values.every((value, at) => known[at] === value);
}

function isSameSet(some: readonly (string | number)[], others: readonly (string | number)[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && some.every((value) => other.has(value));
}
