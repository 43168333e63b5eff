// Writes the sitemap: one file, or above 50,000 addresses an index of files by the start of the linkhash.
import { setImmediate } from 'node:timers/promises';
import type { Writer } from '../../storage/writer.ts';
import { coursePagesFolder, sitemapFile, sitemapPart } from '../../outputs/course-pages/paths.ts';
import {
  maxAddresses,
  renderSitemap,
  renderSitemapIndex,
  type SitemapEntry,
} from '../../outputs/course-pages/sitemap.ts';
import { chunkOf, groupCourses } from '../../catalog/lists.ts';
import { chunkChanges, type Catalog } from '../read/catalog.ts';
import { linkhashAt, type ChunkAddresses, type ChunkResult } from '../read/result.ts';
import type { OutputFile, PreviousFiles } from './totals.ts';

/** The previous build, and the folders of its other pages. */
interface PreviousSitemap extends PreviousFiles {
  readonly lists: readonly string[];
}

type CoursesOf = Pick<Catalog, 'chunks' | 'results' | 'numbered'>;

/**
 * Writes the files that may have changed, and returns those that stay. `lists` are the folders of other pages. Yields to
 * the messages of workers between files.
 */
export async function writeSitemap(
  catalog: CoursesOf,
  lists: readonly string[],
  before: PreviousSitemap | undefined,
  writer: Writer,
  baseUrl: string,
  signal: AbortSignal,
): Promise<OutputFile[]> {
  const { byId } = catalog.numbered;
  const digits = digitsFor(catalog, lists.length);
  const sizes = new Map(before?.otherFiles.map(({ path, bytes }) => [path, bytes]));
  const changed = before && changedHashes(before.chunks, catalog);
  const kept: OutputFile[] = [];
  const write = (path: string, entries: Iterable<SitemapEntry>, isUnchanged: boolean) => {
    const bytes = isUnchanged ? sizes.get(path) : undefined;
    if (bytes === undefined) writer.write(path, renderSitemap(entries, baseUrl));
    else kept.push({ path, bytes });
  };
  const others = lists.map((path) => ({ path, modified: '' }));
  const addresses = new Map<ChunkResult, ChunkAddresses>();
  if (digits === 0) {
    const isSame = before !== undefined && changed?.size === 0 && isEqual(before.lists, lists);
    write(sitemapFile, concat(others, entriesOf(byId, catalog, addresses)), isSame);
    return kept;
  }
  const files: string[] = [];
  for (let at = 0; at < others.length; at += maxAddresses) {
    const path = sitemapPart(at === 0 ? 'lists' : `lists-${1 + at / maxAddresses}`);
    files.push(path);
    writer.write(path, renderSitemap(others.slice(at, at + maxAddresses), baseUrl));
  }
  const changedParts = changed && new Set([...changed].map(partsBy(digits)));
  for (const { group: part, courses } of partsOf(catalog, digits)) {
    const path = sitemapPart(part.toString(16).padStart(digits, '0'));
    files.push(path);
    write(path, entriesOf(courses, catalog, addresses), changedParts?.has(part) === false);
    await setImmediate(undefined, { signal });
  }
  writer.write(sitemapFile, renderSitemapIndex(files, baseUrl));
  return kept;
}

/** Hexadecimal digits of `hashKey`. */
const keyDigits = 13;

/** Finds the part that a hash key is in. */
function partsBy(digits: number): (hash: number) => number {
  const size = 16 ** (keyDigits - digits);
  return (hash) => Math.floor(hash / size);
}

/** How many digits cut the addresses into files that are small enough; 0 if one file is. */
function digitsFor({ results, numbered }: CoursesOf, lists: number): number {
  if (numbered.byId.length + lists <= maxAddresses) return 0;
  for (let digits = 1; ; digits += 1) {
    if (countParts(results, digits).every((count) => count <= maxAddresses)) return digits;
  }
}

function countParts(results: readonly ChunkResult[], digits: number): Uint32Array {
  const counts = new Uint32Array(16 ** digits);
  const partOf = partsBy(digits);
  for (const result of results) {
    for (const hash of result.columns().hashes) {
      const part = partOf(hash);
      counts[part] = (counts[part] ?? 0) + 1;
    }
  }
  return counts;
}

/** The parts that are not empty, with the courses of each by ascending id. */
function partsOf({ results, numbered }: CoursesOf, digits: number): ReturnType<typeof groupCourses> {
  const { byId, offsets } = numbered;
  const partOf = partsBy(digits);
  return groupCourses(byId, 16 ** digits, (course) => {
    const chunk = chunkOf(offsets, course);
    return partOf(results[chunk]?.columns().hashes[course - (offsets[chunk] ?? 0)] ?? 0);
  });
}

/** `addresses` are those that are loaded already. */
function* entriesOf(
  courses: Uint32Array,
  { results, numbered: { offsets } }: CoursesOf,
  addresses: Map<ChunkResult, ChunkAddresses>,
): Generator<SitemapEntry> {
  for (const course of courses) {
    const chunk = chunkOf(offsets, course);
    const result = results[chunk];
    if (!result) throw new RangeError(`no course number ${course}`);
    const ordinal = course - (offsets[chunk] ?? 0);
    const of = addresses.get(result) ?? result.addresses();
    addresses.set(result, of);
    const modified = result.columns().modified[ordinal] ?? 0;
    yield {
      path: `${coursePagesFolder}/${linkhashAt(of, ordinal)}/`,
      modified: modified === 0 ? '' : dayOf(modified),
    };
  }
}

/** The hash keys of courses that are new, gone, or have another id or day: those of chunks that were read again are compared. */
function changedHashes(before: readonly ChunkResult[], catalog: CoursesOf): Set<number> {
  const { removed, fresh } = chunkChanges(before, catalog);
  const once = new Map<string, number>();
  for (const chunk of [...removed, ...fresh]) {
    const { ids, hashes, modified } = chunk.columns();
    for (const [ordinal, hash] of hashes.entries()) {
      const key = `${hash} ${ids[ordinal]} ${modified[ordinal]}`;
      if (!once.delete(key)) once.set(key, hash);
    }
  }
  return new Set(once.values());
}

/** `2024-05-28` for 20240528. */
function dayOf(number: number): string {
  return String(number)
    .padStart(8, '0')
    .replace(/(..)(..)$/u, '-$1-$2');
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, at) => path === other[at]);
}

function* concat<T>(...parts: readonly Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part;
}
