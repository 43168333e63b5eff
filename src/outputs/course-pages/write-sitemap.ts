// The sitemap: one file, or above 50,000 addresses an index of files by the start of the linkhash.
import { chunkOf, groupCourses } from '../../catalog/lists.ts';
import { GatheredRecords, recordAt } from '../../storage/gather.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import type { Before, Chunks, PlanInput, RunContext } from '../output.ts';
import { hashKey } from '../../catalog/columns.ts';
import { sitemapFile, sitemapPart } from './paths.ts';
import type { CoursePagesTypes, SitemapFile, SitemapTask } from './row.ts';
import { changedAt, sitemapEntry, sitemapHead, sitemapTail } from './sitemap.ts';

/** A file of the sitemap, and whether what it lists has not changed since the last build. */
export interface PlannedSitemap {
  readonly file: SitemapFile;
  readonly isUnchanged: boolean;
}

type PagesChunks = Chunks<CoursePagesTypes['part']>;

/** Plans the files of the sitemap. `folders` are those of the pages that are not of courses, `areSame` if they are those of the last build. */
export function planSitemap(
  { catalog: { numbered, journal }, chunks, before, settings: { sitemapSize: most } }: PlanInput<CoursePagesTypes>,
  folders: readonly string[],
  areSame: boolean,
): PlannedSitemap[] {
  const { byId, offsets } = numbered;
  const changed = before && changedHashes(before, chunks);
  for (const { linkhash } of journal?.fresh ?? []) changed?.add(hashKey(linkhash));
  const hashOf = (course: number) => {
    const chunk = chunkOf(offsets, course);
    return chunks.columns(chunk).hashes[course - (offsets[chunk] ?? 0)] ?? 0;
  };
  let timeByHash: Map<number, string> | undefined;
  const timeOf = (course: number) => {
    timeByHash ??= new Map(journal?.lines.map(({ linkhash, at }) => [hashKey(linkhash), at]));
    return timeByHash.get(hashOf(course)) ?? '';
  };
  const fileOf = (path: string, someFolders: readonly string[], courses: Uint32Array, isUnchanged: boolean) => {
    const times = journal && !isUnchanged ? Array.from(courses, timeOf) : undefined;
    return { file: { path, folders: someFolders, courses, times }, isUnchanged };
  };
  const digits = digitsFor(chunks, byId.length + folders.length, most);
  if (digits === 0) {
    return [fileOf(sitemapFile, folders, byId, changed?.size === 0 && areSame)];
  }
  const partOf = partsBy(digits);
  const ofLists = Array.from({ length: Math.ceil(folders.length / most) }, (_, part): PlannedSitemap => {
    const path = sitemapPart(part === 0 ? 'lists' : `lists-${part + 1}`);
    return fileOf(path, folders.slice(part * most, (part + 1) * most), new Uint32Array(), false);
  });
  const changedParts = changed && new Set([...changed].map(partOf));
  const groups = groupCourses(byId, 16 ** digits, (course) => partOf(hashOf(course)));
  const ofCourses = groups.map(({ group, courses }): PlannedSitemap => {
    const path = sitemapPart(group.toString(16).padStart(digits, '0'));
    return fileOf(path, [], courses, changedParts?.has(group) === false);
  });
  return [...ofLists, ...ofCourses];
}

/** Hexadecimal digits of `hashKey`. */
const keyDigits = 13;

/** Finds the part that a hash key is in. */
function partsBy(digits: number): (hash: number) => number {
  const size = 16 ** (keyDigits - digits);
  return (hash) => Math.floor(hash / size);
}

/** How many digits cut so many addresses into files of at most `most`; 0 if one file is enough. */
function digitsFor(chunks: PagesChunks, addresses: number, most: number): number {
  if (addresses <= most) return 0;
  for (let digits = 1; ; digits += 1) {
    const counts = new Uint32Array(16 ** digits);
    const partOf = partsBy(digits);
    for (let chunk = 0; chunk < chunks.count; chunk += 1) {
      for (const hash of chunks.columns(chunk).hashes) counts[partOf(hash)] = (counts[partOf(hash)] ?? 0) + 1;
    }
    if (counts.every((count) => count <= most)) return digits;
  }
}

/** The hash keys of courses that are new, gone, or have another id or entry: those of chunks that were read again are compared. */
function changedHashes(before: Before<CoursePagesTypes>, chunks: PagesChunks): Set<number> {
  const once = new Map<string, number>();
  const compare = (of: PagesChunks, chunk: number) => {
    const { ids, hashes } = of.columns(chunk);
    const urls = of.parts.urls(chunk);
    for (const [ordinal, hash] of hashes.entries()) {
      const key = `${ids[ordinal]} ${Buffer.from(recordAt(urls, ordinal)).toString('latin1')}`;
      if (!once.delete(key)) once.set(key, hash);
    }
  };
  for (const [then, now] of before.numbersNow.entries()) if (now === undefined) compare(before.chunks, then);
  for (const chunk of before.fresh) compare(chunks, chunk);
  return new Set(once.values());
}

const urls = new GatheredRecords();
const noSeparator = new Uint8Array();

export function writeSitemaps(
  { sitemaps, offsets }: SitemapTask,
  { settings: { baseUrl }, files, parts, throwIfAborted }: RunContext<CoursePagesTypes>,
): void {
  urls.gather(
    offsets,
    sitemaps.map(({ courses }) => courses),
    parts.urls,
  );
  const text = new GrowingBytes();
  for (const { path, folders, courses, times } of sitemaps) {
    throwIfAborted();
    text.clear();
    text.addText(sitemapHead);
    for (const folder of folders) text.addText(sitemapEntry(baseUrl, folder, ''));
    if (!times) urls.addTo(text, courses, noSeparator);
    for (const [at, time] of (times ?? []).entries())
      text.addUtf8(changedAt(Buffer.from(urls.recordOf(courses[at] ?? 0)).toString('latin1'), time));
    text.addText(sitemapTail);
    files.write(path, text);
  }
}
