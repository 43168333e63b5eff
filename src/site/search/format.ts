// The search index on disk: which file holds what. What writes it and what reads it in a browser agree by this file alone.
//
//   search/index.json           SearchIndex: where each stretch of terms begins
//   search/terms/<key>.json     Chunk: the terms of one stretch, in ascending order, and the courses that hold them
//   search/holders/<key of the chunk>/<key>.json   Holders of one term that very many courses hold
//   search/courses/<n>.json     FoundCourse[]: what a list of results shows, in ascending order of ids

export interface SearchIndex {
  /** How many courses there are. */
  readonly courses: number;
  /** The course files are 2 to the power of this many. */
  readonly bits: number;
  /** The first term of each chunk, ascending by UTF-16 code units; the first of all is the empty text. */
  readonly firsts: readonly string[];
}

/** Ids of courses, ascending, each as the difference to the one before: those with the term in their title, and the others. */
export type Holders = readonly [inTitle: readonly number[], elsewhere: readonly number[]];

/** A term and its holders, or, where these lie in a file of their own, how many they are. */
export type Entry = readonly [term: string, ...Holders] | readonly [term: string, count: number];
export type Chunk = readonly Entry[];

/** A course as the list of results shows it. */
export interface FoundCourse {
  readonly linkhash: string;
  readonly title: string;
  readonly language: readonly string[];
  readonly id: number;
  readonly author: string;
}

/** Everything lies below this folder. */
export const searchFolder = 'search';
export const searchIndexPath = `${searchFolder}/index.json`;

/** Terms in a chunk, on average. */
const termsInChunk = 128;
/** Courses in a course file, on average, at most. */
const coursesInFile = 32;
/** A term of more courses than this has a file of its own. */
export const maxHolders = 100;

/** Whether a chunk begins with this term: a matter of the term alone, so that a new course moves no other boundary. */
export function isFirst(term: string): boolean {
  return hashOf(term) % termsInChunk === 0;
}

/** The file of the chunk that begins with this term. */
export function termsPath(first: string): string {
  return `${searchFolder}/terms/${keyOf(first)}.json`;
}

/** The file of the holders of a term, where it has one; `first` is that of the term's chunk. */
export function holdersPath(first: string, term: string): string {
  return `${holdersFolder(first)}/${keyOf(term)}.json`;
}

/** The folder of such files of a chunk. */
export function holdersFolder(first: string): string {
  return `${searchFolder}/holders/${keyOf(first)}`;
}

/** How many bits tell the files of so many courses apart. */
export function bitsFor(courses: number): number {
  return Math.max(0, Math.ceil(Math.log2(courses / coursesInFile)));
}

/** The number of the file that holds a course. */
export function fileOf(id: number, bits: number): number {
  const mixed = Math.imul((id % 2 ** 32) ^ Math.floor(id / 2 ** 32), 0x9e3779b1);
  return bits === 0 ? 0 : mixed >>> (32 - bits);
}

/** The path of a course file. */
export function coursesPath(file: number): string {
  return `${searchFolder}/courses/${file}.json`;
}

function keyOf(term: string): string {
  return hashOf(term).toString(36);
}

/** A number of 53 bits that hardly any two terms share. */
function hashOf(term: string): number {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < term.length; at += 1) {
    const unit = term.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x5bd1e995);
    high ^= high >>> 15;
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b);
  high = Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  low ^= high >>> 16;
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
