// The sitemap: one file, or above 50,000 addresses an index of files.
import { GatheredTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { xml } from '../../text/xml.ts';
import type { PlanInput, RunContext } from '../output.ts';
import { sitemapEntry, sitemapStart } from '../shared/sitemap.ts';
import { sitemapFile, sitemapPartPath } from './paths.ts';
import type { CoursePagesTypes, PagesSitemap, PagesSitemapTask } from './declaration.ts';
import { groupByLinkhash } from './sitemap-groups.ts';

/** A file of the sitemap, and whether what it lists has not changed since the last build. */
interface PlannedSitemap {
  readonly file: PagesSitemap;
  readonly isUnchanged: boolean;
}

/** Plans the files of the sitemap. `folders` are those of the pages that are not of courses, `areSame` if they are those of the last build. */
export function planSitemap(
  input: PlanInput<CoursePagesTypes>,
  folders: readonly string[],
  areSame: boolean,
): PlannedSitemap[] {
  const maxSize = input.taskSettings.sitemapSize;
  const groups = groupByLinkhash(input, maxSize, folders.length);
  const courseFiles = groups.map(({ prefix, courses, isUnchanged }) =>
    prefix === ''
      ? { file: { path: sitemapFile, folders, courses }, isUnchanged: isUnchanged && areSame }
      : { file: { path: sitemapPartPath(prefix), folders: [], courses }, isUnchanged },
  );
  if (groups[0]?.prefix === '') return courseFiles;
  const listFiles = Array.from({ length: Math.ceil(folders.length / maxSize) }, (_, index): PlannedSitemap => {
    const path = sitemapPartPath(index === 0 ? 'lists' : `lists-${index + 1}`);
    const foldersOfPart = folders.slice(index * maxSize, (index + 1) * maxSize);
    return { file: { path, folders: foldersOfPart, courses: new Uint32Array() }, isUnchanged: false };
  });
  return [...listFiles, ...courseFiles];
}

const urls = new GatheredTexts();
const noSeparator = new Uint8Array();

/** Writes files around the entries of courses, which are rendered as the courses are read. */
export function writePagesSitemaps(
  { sitemaps, offsets }: PagesSitemapTask,
  { taskSettings, collected, fileWriter, throwIfAborted }: RunContext<CoursePagesTypes>,
): void {
  const base = xml`${taskSettings.baseUrl}`.toString();
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
    fileWriter.write(path, text);
  }
}
