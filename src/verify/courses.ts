// Courses: every course that a list has named, with the values that it has there. Kept small: there may be very many.
import { createHash } from 'node:crypto';
import type { CourseSummary } from '../api/schemas.ts';
import type { Request } from './curl.ts';
import type { Run } from './run.ts';

/** A course as it was first seen. */
export interface Seen {
  readonly linkhash: string;
  readonly title: string;
  readonly id: number;
  readonly author: string;
  readonly language: readonly string[];
  readonly categories: readonly number[];
  /** The request that it was first seen at. */
  readonly request: Request;
  /** Providers that list it. */
  readonly providers: number[];
}

/** What both kinds of record say of a course. */
export type Sighting = Omit<CourseSummary, 'categories'> & { readonly categories: readonly number[] };

export class Courses {
  readonly byHash = new Map<string, Seen>();
  /** How often each language was seen: a service has no list of them. */
  readonly languages = new Map<string, number>();
  private readonly shared = new Map<string, readonly (string | number)[]>();

  /** Takes note of a course in a list; one that was seen before must be the same. */
  see({ findings }: Run, sighting: Sighting, request: Request): Seen {
    const { linkhash, title, id, author, linkurl } = sighting;
    findings.expect('linkhash', md5(linkurl) === linkhash, request, () => hashFinding(sighting));
    const known = this.byHash.get(linkhash);
    if (known) {
      findings.faults('course-same', differences(known, sighting, `at ${known.request.url}`), request);
      return known;
    }
    const language = this.share(sighting.language);
    const categories = this.share(sighting.categories);
    const seen = { linkhash, title, id, author, language, categories, request, providers: [] };
    this.byHash.set(linkhash, seen);
    for (const name of new Set(language)) this.languages.set(name, (this.languages.get(name) ?? 0) + 1);
    return seen;
  }

  /** Every id is that of one course. */
  holdIds({ findings }: Run): void {
    const ids = new Map<number, Seen>();
    for (const seen of this.byHash.values()) {
      const known = ids.get(seen.id);
      findings.expect('ids', known === undefined, seen.request, () => {
        return `the courses ${known?.linkhash} and ${seen.linkhash} have the id ${seen.id}`;
      });
      ids.set(seen.id, seen);
    }
  }

  /** Many courses have the same languages and categories. */
  private share<T extends string | number>(values: readonly T[]): readonly T[] {
    const key = JSON.stringify(values);
    const known = this.shared.get(key);
    if (known !== undefined && isOf(known, values)) return known;
    this.shared.set(key, values);
    return values;
  }
}

/** Where a record of a course differs from what was seen of it before, whatever the order of names and ids. `there` says where that was. */
export function differences(seen: Seen, now: Omit<Sighting, 'linkurl'>, there: string): string[] {
  const different = [
    ...(['linkhash', 'title', 'id', 'author'] as const).filter((field) => seen[field] !== now[field]),
    ...(['language', 'categories'] as const).filter((field) => !isSameSet(seen[field], now[field])),
  ];
  return different.length === 0 ? [] : [`course ${seen.linkhash} has another ${different.join(' and ')} than ${there}`];
}

/** The identifier of a course (2.1). */
export function md5(linkurl: string): string {
  return createHash('md5').update(linkurl, 'utf8').digest('hex');
}

/** The finding where a linkhash is another's. */
export function hashFinding({ id, linkurl, linkhash }: Pick<Sighting, 'id' | 'linkurl' | 'linkhash'>): string {
  return `course ${id} has the linkhash ${linkhash}; the MD5 of its linkurl is ${md5(linkurl)}`;
}

function isOf<T>(known: readonly unknown[], values: readonly T[]): known is readonly T[] {
  return known.length === values.length && values.every((value, at) => known[at] === value);
}

function isSameSet(some: readonly (string | number)[], others: readonly (string | number)[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && some.every((value) => other.has(value));
}
