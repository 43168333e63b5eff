// The membership: which courses are in which list, derived from the columns of all chunks.
import { compareText } from '../text/problems.ts';
import { sharedNumbers } from '../text/bytes.ts';
import { lowerBound, startsOf } from '../text/positions.ts';
import { quoteText } from '../text/quote.ts';
import { compareLatest, type CourseColumns } from './columns.ts';
import type { Course } from './course.ts';
import { foldLanguage, whyNoFolder } from './languages.ts';
import { namedLists, namedRoutes, type NamedRoute } from './named-lists.ts';
import type { References } from './references.ts';

/** Which courses of a valid catalog are in which list. Courses are numbered in the order of reading, lists in the order of `counts`. */
export interface Membership {
  readonly courses: number;
  /** The named lists, route after route, those of each in code unit order of their published names. */
  readonly named: readonly NamedList[];
  /** Number of courses in each list: of the providers, then of the categories, then the named ones. */
  readonly counts: Uint32Array;
  /** The courses of each list by ascending id, list after list, in shared memory. */
  readonly members: Uint32Array;
  /** Number of courses of each provider that are in the external catalog. */
  readonly externalCatalogCounts: Uint32Array;
}

interface NamedList {
  readonly route: NamedRoute;
  readonly name: string;
}

/** The number of the first course of each chunk, then the number of courses in all. */
export type ChunkOffsets = Uint32Array;

/** The courses of all chunks, numbered in the order of reading. */
export interface CourseNumbering {
  readonly offsets: ChunkOffsets;
  /** The id of each course, in shared memory. */
  readonly ids: Float64Array;
  /** The day of publication of each course, in days since 1970, in shared memory. */
  readonly days: Int32Array;
  /** When each course was published, and created by the journal, as in the columns. */
  readonly published: Float64Array;
  readonly created: Float64Array;
  /** The numbers of all courses by ascending id. */
  readonly byId: Uint32Array;
}

/** Numbers the courses in the order of reading, and sorts them by id. */
export function numberCourses(chunks: readonly CourseColumns[]): CourseNumbering {
  const offsets = startsOf(chunks.map(({ ids }) => ids.length));
  const courses = offsets.at(-1) ?? 0;
  const ids = new Float64Array(new SharedArrayBuffer(courses * Float64Array.BYTES_PER_ELEMENT));
  const days = new Int32Array(new SharedArrayBuffer(courses * Int32Array.BYTES_PER_ELEMENT));
  const published = new Float64Array(courses);
  const hasJournal = chunks.some((chunk) => chunk.created.length > 0);
  const created = new Float64Array(hasJournal ? courses : 0);
  for (const [index, chunk] of chunks.entries()) {
    ids.set(chunk.ids, offsets[index]);
    days.set(chunk.days, offsets[index]);
    published.set(chunk.published, offsets[index]);
    if (hasJournal) created.set(chunk.created, offsets[index]);
  }
  return { offsets, ids, days, published, created, byId: sortedIndexes(ids) };
}

/** The number of the list of a category, by its index: those of providers come first. */
export function categoryListNumber({ providers }: Pick<References, 'providers'>, category: number): number {
  return providers.length + category;
}

/** The number of the first named list: they come after those of providers and of categories. */
export function firstNamedList(references: References): number {
  return categoryListNumber(references, references.categories.length);
}

/** Groups the courses of all chunks by list, in linear time. */
export function deriveMembership(
  chunks: readonly CourseColumns[],
  references: References,
  { offsets, byId }: CourseNumbering,
): Membership {
  const named = namedRoutes.flatMap((route) => listsOfRoute(route, chunks, references));
  const firstNamed = firstNamedList(references);
  const numbers = new Map(named.map(({ route, name }, index) => [`${route}/${name}`, firstNamed + index]));
  // A chunk numbers providers and categories as all do, but named lists by its own names.
  const namedListsOf = chunks.map(({ names }) =>
    names.map(({ route, written }) => numbers.get(`${route}/${namedLists[route].publishedName(written)}`) ?? -1),
  );
  const listOf = (chunk: number, numberInChunk: number) =>
    numberInChunk < firstNamed ? numberInChunk : (namedListsOf[chunk]?.[numberInChunk - firstNamed] ?? -1);
  const coursesOf = Array.from({ length: firstNamed + named.length }, (): number[] => []);
  const externalCatalogCounts = new Uint32Array(references.providers.length);
  const nextChunkOf = chunkFinder(offsets);
  for (const course of byId) {
    const current = nextChunkOf(course);
    const chunk = chunks[current];
    if (!chunk) continue;
    const ordinal = course - (offsets[current] ?? 0);
    const start = chunk.listEnds[ordinal - 1] ?? 0;
    const end = chunk.listEnds[ordinal] ?? 0;
    for (let index = start; index < end; index += 1) {
      coursesOf[listOf(current, chunk.lists[index] ?? 0)]?.push(course);
    }
    const provider = chunk.lists[start] ?? 0;
    if (chunk.hasCatalogId[ordinal] === 1) externalCatalogCounts[provider] = (externalCatalogCounts[provider] ?? 0) + 1;
  }
  const counts = Uint32Array.from(coursesOf, ({ length }) => length);
  const starts = startsOf(counts);
  const members = sharedNumbers(starts.at(-1) ?? 0);
  for (const [list, courses] of coursesOf.entries()) members.set(courses, starts[list]);
  return { courses: offsets.at(-1) ?? 0, named, counts, members, externalCatalogCounts };
}

/** Finds the courses of a list by its number. */
export function membersIn({ counts, members }: Pick<Membership, 'counts' | 'members'>): (list: number) => Uint32Array {
  const starts = startsOf(counts);
  return (list) => members.subarray(starts[list] ?? 0, (starts[list] ?? 0) + (counts[list] ?? 0));
}

/** Groups courses by a number below `groups`: those groups that are not empty, each with its courses in the same order. */
export function groupCourses(
  courses: Uint32Array,
  groups: number,
  groupOf: (course: number) => number,
): { readonly group: number; readonly courses: Uint32Array }[] {
  const coursesByGroup = Array.from({ length: groups }, (): number[] => []);
  for (const course of courses) coursesByGroup[groupOf(course)]?.push(course);
  return coursesByGroup.flatMap((members, group) =>
    members.length === 0 ? [] : [{ group, courses: Uint32Array.from(members) }],
  );
}

/** Index of the chunk that contains a course. */
export function chunkOf(offsets: ChunkOffsets, course: number): number {
  return lowerBound(offsets, course + 1) - 1;
}

/** Like `chunkOf`, for one course after another, most of which are in the same chunk. */
export function chunkFinder(offsets: Uint32Array): (course: number) => number {
  let chunk = 0;
  return (course) => {
    if (course < (offsets[chunk] ?? 0) || course >= (offsets[chunk + 1] ?? 0)) chunk = chunkOf(offsets, course);
    return chunk;
  };
}

/** The newest courses of all chunks, newest first, from those of each. */
export function newestCourses(chunks: Iterable<readonly Course[]>, latest: number): Course[] {
  let newest: Course[] = [];
  // Merged chunk by chunk, to save memory.
  for (const chunk of chunks) newest = [...newest, ...chunk].toSorted(compareLatest).slice(0, latest);
  return newest;
}

function listsOfRoute(route: NamedRoute, chunks: readonly CourseColumns[], references: References): NamedList[] {
  const { alwaysListed, publishedName } = namedLists[route];
  const used = chunks.flatMap(({ names }) => names.flatMap((name) => (name.route === route ? [name.written] : [])));
  const names = new Set([...alwaysListed(references), ...used].map(publishedName));
  // A language with such a name is reported earlier, as a problem of the source.
  const wrong = [...names].find((name) => whyNoFolder(name) !== undefined);
  const folders = new Set([...names].map(foldLanguage));
  if (wrong !== undefined) throw new RangeError(`${quoteText(wrong)} cannot be the folder of a ${route}`);
  if (folders.size < names.size) throw new RangeError(`two lists of a ${route} have the same folder on some systems`);
  return [...names].toSorted(compareText).map((name) => ({ route, name }));
}

/** Indexes of the ids in ascending order. Most catalogs are sorted by id already. */
function sortedIndexes(ids: Float64Array): Uint32Array {
  const order = new Uint32Array(ids.length);
  let ascending = true;
  for (let index = 0; index < order.length; index += 1) {
    order[index] = index;
    if (index > 0 && (ids[index] ?? 0) < (ids[index - 1] ?? 0)) ascending = false;
  }
  return ascending ? order : order.toSorted((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
}
