// ResourceSync 1.1 (ANSI/NISO Z39.99): what there is and what changed, as extended sitemaps, for clients that know nothing else of this tool.
import { addressOf } from '../../api/routes.ts';
import { timeAfter, type CourseChange } from '../../journal/line.ts';
import type { JournalLines } from '../../journal/lines.ts';
import { xml } from '../../text/xml.ts';
import type { NamedContent } from '../output.ts';
import { sitemapDocument, sitemapEntry, sitemapStart } from '../shared/sitemap.ts';
import { resourceSyncPaths } from './paths.ts';

const { description, capabilityList, resourceList, changeList: changeListPath } = resourceSyncPaths;
const namespace = ' xmlns:rs="http://www.openarchives.org/rs/terms/"';

/** What does not change with the courses: where clients begin, and what they find there. */
export function* fixedDocuments(baseUrl: string): Generator<NamedContent> {
  const entry = (path: string, capability: string) =>
    sitemapEntry('url', xml`${baseUrl}/${path}`.toString(), '', metadata(`capability="${capability}"`));
  const document = (first: string, ...entries: string[]) => sitemapDocument('urlset', entries, namespace, first);
  yield [description, document(`${metadata('capability="description"')}\n`, entry(capabilityList, 'capabilitylist'))];
  const lists = [entry(resourceList, 'resourcelist'), entry(changeListPath, 'changelist')];
  yield [capabilityList, document(firstOf('capability="capabilitylist"', baseUrl, description), ...lists)];
}

/** The start of the addresses of all views, escaped. */
export function escapedViews(baseUrl: string): string {
  return xml`${addressOf(baseUrl, 'course')}`.toString().slice(0, -1);
}

/** The entry of a course, whose address begins with `views`. What is in a line needs no escaping. */
export function resourceEntry(course: CourseChange, views: string, attributes = ''): string {
  const { linkhash, at, sha256, length } = course;
  const address = `${views}${linkhash}/`;
  if (sha256 === '') return sitemapEntry('url', address, '', metadata(attributes.trimEnd()));
  const view = `hash="sha-256:${sha256}" length="${length}" type="application/json"`;
  return sitemapEntry('url', address, at, metadata(attributes + view));
}

/** The file of the courses whose linkhashes begin with a prefix, up to their entries. */
export function resourceFile(prefix: string, time: string | undefined, baseUrl: string) {
  const [path, ...index] = prefix === '' ? [resourceList] : [`resourcelist-${prefix}.xml`, resourceList];
  const first = firstOf(`capability="resourcelist" at="${time ?? never}"`, baseUrl, capabilityList, ...index);
  return { path, first: sitemapStart('urlset', namespace) + first };
}

/** The index of these files, by the times of their newest courses. */
export function resourceIndex(times: ReadonlyMap<string, string>, newest = never, baseUrl = ''): string {
  const entries = Array.from(times, ([prefix, time]) =>
    sitemapEntry(
      'sitemap',
      xml`${baseUrl}/${resourceFile(prefix, time, baseUrl).path}`.toString(),
      '',
      metadata(`at="${time}"`),
    ),
  );
  const first = firstOf(`capability="resourcelist" at="${newest}"`, baseUrl, capabilityList);
  return sitemapDocument('sitemapindex', entries, namespace, first);
}

/** The time of the newest line for each prefix of linkhashes, which all have the same length. */
export function newestTimes(lines: JournalLines | undefined, prefixes: readonly string[]): Map<string, string> {
  const times = new Map<string, string>();
  const digits = prefixes[0]?.length ?? 0;
  for (let line = (lines?.length ?? 0) - 1; line >= 0 && times.size < prefixes.length; line -= 1) {
    const prefix = lines?.linkhash(line).slice(0, digits) ?? '';
    if (!times.has(prefix)) times.set(prefix, lines?.at(line) ?? never);
  }
  return new Map(prefixes.map((prefix) => [prefix, times.get(prefix) ?? never]));
}

/** The newest changes: those of whole builds only. If the newest is too large for a file, clients begin again with all courses. */
export function changeList(lines: JournalLines, maxSize: number, baseUrl: string): string {
  const { length, newest = never } = lines;
  let first = Math.max(0, length - maxSize);
  const before = lines.at(first - 1);
  while (first < length && lines.at(first) === before) first += 1;
  const views = escapedViews(baseUrl);
  const entries = Array.from({ length: length - first }, (_, index) => {
    const course = lines.change(first + index);
    return resourceEntry(course, views, `change="${course.change}" datetime="${course.at}" `);
  });
  const from = lines.at(first) ?? timeAfter(newest, newest);
  const beginning = firstOf(`capability="changelist" from="${from}"`, baseUrl, capabilityList);
  return sitemapDocument('urlset', entries, namespace, beginning);
}

const never = '1970-01-01T00:00:00Z';

/** What comes before the entries of a document: links to the one above it, and to an index if it has one, and its metadata. */
function firstOf(attributes: string, baseUrl: string, above: string, index?: string): string {
  const link = (rel: 'up' | 'index', path: string) => xml`<rs:ln rel="${rel}" href="${baseUrl}/${path}"/>\n`.toString();
  return `${link('up', above)}${index === undefined ? '' : link('index', index)}${metadata(attributes)}\n`;
}

function metadata(attributes: string): string {
  return `<rs:md ${attributes}/>`;
}
