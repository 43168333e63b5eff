// The file format of filters: by what courses can be filtered and sorted. The build writes it, browsers read it.
import { searchFolder } from '../search/file-format.ts';
import type { PageKind, PageField } from '../../catalog/fields.ts';
import type { ShownField } from '../shared/field-words.ts';
import type { ShownRoute } from '../shared/page-paths.ts';

export const filtersPath = 'filters/courses.json';
export const filterCountsPath = 'filters/counts.json';

/** What courses can be filtered by, in the order in which the page shows it: their lists, and what follows from their day. */
export const filterNames = ['language', 'category', 'provider', 'year'] as const satisfies (ShownRoute | 'year')[];
export type FilterName = (typeof filterNames)[number];

/** The filters that pages show first, fields among them, in this order; others follow. */
export const firstFilters = ['language', 'level', 'price', 'format', 'category', 'provider', 'year'];

export function isFilterName(name: string): name is FilterName {
  return filterNames.some((filter) => filter === name);
}

/** A value, and its number of courses. */
export type ValueCount = readonly [value: string, count: number];

/** The values that courses have, the largest first: a small file, for which the first filters of all courses need not wait long. */
export type FilterCounts = Readonly<Record<FilterName, readonly ValueCount[]>>;

/** Courses are in ascending order of ids. */
export interface FiltersFile extends Readonly<Record<ShownRoute | 'day', FilterColumn>> {
  /** The id of each course, as the difference from the previous one: the numbers stay small, which compresses to half the size. */
  readonly ids: readonly number[];
}

/** What each course has of a filter. */
export interface FilterColumn {
  /** The sets of values that occur, each once: names of languages, ids, or a day. A category comes with those above it. */
  readonly sets: readonly (readonly string[])[];
  /** The index of the set of each course. */
  readonly courses: readonly number[];
}

/** The fields that courses of the catalog have, in the order in which pages show them: an empty array if they have none. */
export const fieldsPath = `${searchFolder}/fields.json`;

export type PublishedField = ShownField & {
  readonly name: string;
  readonly labels: PageField['labels'];
  /** Whether at least two values occur, by which courses can be filtered. */
  readonly isFilterable: boolean;
  /** Whether courses can be sorted by it. */
  readonly isSortable: boolean;
  /** Whether there is a file of it. */
  readonly isSearchable: boolean;
};

/** The languages of the catalog whose tags are known. */
export const languagesPath = `${searchFolder}/languages.json`;

export interface TaggedLanguage {
  /** Its name in the catalog. */
  readonly name: string;
  readonly tag: string;
  /** Its names in English and in itself, in lower case, where they are others. */
  readonly names: readonly string[];
}

/** The file of a field by which courses can be filtered or sorted. */
export function fieldPath(name: string): string {
  return `${searchFolder}/fields/${name}.json`;
}

/** What each course has of a field, in the order of `FiltersFile`; a price or a day is as in the source. */
export interface FieldFile extends FilterColumn {
  readonly kind: PageKind;
  /** Of the ids of these courses: the files of two builds do not fit together. */
  readonly idSum: number;
}

/** A sum of ids, which another order or number of them hardly has. */
export function idSumOf(ids: readonly number[]): number {
  return ids.reduce((sum, id) => (31 * sum + (id % 2 ** 32)) % 2 ** 40, 0);
}
