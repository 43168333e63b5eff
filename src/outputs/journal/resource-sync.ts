// ResourceSync 1.1 (ANSI/NISO Z39.99): what there is and what changed, as extended sitemaps, for clients that know nothing else of this tool.
import { addressOf } from '../../api/routes.ts';
import {
  changeIn,
  lastLinesFirst,
  linkhashIn,
  newestTime,
  timeAfter,
  timeIn,
  type CourseChange,
} from '../../journal/line.ts';
import { xml } from '../../text/xml.ts';
import type { NamedContent } from '../output.ts';
import { sitemapDocument, sitemapEntry } from '../shared/sitemap.ts';
import { resourceSyncPaths } from './paths.ts';

const { description, capabilityList, resourceList, changeList } = resourceSyncPaths;
const namespace = ' xmlns:rs="http://www.openarchives.org/rs/terms/"';
const never = '1970-01-01T00:00:00Z';

/** A list of the courses whose linkhashes begin with a prefix. */
export interface ResourceList {
  readonly prefix: string;
  /** When the newest of them changed, deleted ones included. */
  readonly time: string;
}

/** What does not change with the courses: where clients begin, and what they find there. */
export function* fixedDocuments(baseUrl: string): Generator<NamedContent> {
  const entry = (path: string, capability: string) =>
    sitemapEntry('url', xml`${baseUrl}/${path}`.toString(), '', metadata(`capability="${capability}"`));
  const document = (first: string, ...entries: string[]) => sitemapDocument('urlset', entries, namespace, first);
  yield [description, document(`${metadata('capability="description"')}\n`, entry(capabilityList, 'capabilitylist'))];
  const lists = [entry(resourceList, 'resourcelist'), entry(changeList, 'changelist')];
  yield [capabilityList, document(firstOf('capability="capabilitylist"', baseUrl, description), ...lists)];
}

/** The lists for prefixes, which all have the same length. */
export function resourceLists(journal: Uint8Array, prefixes: readonly string[]): ResourceList[] {
  const times = new Map(prefixes.map((prefix) => [prefix, never]));
  const missing = new Set(prefixes);
  for (const line of lastLinesFirst(journal)) {
    const prefix = linkhashIn(line).slice(0, prefixes[0]?.length);
    if (missing.delete(prefix)) times.set(prefix, timeIn(line));
    if (missing.size === 0) break;
  }
  return Array.from(times, ([prefix, time]) => ({ prefix, time }));
}

export function resourceListPath(prefix: string): string {
  return prefix === '' ? resourceList : `resourcelist-${prefix}.xml`;
}

export function renderResourceList(
  { prefix, time }: ResourceList,
  courses: readonly CourseChange[],
  baseUrl: string,
): string {
  const index = prefix === '' ? undefined : resourceList;
  const first = firstOf(`capability="resourcelist" at="${time}"`, baseUrl, capabilityList, index);
  const views = escapedViews(baseUrl);
  const entries = courses.map((course) => resourceEntry(course, views));
  return sitemapDocument('urlset', entries, namespace, first);
}

/** The index of several lists. */
export function renderResourceIndex(lists: readonly ResourceList[], journal: Uint8Array, baseUrl: string): string {
  const entries = lists.map(({ prefix, time }) => {
    const address = xml`${baseUrl}/${resourceListPath(prefix)}`.toString();
    return sitemapEntry('sitemap', address, '', metadata(`at="${time}"`));
  });
  const first = firstOf(`capability="resourcelist" at="${newestTime(journal)}"`, baseUrl, capabilityList);
  return sitemapDocument('sitemapindex', entries, namespace, first);
}

/** The newest changes: those of whole builds only. If the newest is too large for a file, clients begin again with all courses. */
export function renderChangeList(journal: Uint8Array, maxSize: number, baseUrl: string): string {
  const newest: string[] = [];
  let cut: string | undefined;
  for (const line of lastLinesFirst(journal)) {
    if (newest.length === maxSize) {
      cut = timeIn(line);
      break;
    }
    newest.push(line);
  }
  const lines = newest.filter((line) => timeIn(line) !== cut).toReversed();
  const views = escapedViews(baseUrl);
  const entries = lines.flatMap((line) => {
    const course = changeIn(line);
    return course ? resourceEntry(course, views, `change="${course.change}" datetime="${course.at}" `) : [];
  });
  const last = newestTime(journal) || never;
  const from = lines[0] === undefined ? timeAfter(last, last) : timeIn(lines[0]);
  const first = firstOf(`capability="changelist" from="${from}"`, baseUrl, capabilityList);
  return sitemapDocument('urlset', entries, namespace, first);
}

/** The start of the addresses of all views, escaped. */
function escapedViews(baseUrl: string): string {
  return xml`${addressOf(baseUrl, 'course')}`.toString().slice(0, -1);
}

/** The entry of a course, whose address begins with `views`. What is in a line needs no escaping. */
function resourceEntry({ linkhash, at, sha256, length }: CourseChange, views: string, attributes = ''): string {
  const address = `${views}${linkhash}/`;
  if (sha256 === undefined) return sitemapEntry('url', address, '', metadata(attributes.trimEnd()));
  const view = `hash="sha-256:${sha256}" length="${length}" type="application/json"`;
  return sitemapEntry('url', address, at, metadata(attributes + view));
}

/** What comes before the entries of a document: links to the one above it, and to an index if it has one, and its metadata. */
function firstOf(attributes: string, baseUrl: string, above: string, index?: string): string {
  const link = (rel: 'up' | 'index', path: string) => xml`<rs:ln rel="${rel}" href="${baseUrl}/${path}"/>\n`.toString();
  return `${link('up', above)}${index === undefined ? '' : link('index', index)}${metadata(attributes)}\n`;
}

function metadata(attributes: string): string {
  return `<rs:md ${attributes}/>`;
}
