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

/** The lists of all courses that are there and of the newest changes. A file has at most `maxAddresses` addresses. */
export function* courseDocuments(
  lines: readonly JournalLine[],
  baseUrl: string,
  maxAddresses: number,
): Generator<NamedContent> {
  const base = xml`${baseUrl}`.toString();
  const views = addressOf(base, 'course').slice(0, -1);
  const up = linkTo('up', base, capabilityList);
  const newest = lines.at(-1)?.at ?? '1970-01-01T00:00:00Z';
  const groups = groupsOf(
    lines.filter(({ change }) => change !== 'deleted'),
    maxAddresses,
  );
  const parts: string[] = [];
  for (const [prefix, group] of groups) {
    const path = prefix === '' ? resourceList : `resourcelist-${prefix}.xml`;
    const time = prefix === '' ? newest : (group.at(-1)?.at ?? newest);
    const links = prefix === '' ? [up] : [up, linkTo('index', base, resourceList)];
    const entries = group.map((line) => courseEntry(line, views, ''));
    yield [path, documentOf('urlset', `capability="resourcelist" at="${time}"`, links, entries)];
    parts.push(sitemapEntry('sitemap', `${base}/${path}`, '', metadata(`at="${time}"`)));
  }
  if (!groups.has('')) {
    yield [resourceList, documentOf('sitemapindex', `capability="resourcelist" at="${newest}"`, [up], parts)];
  }
  // Whole builds only. If the newest is too large for the list, clients begin again with all courses.
  const before = lines.at(-maxAddresses - 1)?.at ?? '';
  const latest = lines.slice(-maxAddresses).filter(({ at }) => at > before);
  const from = latest[0]?.at ?? timeAfter(newest, newest);
  const entries = latest.map((line) => courseEntry(line, views, `change="${line.change}" datetime="${line.at}" `));
  yield [changeList, documentOf('urlset', `capability="changelist" from="${from}"`, [up], entries)];
}

/** The lines by the leading digits of the linkhash; by none, all of them. */
function groupsOf(lines: readonly JournalLine[], maxSize: number): Map<string, readonly JournalLine[]> {
  const digits = digitsToDivide([lines.map(({ linkhash }) => hashKey(linkhash))], maxSize);
  if (digits === 0) return new Map([['', lines]]);
  const groups = new Map<string, JournalLine[]>();
  for (const line of lines) {
    const prefix = line.linkhash.slice(0, digits);
    const group = groups.get(prefix);
    if (group) group.push(line);
    else groups.set(prefix, [line]);
  }
  return groups;
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
