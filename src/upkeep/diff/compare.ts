// What changes for readers between two catalogs: courses by their linkhash, and those of one id at another address.
import { hash } from 'node:crypto';
import type { DumpedCourse } from '../../api/records.ts';

/** What is compared of a course, without its longer texts. */
export interface ComparedCourse {
  readonly id: number;
  readonly linkhash: string;
  readonly linkurl: string;
  readonly title: string;
  /** What is named where it changes, by field: texts, a list joined with commas. */
  readonly named: Readonly<Record<string, string>>;
  /** The digest of all other fields. */
  readonly rest: string;
}

/** Courses by their linkhash. */
export type ComparedCourses = ReadonlyMap<string, ComparedCourse>;

/** A course of the new catalog in which something changed: from what to what. Undefined is what there is not. */
export interface Change {
  readonly title: string;
  readonly linkurl: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface Difference {
  readonly added: readonly ComparedCourse[];
  /** Their addresses answer 404 once the new catalog is published. */
  readonly removed: readonly ComparedCourse[];
  /** Courses that keep their ids and get another address: `linkurl`, and with it the address in the API. */
  readonly moved: readonly Change[];
  /** By field: title, provider, categories, language, and the names of facts. */
  readonly changed: ReadonlyMap<string, readonly Change[]>;
  /** Courses whose other fields changed, such as the description. */
  readonly otherwise: number;
}

const interfaceFields = new Set(['title', 'provider', 'categories', 'language']);

export function comparedCourse({ id, linkhash, linkurl, title, facts = {}, ...course }: DumpedCourse): ComparedCourse {
  const { provider_name: provider, categories, language, provider: _, categories_ids: __, ...rest } = course;
  const named = { title, provider, categories: categories.join(', '), language: language.join(', ') };
  const ofFacts = Object.entries(facts).map(([name, value]) => [name, [value].flat().join(', ')]);
  const digest = hash('md5', JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))));
  return { id, linkhash, linkurl, title, named: { ...named, ...Object.fromEntries(ofFacts) }, rest: digest };
}

/** Compares two catalogs; without their facts, if one of them is known by the interface alone. */
export function compareCourses(before: ComparedCourses, after: ComparedCourses, hasFacts: boolean): Difference {
  const [gone, come] = [without(before, after), without(after, before)];
  const earlier = new Map(gone.map((course) => [course.id, course]));
  const pairs = come.flatMap((course): [ComparedCourse, ComparedCourse][] => {
    const same = earlier.get(course.id);
    return same === undefined ? [] : [[same, course]];
  });
  const isMoved = new Set(pairs.flat());
  const stayed = Array.from(after.values(), (course) => [before.get(course.linkhash), course] as const);
  const changed = new Map<string, Change[]>();
  let otherwise = 0;
  for (const [from, to] of [...stayed, ...pairs]) {
    if (from === undefined) continue;
    if (from.rest !== to.rest) otherwise += 1;
    for (const field of new Set([...Object.keys(from.named), ...Object.keys(to.named)])) {
      if (!hasFacts && !interfaceFields.has(field)) continue;
      const change = changeOf(to, from.named[field], to.named[field]);
      if (change.from === change.to) continue;
      if (changed.get(field)?.push(change) === undefined) changed.set(field, [change]);
    }
  }
  return {
    added: come.filter((course) => !isMoved.has(course)),
    removed: gone.filter((course) => !isMoved.has(course)),
    moved: pairs.map(([from, to]) => changeOf(to, from.linkurl, to.linkurl)),
    changed,
    otherwise,
  };
}

function without(courses: ComparedCourses, others: ComparedCourses): ComparedCourse[] {
  return [...courses.values()].filter(({ linkhash }) => !others.has(linkhash));
}

function changeOf({ title, linkurl }: ComparedCourse, from: string | undefined, to: string | undefined): Change {
  return { title, linkurl, from, to };
}
