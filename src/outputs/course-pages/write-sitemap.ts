// The sitemap: one file, or above 50,000 addresses an index of files by the start of the linkhash.
import { digitsToDivide, hashKey, leadingDigits } from '../../catalog/hash-keys.ts';
import { chunkOf, groupCourses } from '../../catalog/lists.ts';
import { GatheredRecords, recordAt } from '../../storage/gather.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { xml } from '../../text/xml.ts';
import type { Before, Chunks, PlanInput, RunContext } from '../output.ts';
import { sitemapEntry, sitemapStart, withTime } from '../sitemap.ts';
import { sitemapFile, sitemapPart } from './paths.ts';
import type { CoursePagesTypes, SitemapFile, SitemapTask } from './row.ts';

/** A file of the sitemap, and whether what it lists has not changed since the last build. */
interface PlannedSitemap {
  readonly file: SitemapFile;
  readonly isUnchanged: boolean;
}

type PagesChunks = Chunks<CoursePagesTypes['part']>;

/** Plans the files of the sitemap. `folders` are those of the pages that are not of courses, `areSame` if they are those of the last build. */
export function planSitemap(
  { catalog: { numbered, journal }, chunks, before, settings: { sitemapSize: maxSize } }: PlanInput<CoursePagesTypes>,
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
  const planned = (path: string, someFolders: readonly string[], courses: Uint32Array, isUnchanged: boolean) => {
    const times = journal && !isUnchanged ? Array.from(courses, timeOf) : undefined;
    return { file: { path, folders: someFolders, courses, times }, isUnchanged };
  };
  if (byId.length + folders.length <= maxSize) {
    return [planned(sitemapFile, folders, byId, changed?.size === 0 && areSame)];
  }
  const keysByChunk = Array.from({ length: chunks.count }, (_, chunk) => chunks.columns(chunk).hashes);
  const digits = Math.max(1, digitsToDivide(keysByChunk, maxSize));
  const partOf = leadingDigits(digits);
  const listFiles = Array.from({ length: Math.ceil(folders.length / maxSize) }, (_, index): PlannedSitemap => {
    const path = sitemapPart(index === 0 ? 'lists' : `lists-${index + 1}`);
    const foldersOfPart = folders.slice(index * maxSize, (index + 1) * maxSize);
    return planned(path, foldersOfPart, new Uint32Array(), false);
  });
  const changedParts = changed && new Set([...changed].map(partOf));
  const groups = groupCourses(byId, 16 ** digits, (course) => partOf(hashOf(course)));
  const courseFiles = groups.map(({ group, courses }): PlannedSitemap => {
    const path = sitemapPart(group.toString(16).padStart(digits, '0'));
    return planned(path, [], courses, changedParts?.has(group) === false);
  });
  return [...listFiles, ...courseFiles];
}

/** The hash keys of courses that are new, gone, or have another id or entry: those of chunks that were read again are compared. */
function changedHashes(before: Before<CoursePagesTypes>, chunks: PagesChunks): Set<number> {
  const unmatched = new Map<string, number>();
  const compare = (side: PagesChunks, chunk: number) => {
    const { ids, hashes } = side.columns(chunk);
    const urls = side.parts.urls(chunk);
    for (const [ordinal, hash] of hashes.entries()) {
      const key = `${ids[ordinal]} ${Buffer.from(recordAt(urls, ordinal)).toString('latin1')}`;
      if (!unmatched.delete(key)) unmatched.set(key, hash);
    }
  };
  for (const [chunkBefore, chunkNow] of before.numbersNow.entries())
    if (chunkNow === undefined) compare(before.chunks, chunkBefore);
  for (const chunk of before.fresh) compare(chunks, chunk);
  return new Set(unmatched.values());
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
  const base = xml`${baseUrl}`.toString();
  const text = new GrowingBytes();
  for (const { path, folders, courses, times } of sitemaps) {
    throwIfAborted();
    text.clear();
    text.addText(sitemapStart('urlset'));
    for (const folder of folders) text.addText(sitemapEntry('url', `${base}/${folder}`));
    if (!times) urls.addTo(text, courses, noSeparator);
    for (const [index, time] of (times ?? []).entries())
      text.addUtf8(withTime(Buffer.from(urls.recordOf(courses[index] ?? 0)).toString('latin1'), time));
    text.addText('</urlset>\n');
    files.write(path, text);
  }
}
