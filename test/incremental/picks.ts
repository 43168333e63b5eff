// Picks: what an edit needs from a catalog, as numbers and wishes that any catalog can satisfy.
import fc from 'fast-check';
import { foldName, type Catalog, type CategoryRecord, type CourseRecord } from '../build/catalogs.ts';

/** A number that picks one of any number of items. */
export const at = fc.nat(999);

/** One of several; undefined if there is none. */
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

/** Short texts, and some that make a file long enough to be compressed. */
export const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.integer({ min: 200, max: 1500 }).map((length) => 'long '.repeat(length / 5)),
);

export const languageWish = fc.constantFrom('Suomi', 'Eesti', '日本語', 'C&A', "l'Español", 'page', 'E\u0301we', 'A b');

/** A language name whose folder no other name shares. */
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

/** An id that is not taken: the wished one, or the next. */
export function freshId(records: readonly { readonly id: number }[], wish: number): number {
  const taken = new Set(records.map(({ id }) => id));
  let fresh = wish;
  while (taken.has(fresh)) fresh = fresh === Number.MAX_SAFE_INTEGER ? 1 : fresh + 1;
  return fresh;
}

/** A course address that is not taken. */
export function freshUrl(courses: readonly CourseRecord[], wish: string): string {
  const taken = new Set(courses.map(({ linkurl }) => linkurl));
  let fresh = wish;
  for (let number = 2; taken.has(fresh); number += 1) fresh = `${wish}/${number}`;
  return fresh;
}

/** All categories of a tree, parents first. */
export function flatten(categories: readonly CategoryRecord[]): CategoryRecord[] {
  return categories.flatMap((one) => [one, ...flatten(one.children ?? [])]);
}

/** The tree with each category changed by `change`, the children first. */
export function mapTree(
  categories: readonly CategoryRecord[],
  change: (category: CategoryRecord) => readonly CategoryRecord[],
): CategoryRecord[] {
  return categories.flatMap((one) => change({ ...one, children: mapTree(one.children ?? [], change) }));
}
