// ResourceSync 1.1 (ANSI/NISO Z39.99): what there is and what changed, as extended sitemaps, for clients that know nothing else of this tool.
import { addressOf } from '../../api/routes.ts';
import { linkhashIn, timeAfter, timeIn, type CourseChange } from '../../journal/line.ts';
import { xml } from '../../text/xml.ts';
import type { NamedContent } from '../output.ts';
import { sitemapDocument, sitemapEntry, type RootElement } from '../shared/sitemap.ts';

/** Relative to the site root. The first is where clients look for it. */
export const resourceSyncPaths = {
  description: '.well-known/resourcesync',
  capabilityList: 'capabilitylist.xml',
  resourceList: 'resourcelist.xml',
  changeList: 'changelist.xml',
} as const;
const { description, capabilityList, resourceList, changeList } = resourceSyncPaths;

/** A file of the resource list. */
export interface ResourceListFile {
  readonly path: string;
  /** When the newest of its courses changed, deleted ones included. */
  readonly time: string;
  /** Their lines in the journal. */
  readonly lines: readonly string[];
}

/** What does not change with the courses: where clients begin, and what they find there. */
export function* fixedDocuments(baseUrl: string): Generator<NamedContent> {
  const entry = (path: string, capability: string) => fileEntry('url', path, `capability="${capability}"`, baseUrl);
  const lists = [entry(resourceList, 'resourcelist'), entry(changeList, 'changelist')];
  yield [
    description,
    document('urlset', 'capability="description"', [entry(capabilityList, 'capabilitylist')], baseUrl),
  ];
  yield [capabilityList, document('urlset', 'capability="capabilitylist"', lists, baseUrl, description)];
}

/** The files of the resource list, by so many leading digits of their linkhashes. */
export function resourceListFiles(lines: readonly string[], digits: number): ResourceListFile[] {
  const groups = Array.from({ length: 16 ** digits }, (): string[] => []);
  for (const line of lines) groups[Number.parseInt(`0${linkhashIn(line).slice(0, digits)}`, 16)]?.push(line);
  return groups.flatMap((group, number) => {
    if (digits > 0 && !group.some((line) => line.includes('"sha256"'))) return [];
    const path = digits === 0 ? resourceList : `resourcelist-${number.toString(16).padStart(digits, '0')}.xml`;
    return { path, time: timeIn(group[0]) || never, lines: group };
  });
}

export function renderResourceList({ path, time, lines }: ResourceListFile, baseUrl: string): string {
  const courses = lines.map((line): CourseChange => JSON.parse(line)).filter(({ sha256 }) => sha256);
  const entries = courseEntries(
    courses.toSorted((a, b) => a.id - b.id),
    baseUrl,
  );
  const above = path === resourceList ? [capabilityList] : [capabilityList, resourceList];
  return document('urlset', `capability="resourcelist" at="${time}"`, entries, baseUrl, ...above);
}

/** The index of several files; the newest of all changes was at a time. */
export function renderResourceListIndex(
  files: readonly Omit<ResourceListFile, 'lines'>[],
  newest: string,
  baseUrl: string,
): string {
  const entries = files.map(({ path, time }) => fileEntry('sitemap', path, `at="${time}"`, baseUrl));
  return document('sitemapindex', `capability="resourcelist" at="${newest}"`, entries, baseUrl, capabilityList);
}

/** The newest changes: those of whole builds only. If the newest is too large for a file, clients begin again with all courses. */
export function renderChangeList(lines: readonly string[], maxSize: number, baseUrl: string): string {
  const newest = lines.slice(0, maxSize).filter((line) => timeIn(line) > timeIn(lines[maxSize]));
  const last = timeIn(lines[0]) || never;
  const from = timeIn(newest.at(-1)) || timeAfter(last, last);
  const courses = newest.toReversed().map((line): CourseChange => JSON.parse(line));
  const entries = courseEntries(courses, baseUrl, true);
  return document('urlset', `capability="changelist" from="${from}"`, entries, baseUrl, capabilityList);
}

const never = '1970-01-01T00:00:00Z';

/** The entries of courses, in the change list or the resource list. What is in a line needs no escaping. */
function courseEntries(courses: readonly CourseChange[], baseUrl: string, areChanges = false): string[] {
  const views = xml`${addressOf(baseUrl, 'course')}`.toString().slice(0, -1);
  return courses.map(({ linkhash, at, change, sha256, length }) => {
    const view = sha256 ? [`hash="sha-256:${sha256}" length="${length}" type="application/json"`] : [];
    const attributes = areChanges ? [`change="${change}" datetime="${at}"`, ...view] : view;
    return sitemapEntry('url', `${views}${linkhash}/`, sha256 && at, `<rs:md ${attributes.join(' ')}/>`);
  });
}

function fileEntry(name: 'url' | 'sitemap', path: string, attributes: string, baseUrl: string): string {
  return sitemapEntry(name, xml`${baseUrl}/${path}`.toString(), '', `<rs:md ${attributes}/>`);
}

/** A document with its metadata, its entries, and links to the document above it, and to its index if it has one. */
function document(
  root: RootElement,
  attributes: string,
  entries: string[],
  baseUrl: string,
  ...above: string[]
): string {
  const links = above.map((path, at) => xml`<rs:ln rel="${at > 0 ? 'index' : 'up'}" href="${baseUrl}/${path}"/>\n`);
  const first = `${links.join('')}<rs:md ${attributes}/>\n`;
  return sitemapDocument(root, entries, ' xmlns:rs="http://www.openarchives.org/rs/terms/"', first);
}
