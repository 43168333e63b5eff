// What changes for readers between two catalogs: courses by their linkhash, and those of one id at another address.
import { hash } from 'node:crypto';
import type { DumpedCourse } from '../../api/records.ts';
import { interfaceFields } from '../../catalog/fields.ts';
import { sourceValue } from '../../outputs/dumps/field-columns.ts';
import { keysOf } from '../../text/keys.ts';
import { grouped } from '../../text/number-format.ts';
import { shortened } from '../../text/shortened.ts';

/** The value of a field: of a provider or category its id and name. */
export type FieldValue = string | number | boolean | Reference | readonly FieldValue[];

interface Reference {
  readonly id: number;
  readonly name: string;
}

/** What is compared of a course, without the ends of its long texts. */
export interface ComparedCourse {
  readonly id: number;
  readonly linkhash: string;
  readonly linkurl: string;
  readonly title: string;
  /** By the names of the source format; without fields that are empty. */
  readonly fields: ReadonlyMap<string, FieldValue>;
}

/** Courses by their linkhash. */
export type ComparedCourses = ReadonlyMap<string, ComparedCourse>;

/** A course of the new catalog in which something changed: from what to what. Undefined is what there is not. */
export interface Change {
  readonly title: string;
  readonly linkurl: string;
  readonly from: FieldValue | undefined;
  readonly to: FieldValue | undefined;
}

export interface Difference {
  readonly added: readonly ComparedCourse[];
  /** Their addresses answer 404 once the new catalog is published. */
  readonly removed: readonly ComparedCourse[];
  /** Courses that keep their ids and get another address: `linkurl`, and with it the address in the API. */
  readonly moved: readonly Change[];
  /** By the names of fields in the source format. */
  readonly changed: ReadonlyMap<string, readonly Change[]>;
}

/** Characters of a text that are shown. */
export const maxText = 200;

/** The fields that are compared and are in every course; at another `linkurl` it is another course. */
const compared = keysOf(interfaceFields).filter((name) => name !== 'linkurl');

/** Takes from a course what is compared. */
export function comparedCourse(course: DumpedCourse): ComparedCourse {
  const { id, linkhash, linkurl, title } = course;
  const fields = new Map<string, FieldValue>();
  const values = compared.map((name) => [name, valueOf(course, name)] as const);
  const ofPages = Object.entries(course.fields ?? {}).map(
    ([name, value]) => [name, value && sourceValue(value)] as const,
  );
  for (const [name, value] of [...values, ...ofPages]) {
    const isEmpty = value == null || value === '' || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) fields.set(name, typeof value === 'string' ? startOf(value) : value);
  }
  return { id, linkhash, linkurl, title, fields };
}

function valueOf(course: DumpedCourse, name: keyof typeof interfaceFields): FieldValue | null {
  if (name === 'provider') return { id: course.provider, name: course.provider_name };
  if (name !== 'categories') return course[name];
  return course.categories.map((path, at) => ({ id: course.categories_ids[at] ?? 0, name: path }));
}

/** Compares two catalogs, but for these fields. */
export function compareCourses(
  before: ComparedCourses,
  after: ComparedCourses,
  notCompared: readonly string[],
): Difference {
  const [gone, come] = [without(before, after), without(after, before)];
  const earlier = new Map(gone.map((course) => [course.id, course]));
  const pairs = come.flatMap((course): [ComparedCourse, ComparedCourse][] => {
    const same = earlier.get(course.id);
    return same === undefined ? [] : [[same, course]];
  });
  const isMoved = new Set(pairs.flat());
  const stayed = Array.from(after.values(), (course) => [before.get(course.linkhash), course] as const);
  const changed = new Map(keysOf(interfaceFields).map((field): [string, Change[]] => [field, []]));
  for (const [from, to] of [...stayed, ...pairs]) {
    if (from === undefined) continue;
    for (const field of new Set([...from.fields.keys(), ...to.fields.keys()])) {
      const change = changeOf(to, from.fields.get(field), to.fields.get(field));
      if (notCompared.includes(field) || JSON.stringify(change.from) === JSON.stringify(change.to)) continue;
      if (changed.get(field)?.push(change) === undefined) changed.set(field, [change]);
    }
  }
  return {
    added: come.filter((course) => !isMoved.has(course)),
    removed: gone.filter((course) => !isMoved.has(course)),
    moved: pairs.map(([from, to]) => changeOf(to, from.linkurl, to.linkurl)),
    changed: new Map([...changed].filter(([, changes]) => changes.length > 0)),
  };
}

function without(courses: ComparedCourses, others: ComparedCourses): ComparedCourse[] {
  return [...courses.values()].filter(({ linkhash }) => !others.has(linkhash));
}

function changeOf({ title, linkurl }: ComparedCourse, from: Change['from'], to: Change['to']): Change {
  return { title, linkurl, from, to };
}

/** A text, or the start of a long one with its length and digest, so that whole catalogs fit in memory. */
function startOf(text: string): string {
  if (text.length <= maxText) return text;
  // The copy lets go of the whole text, of which a part of it is a view.
  const start = Buffer.from(shortened(text, maxText)).toString();
  return `${start} (${grouped(text.length)} characters, MD5 ${hash('md5', text)})`;
}
