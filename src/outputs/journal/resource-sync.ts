// ResourceSync 1.1 (ANSI/NISO Z39.99): what there is and what changed, as extended sitemaps, for clients that know nothing else of this tool.
import { addressOf } from '../../api/routes.ts';
import { changeIn, linkhashIn, timeAfter, timeIn, type CourseChange } from '../../journal/line.ts';
import { xml } from '../../text/xml.ts';
import type { NamedContent } from '../output.ts';
import { sitemapDocument, sitemapEntry } from '../shared/sitemap.ts';
import { resourceSyncPaths } from './paths.ts';

const { description, capabilityList, resourceList, changeList } = resourceSyncPaths;

/** A list of courses. */
export interface ResourceList {
  readonly path: string;
  /** When the newest of them changed, deleted ones included. */
  readonly time: string;
  /** Their lines in the journal. */
  readonly lines: readonly string[];
}

/** What does not change with the courses: where clients begin, and what they find there. */
export function* fixedDocuments(baseUrl: string): Generator<NamedContent> {
  const entry = (path: string, capability: string) =>
    sitemapEntry('url', xml`${baseUrl}/${path}`.toString(), '', metadata(`capability="${capability}"`));
  const lists = [entry(resourceList, 'resourcelist'), entry(changeList, 'changelist')];
  yield [description, document('urlset', '', 'capability="description"', [entry(capabilityList, 'capabilitylist')])];
  yield [capabilityList, document('urlset', link('up', description, baseUrl), 'capability="capabilitylist"', lists)];
}

/** The lists of courses by the leading digits of their linkhashes. */
export function resourceLists(lines: readonly string[], digits: number): ResourceList[] {
  const groups = Array.from({ length: 16 ** digits }, (): string[] => []);
  for (const line of lines) groups[Number.parseInt(`0${linkhashIn(line).slice(0, digits)}`, 16)]?.push(line);
  return groups.flatMap((group, number) => {
    const path = digits === 0 ? resourceList : `resourcelist-${number.toString(16).padStart(digits, '0')}.xml`;
    const isListed = digits === 0 || group.some((line) => changeIn(line)?.sha256);
    return isListed ? { path, time: timeIn(group[0]) || never, lines: group } : [];
  });
}

export function renderResourceList({ path, time, lines }: ResourceList, baseUrl: string): string {
  const courses = lines.flatMap((line) => changeIn(line) ?? []).filter(({ sha256 }) => sha256);
  const entries = courses.toSorted((a, b) => a.id - b.id).map(resourceEntries(baseUrl));
  const links =
    link('up', capabilityList, baseUrl) + (path === resourceList ? '' : link('index', resourceList, baseUrl));
  return document('urlset', links, `capability="resourcelist" at="${time}"`, entries);
}

/** The index of several lists. */
export function renderResourceIndex(
  lists: readonly Omit<ResourceList, 'lines'>[],
  at: string,
  baseUrl: string,
): string {
  const entries = lists.map(({ path, time }) =>
    sitemapEntry('sitemap', xml`${baseUrl}/${path}`.toString(), '', metadata(`at="${time}"`)),
  );
  return document('sitemapindex', link('up', capabilityList, baseUrl), `capability="resourcelist" at="${at}"`, entries);
}

/** The newest changes: those of whole builds only. If the newest is too large for a file, clients begin again with all courses. */
export function renderChangeList(lines: readonly string[], maxSize: number, baseUrl: string): string {
  const cut = timeIn(lines[maxSize]);
  const newest = lines.slice(0, maxSize).filter((line) => timeIn(line) > cut);
  const last = timeIn(lines[0]) || never;
  const from = timeIn(newest.at(-1)) || timeAfter(last, last);
  const courses = newest.toReversed().flatMap((line) => changeIn(line) ?? []);
  const entries = courses.map(resourceEntries(baseUrl, ({ change, at }) => `change="${change}" datetime="${at}" `));
  return document('urlset', link('up', capabilityList, baseUrl), `capability="changelist" from="${from}"`, entries);
}

const never = '1970-01-01T00:00:00Z';

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

/** A document: links to others, its metadata, and its entries. */
function document(
  root: 'urlset' | 'sitemapindex',
  links: string,
  attributes: string,
  entries: readonly string[],
): string {
  const namespace = ' xmlns:rs="http://www.openarchives.org/rs/terms/"';
  return sitemapDocument(root, entries, namespace, `${links}${metadata(attributes)}\n`);
}

function link(rel: 'up' | 'index', path: string, baseUrl: string): string {
  return xml`<rs:ln rel="${rel}" href="${baseUrl}/${path}"/>\n`.toString();
}

function metadata(attributes: string): string {
  return `<rs:md ${attributes}/>`;
}
