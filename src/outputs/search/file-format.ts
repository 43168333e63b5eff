// The file format of the search index: an inverted index, divided into term files. The build writes it, browsers read it.
//
//   search/index.json           SearchIndex: the first term of each term file
//   search/terms/<key>.json     TermFile: consecutive terms, in ascending order, with the courses that contain them
//   search/postings/<key of the term file>/<key>.json   Postings of one very common term
//   search/courses/<n>.json     FoundCourse[]: the search results of some courses, in ascending order of ids

import type { CourseFields } from '../../catalog/fields.ts';

export interface SearchIndex {
  /** Number of courses. */
  readonly courses: number;
  /** Whether courses have pages. */
  readonly pages: boolean;
  /** Number of bits in the number of a course file; there are 2^bits such files. */
  readonly bits: number;
  /** The first term of each term file, ascending by UTF-16 code units. The first file starts at the empty string. */
  readonly firsts: readonly string[];
}

/** The courses that contain a term, in the title or elsewhere: ascending ids, each as the difference from the previous one. */
export type Postings = readonly [inTitle: readonly number[], elsewhere: readonly number[]];

/** A term with its postings, or with their number if they are in a separate file. */
export type TermEntry = readonly [term: string, ...Postings] | readonly [term: string, count: number];
export type TermFile = readonly TermEntry[];

/** A course as a search result. */
export interface FoundCourse {
  readonly linkhash: string;
  readonly title: string;
  readonly language: readonly string[];
  readonly id: number;
  readonly author: string;
  readonly linkurl: string;
  /** The address of its page, if courses have pages: not in the file, as it follows from the linkhash. */
  readonly page?: string | undefined;
  /** Shortened. Left out if it has none. */
  readonly fields?: CourseFields;
}

export const searchFolder = 'search';
export const searchIndexPath = `${searchFolder}/index.json`;

/** Average number of terms in a file. */
const termsInFile = 128;
/** Maximum of the average number of courses in a course file. */
const coursesInFile = 32;
/** The postings of a term with more courses than this are in a separate file. */
export const maxPostings = 100;

/** Whether a term file starts with this term. It depends on the term alone, so that a new course does not move other boundaries. */
export function startsTermFile(term: string): boolean {
  return hashOf(term) % termsInFile === 0;
}

/** The file that starts with this term. */
export function termsPath(first: string): string {
  return `${searchFolder}/terms/${keyOf(first)}.json`;
}

/** The file of a term's postings, if it has one; `first` is the first term of its term file. */
export function postingsPath(first: string, term: string): string {
  return `${searchFolder}/postings/${keyOf(first)}/${keyOf(term)}.json`;
}

/** Number of bits in the number of a course file, in an index of this many courses. */
export function fileNumberBitsFor(courses: number): number {
  return Math.max(0, Math.ceil(Math.log2(courses / coursesInFile)));
}

/** The number of the file that contains a course. Ids that follow one another are divided evenly: the factor is the golden ratio of 2^32. */
export function courseFileOf(id: number, fileNumberBits: number): number {
  const mixed = Math.imul((id % 2 ** 32) ^ Math.floor(id / 2 ** 32), 0x9e3779b1);
  return fileNumberBits === 0 ? 0 : mixed >>> (32 - fileNumberBits);
}

/** The path of a course file. */
export function courseFilePath(file: number): string {
  return `${searchFolder}/courses/${file}.json`;
}

function keyOf(term: string): string {
  return hashOf(term).toString(36);
}

/** A 53-bit hash: collisions are very unlikely. */
function hashOf(term: string): number {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < term.length; index += 1) {
    const unit = term.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x5bd1e995);
    high ^= high >>> 15;
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b);
  high = Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  low ^= high >>> 16;
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
