// Picks: what an edit needs of a catalog, told by numbers and wishes that any catalog can meet.
import fc from 'fast-check';
import { foldName, type Catalog, type CategoryRecord, type CourseRecord } from '../build/catalogs.ts';

/** A number that picks one of however many there are. */
export const at = fc.nat(999);

/** One of several; undefined where there is none. */
export function pick<T>(from: readonly T[], number: number): T | undefined {
  return from[number % Math.max(1, from.length)];
}

/** Several of several, each once. */
export function picks<T>(from: readonly T[], numbers: readonly number[]): T[] {
  return [...new Set(numbers.flatMap((number) => pick(from, number) ?? []))];
}

export const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `x${text}`),
  fc.constantFrom('Physics', 'Überblick', '"quoted"', 'a\r\nb', '<b>', '0'),
);

/** Short texts, and some that make a file long enough for a compressed twin. */
export const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.integer({ min: 200, max: 1500 }).map((length) => 'long '.repeat(length / 5)),
);

export const languageWish = fc.constantFrom('Suomi', 'Eesti', '日本語', 'C&A', "l'Español", 'page', 'E\u0301we', 'A b');

/** A language name that no other is a twin of. */
export function freshLanguage(catalog: Catalog, wish: string): string {
  const taken = new Set([...languagesOf(catalog), ...(catalog.languages ?? [])].map(foldName));
  let fresh = wish;
  for (let number = 2; taken.has(foldName(fresh)); number += 1) fresh = `${wish} ${number}`;
  return fresh;
}

/** The languages that courses name. */
export function languagesOf({ courses }: Catalog): string[] {
  return [...new Set(courses.flatMap(({ language }) => language))];
}

/** An id that none of these has: the wished one, or the next. */
export function freshId(records: readonly { readonly id: number }[], wish: number): number {
  const taken = new Set(records.map(({ id }) => id));
  let fresh = wish;
  while (taken.has(fresh)) fresh = fresh === Number.MAX_SAFE_INTEGER ? 1 : fresh + 1;
  return fresh;
}

/** A course address that none of these has. */
export function freshUrl(courses: readonly CourseRecord[], wish: string): string {
  const taken = new Set(courses.map(({ linkurl }) => linkurl));
  let fresh = wish;
  for (let number = 2; taken.has(fresh); number += 1) fresh = `${wish}/${number}`;
  return fresh;
}

/** All categories of a tree, those above first. */
export function flatten(categories: readonly CategoryRecord[]): CategoryRecord[] {
  return categories.flatMap((one) => [one, ...flatten(one.children ?? [])]);
}

/** The tree with what `change` makes of each category; it is asked after the children were changed. */
export function mapTree(
  categories: readonly CategoryRecord[],
  change: (category: CategoryRecord) => readonly CategoryRecord[],
): CategoryRecord[] {
  return categories.flatMap((one) => change({ ...one, children: mapTree(one.children ?? [], change) }));
}
