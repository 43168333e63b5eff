// ResourceSync 1.1 (ANSI/NISO Z39.99): what there is and what changed, as extended sitemaps, for clients that know nothing else of this tool.
import { addressOf } from '../../api/routes.ts';
import { linkhashIn, timeAfter, timeIn, type CourseChange } from '../../journal/line.ts';
import { xml } from '../../text/xml.ts';
import type { NamedContent } from '../output.ts';
import { sitemapDocument, sitemapEntry } from '../shared/sitemap.ts';

/** Relative to the site root. The first is where clients look for it. */
export const resourceSyncPaths = {
  description: '.well-known/resourcesync',
  capabilityList: 'capabilitylist.xml',
  resourceList: 'resourcelist.xml',
  changeList: 'changelist.xml',
} as const;
const { description, capabilityList, resourceList, changeList } = resourceSyncPaths;

/** A file of the list of courses. */
export interface ResourceFile {
  readonly path: string;
  /** When the newest of its courses changed, deleted ones included. */
  readonly time: string;
  /** Their lines in the journal. */
  readonly lines: readonly string[];
}

/** What does not change with the courses: where clients begin, and what they find there. */
export function* fixedDocuments(baseUrl: string): Generator<NamedContent> {
  const entry = (path: string, capability: string) => entryOf('url', path, `capability="${capability}"`, baseUrl);
  const lists = [entry(resourceList, 'resourcelist'), entry(changeList, 'changelist')];
  yield [description, document('urlset', '', 'capability="description"', [entry(capabilityList, 'capabilitylist')])];
  yield [capabilityList, document('urlset', linkTo('up', description, baseUrl), 'capability="capabilitylist"', lists)];
}

/** The files of the list of courses, by so many leading digits of their linkhashes. */
export function resourceFiles(lines: readonly string[], digits: number): ResourceFile[] {
  const groups = Array.from({ length: 16 ** digits }, (): string[] => []);
  for (const line of lines) groups[Number.parseInt(`0${linkhashIn(line).slice(0, digits)}`, 16)]?.push(line);
  return groups.flatMap((group, number) => {
    if (digits > 0 && !group.some((line) => line.includes('"sha256"'))) return [];
    const path = digits === 0 ? resourceList : `resourcelist-${number.toString(16).padStart(digits, '0')}.xml`;
    return { path, time: timeIn(group[0]) || never, lines: group };
  });
}

export function renderFile({ path, time, lines }: ResourceFile, baseUrl: string): string {
  const courses = coursesIn(lines).filter(({ sha256 }) => sha256);
  const entries = courses.toSorted((a, b) => a.id - b.id).map(resourceEntries(baseUrl));
  const index = path === resourceList ? '' : linkTo('index', resourceList, baseUrl);
  const links = linkTo('up', capabilityList, baseUrl) + index;
  return document('urlset', links, `capability="resourcelist" at="${time}"`, entries);
}

/** The index of several files, by the time of the newest course. */
export function renderIndex(files: readonly Omit<ResourceFile, 'lines'>[], at: string, baseUrl: string): string {
  const entries = files.map(({ path, time }) => entryOf('sitemap', path, `at="${time}"`, baseUrl));
  const links = linkTo('up', capabilityList, baseUrl);
  return document('sitemapindex', links, `capability="resourcelist" at="${at}"`, entries);
}

/** The newest changes: those of whole builds only. If the newest is too large for a file, clients begin again with all courses. */
export function renderChanges(lines: readonly string[], maxSize: number, baseUrl: string): string {
  const newest = lines.slice(0, maxSize).filter((line) => timeIn(line) > timeIn(lines[maxSize]));
  const last = timeIn(lines[0]) || never;
  const from = timeIn(newest.at(-1)) || timeAfter(last, last);
  const attributesOf = ({ change, at }: CourseChange) => `change="${change}" datetime="${at}" `;
  const entries = coursesIn(newest.toReversed()).map(resourceEntries(baseUrl, attributesOf));
  const links = linkTo('up', capabilityList, baseUrl);
  return document('urlset', links, `capability="changelist" from="${from}"`, entries);
}

const never = '1970-01-01T00:00:00Z';

function coursesIn(lines: readonly string[]): CourseChange[] {
  return lines.map((line): CourseChange => JSON.parse(line));
}

/** Renders the entries of courses. What is in a line needs no escaping. */
function resourceEntries(baseUrl: string, attributesOf = (_: CourseChange) => ''): (course: CourseChange) => string {
  const views = xml`${addressOf(baseUrl, 'course')}`.toString().slice(0, -1);
  return (course) => {
    const { linkhash, at, sha256, length } = course;
    const [address, attributes] = [`${views}${linkhash}/`, attributesOf(course)];
    if (sha256 === undefined) return sitemapEntry('url', address, '', metadata(attributes.trimEnd()));
    const view = `hash="sha-256:${sha256}" length="${length}" type="application/json"`;
    return sitemapEntry('url', address, at, metadata(attributes + view));
  };
}

function document(root: 'urlset' | 'sitemapindex', links: string, attributes: string, entries: string[]): string {
  const namespace = ' xmlns:rs="http://www.openarchives.org/rs/terms/"';
  return sitemapDocument(root, entries, namespace, `${links}${metadata(attributes)}\n`);
}

/** The entry of a file. */
function entryOf(name: 'url' | 'sitemap', path: string, attributes: string, baseUrl: string): string {
  return sitemapEntry(name, xml`${baseUrl}/${path}`.toString(), '', metadata(attributes));
}

function linkTo(rel: 'up' | 'index', path: string, baseUrl: string): string {
  return xml`<rs:ln rel="${rel}" href="${baseUrl}/${path}"/>\n`.toString();
}

function metadata(attributes: string): string {
  return `<rs:md ${attributes}/>`;
}
