// ResourceSync 1.1 (ANSI/NISO Z39.99): what there is and what changed, as extended sitemaps, for clients that know nothing else of this tool.
import { addressOf } from '../../api/routes.ts';
import { xml, xmlDeclaration } from '../../text/xml.ts';
import { timeAfter, type JournalLine } from '../../journal/line.ts';
import type { NamedContent } from '../output.ts';
import { resourceSyncPaths } from './paths.ts';

const { description, capabilityList, resourceList, changeList } = resourceSyncPaths;

/** What does not change with the courses: where clients begin, and what they find there. */
export function* fixedDocuments(baseUrl: string): Generator<NamedContent> {
  const base = xml`${baseUrl}`.toString();
  const entry = (path: string, capability: string) => entryOf('url', `${base}/${path}`, `capability="${capability}"`);
  yield [description, documentOf('urlset', 'capability="description"', [], [entry(capabilityList, 'capabilitylist')])];
  const lists = [entry(resourceList, 'resourcelist'), entry(changeList, 'changelist')];
  yield [capabilityList, documentOf('urlset', 'capability="capabilitylist"', [linkTo('up', base, description)], lists)];
}

/** The lists of all courses that are there and of the newest changes. A file has at most `most` addresses. */
export function* courseDocuments(
  lines: readonly JournalLine[],
  baseUrl: string,
  most: number,
): Generator<NamedContent> {
  const base = xml`${baseUrl}`.toString();
  const views = addressOf(base, 'course').slice(0, -1);
  const up = linkTo('up', base, capabilityList);
  const newest = lines.at(-1)?.at ?? '1970-01-01T00:00:00Z';
  const groups = groupsOf(
    lines.filter(({ change }) => change !== 'deleted'),
    most,
  );
  const parts: string[] = [];
  for (const [prefix, some] of groups) {
    const path = prefix === '' ? resourceList : `resourcelist-${prefix}.xml`;
    const at = prefix === '' ? newest : (some.at(-1)?.at ?? newest);
    const links = prefix === '' ? [up] : [up, linkTo('index', base, resourceList)];
    const entries = some.map((line) => courseEntry(line, views, ''));
    yield [path, documentOf('urlset', `capability="resourcelist" at="${at}"`, links, entries)];
    parts.push(entryOf('sitemap', `${base}/${path}`, `at="${at}"`));
  }
  if (!groups.has('')) {
    yield [resourceList, documentOf('sitemapindex', `capability="resourcelist" at="${newest}"`, [up], parts)];
  }
  // Whole builds only. If the newest is too large for the list, clients begin again with all courses.
  const before = lines.at(-most - 1)?.at ?? '';
  const latest = lines.slice(-most).filter(({ at }) => at > before);
  const from = latest[0]?.at ?? timeAfter(newest, newest);
  const entries = latest.map((line) => courseEntry(line, views, `change="${line.change}" datetime="${line.at}" `));
  yield [changeList, documentOf('urlset', `capability="changelist" from="${from}"`, [up], entries)];
}

/** The lines by as few digits of the linkhash as leave at most `most` in a group; by none, all of them. */
function groupsOf(lines: readonly JournalLine[], most: number): Map<string, readonly JournalLine[]> {
  for (let digits = 0; ; digits += 1) {
    const groups = new Map<string, JournalLine[]>(digits === 0 ? [['', []]] : []);
    for (const line of lines) {
      const prefix = line.linkhash.slice(0, digits);
      const group = groups.get(prefix);
      if (group) group.push(line);
      else groups.set(prefix, [line]);
    }
    if ([...groups.values()].every((group) => group.length <= most)) return groups;
  }
}

/** A document without the final newline. */
function documentOf(root: 'urlset' | 'sitemapindex', md: string, links: readonly string[], entries: readonly string[]) {
  return `${xmlDeclaration.toString()}
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:rs="http://www.openarchives.org/rs/terms/">
${links.join('')}<rs:md ${md}/>
${entries.join('')}</${root}>`;
}

function linkTo(rel: 'up' | 'index', base: string, path: string): string {
  return `<rs:ln rel="${rel}" href="${base}/${path}"/>\n`;
}

/** What is in a line needs no escaping. */
function courseEntry(line: JournalLine, views: string, change: string): string {
  const { linkhash, at, sha256 } = line;
  const address = `${views}${linkhash}/`;
  if (sha256 === '') return entryOf('url', address, change.trimEnd());
  const md = `${change}hash="sha-256:${sha256}" length="${line.length}" type="application/json"`;
  return entryOf('url', address, md, `<lastmod>${at}</lastmod>`);
}

function entryOf(name: 'url' | 'sitemap', address: string, md: string, modified = ''): string {
  return `<${name}><loc>${address}</loc>${modified}<rs:md ${md}/></${name}>\n`;
}
