// The sitemap: one file, or above 50,000 addresses an index of files.
import { digitsToDivide, leadingDigits } from '../../catalog/hash-keys.ts';
import { chunkOf, groupCourses } from '../../catalog/membership.ts';
import { GatheredTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { xml } from '../../text/xml.ts';
import type { Catalog, Chunks, RunContext } from '../output.ts';
import { sitemapEntry, sitemapStart } from '../shared/sitemap.ts';
import type { PagesTypes, SitemapFile, SitemapTask } from './declaration.ts';
import { sitemapFile, sitemapPartPath } from './paths.ts';

/** What a sitemap lists beside the courses, and the most addresses of a file. */
interface SitemapOptions {
  /** The folders of the pages that are not of courses. */
  readonly folders: readonly string[];
  readonly maxSize: number;
}

/** The files of the sitemap: one if there is room for all addresses, otherwise files of lists, and of courses by the start of their linkhashes. */
export function sitemapFiles(
  { numbering: { byId, offsets } }: Catalog,
  chunks: Chunks<PagesTypes['collected']>,
  { folders, maxSize }: SitemapOptions,
): SitemapFile[] {
  if (byId.length + folders.length <= maxSize) return [{ path: sitemapFile, folders, courses: byId }];
  const listFiles = Array.from({ length: Math.ceil(folders.length / maxSize) }, (_, index): SitemapFile => {
    const path = sitemapPartPath(index === 0 ? 'lists' : `lists-${index + 1}`);
    return { path, folders: folders.slice(index * maxSize, (index + 1) * maxSize), courses: new Uint32Array() };
  });
  const keysByChunk = Array.from({ length: chunks.count }, (_, chunk) => chunks.columns(chunk).hashes);
  const digits = Math.max(1, digitsToDivide(keysByChunk, maxSize));
  const groupOf = leadingDigits(digits);
  const groups = groupCourses(byId, 16 ** digits, (course) => {
    const chunk = chunkOf(offsets, course);
    return groupOf(keysByChunk[chunk]?.[course - (offsets[chunk] ?? 0)] ?? 0);
  });
  const courseFiles = groups.map(({ group, courses }): SitemapFile => {
    return { path: sitemapPartPath(group.toString(16).padStart(digits, '0')), folders: [], courses };
  });
  return [...listFiles, ...courseFiles];
}

const urls = new GatheredTexts();
const noSeparator = new Uint8Array();

/** Writes files around the entries of courses, which are rendered as the courses are read. Returns their paths. */
export function writeSitemapFiles(
  { sitemaps, offsets }: SitemapTask,
  { site, collected, writer, throwIfAborted }: RunContext<PagesTypes>,
): string[] {
  const base = xml`${site.options.baseUrl}`.toString();
  urls.gather(
    offsets,
    sitemaps.map(({ courses }) => courses),
    collected.urls,
  );
  const text = new GrowingBytes();
  for (const { path, folders, courses } of sitemaps) {
    throwIfAborted();
    text.clear();
    text.addText(sitemapStart('urlset'));
    for (const folder of folders) text.addText(sitemapEntry('url', `${base}/${folder}`));
    urls.addTo(text, courses, noSeparator);
    text.addText('</urlset>\n');
    writer.write(path, text);
  }
  return sitemaps.map(({ path }) => path);
}
