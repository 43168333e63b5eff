// ResourceSync 1.1 (ANSI/NISO Z39.99): what there is and what changed, as extended sitemaps, for clients that know nothing else of this tool.
import { addressOf } from '../../api/routes.ts';
import { digitsToDivide, hashKey } from '../../catalog/hash-keys.ts';
import { timeAfter, type JournalLine } from '../../journal/line.ts';
import { xml } from '../../text/xml.ts';
import type { NamedContent } from '../output.ts';
import { sitemapDocument, sitemapEntry } from '../sitemap.ts';
import { resourceSyncPaths } from './paths.ts';

const { description, capabilityList, resourceList, changeList } = resourceSyncPaths;

/** What does not change with the courses: where clients begin, and what they find there. */
export function* fixedDocuments(baseUrl: string): Generator<NamedContent> {
  const base = xml`${baseUrl}`.toString();
  const entry = (path: string, capability: string) =>
    sitemapEntry('url', `${base}/${path}`, '', metadata(`capability="${capability}"`));
  yield [description, documentOf('urlset', 'capability="description"', [], [entry(capabilityList, 'capabilitylist')])];
  const lists = [entry(resourceList, 'resourcelist'), entry(changeList, 'changelist')];
  yield [capabilityList, documentOf('urlset', 'capability="capabilitylist"', [linkTo('up', base, description)], lists)];
}

/** A file with courses. */
export interface CourseFile {
  readonly path: string;
  /** The attributes of its metadata. */
  readonly attributes: string;
  readonly lines: readonly JournalLine[];
}

/** The files of all courses that are there, by the leading digits of their linkhashes: one for all by none. */
export function resourceFiles(lines: readonly JournalLine[], maxSize: number): Map<string, CourseFile> {
  const present = lines.filter(({ change }) => change !== 'deleted');
  const digits = digitsToDivide([present.map(({ linkhash }) => hashKey(linkhash))], maxSize);
  const groups = new Map<string, JournalLine[]>(digits === 0 ? [['', []]] : []);
  for (const line of present) {
    const prefix = line.linkhash.slice(0, digits);
    const group = groups.get(prefix);
    if (group) group.push(line);
    else groups.set(prefix, [line]);
  }
  const files = Array.from(groups, ([prefix, group]): [string, CourseFile] => {
    const time = newestTime(prefix === '' ? lines : group);
    const path = prefix === '' ? resourceList : `resourcelist-${prefix}.xml`;
    return [prefix, { path, attributes: `capability="resourcelist" at="${time}"`, lines: group }];
  });
  return new Map(files);
}

/** The index of these files; undefined if one file has all courses. */
export function resourceIndex(
  files: ReadonlyMap<string, CourseFile>,
  lines: readonly JournalLine[],
  baseUrl: string,
): string | undefined {
  if (files.has('')) return undefined;
  const base = xml`${baseUrl}`.toString();
  const entries = Array.from(files.values(), (file) =>
    sitemapEntry('sitemap', `${base}/${file.path}`, '', metadata(`at="${newestTime(file.lines)}"`)),
  );
  const attributes = `capability="resourcelist" at="${newestTime(lines)}"`;
  return documentOf('sitemapindex', attributes, [linkTo('up', base, capabilityList)], entries);
}

/** The file of the newest changes: those of whole builds only. If the newest is too large for it, clients begin again with all courses. */
export function changeFile(lines: readonly JournalLine[], maxSize: number): CourseFile {
  const before = lines.at(-maxSize - 1)?.at ?? '';
  const latest = lines.slice(-maxSize).filter(({ at }) => at > before);
  const newest = newestTime(lines);
  const from = latest[0]?.at ?? timeAfter(newest, newest);
  return { path: changeList, attributes: `capability="changelist" from="${from}"`, lines: latest };
}

/** A file with courses, without the final newline. */
export function courseDocument({ path, attributes, lines }: CourseFile, baseUrl: string): string {
  const base = xml`${baseUrl}`.toString();
  const views = addressOf(base, 'course').slice(0, -1);
  const isPart = path !== resourceList && path !== changeList;
  const links = [linkTo('up', base, capabilityList), ...(isPart ? [linkTo('index', base, resourceList)] : [])];
  const entries = lines.map((line) => {
    const change = path === changeList ? `change="${line.change}" datetime="${line.at}" ` : '';
    return courseEntry(line, views, change);
  });
  return documentOf('urlset', attributes, links, entries);
}

/** The time of the newest line. */
function newestTime(lines: readonly JournalLine[]): string {
  return lines.at(-1)?.at ?? '1970-01-01T00:00:00Z';
}

/** A document without the final newline. */
function documentOf(
  root: 'urlset' | 'sitemapindex',
  attributes: string,
  links: readonly string[],
  entries: readonly string[],
) {
  const namespace = ' xmlns:rs="http://www.openarchives.org/rs/terms/"';
  return sitemapDocument(root, entries, namespace, `${links.join('')}${metadata(attributes)}\n`);
}

function metadata(attributes: string): string {
  return `<rs:md ${attributes}/>`;
}

function linkTo(rel: 'up' | 'index', base: string, path: string): string {
  return `<rs:ln rel="${rel}" href="${base}/${path}"/>\n`;
}

/** What is in a line needs no escaping. */
function courseEntry(line: JournalLine, views: string, change: string): string {
  const { linkhash, at, sha256 } = line;
  const address = `${views}${linkhash}/`;
  if (sha256 === '') return sitemapEntry('url', address, '', metadata(change.trimEnd()));
  const attributes = `${change}hash="sha-256:${sha256}" length="${line.length}" type="application/json"`;
  return sitemapEntry('url', address, at, metadata(attributes));
}
