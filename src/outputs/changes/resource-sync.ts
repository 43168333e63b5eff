// ResourceSync 1.1 (ANSI/NISO Z39.99): what there is and what changed, as extended sitemaps, for clients that know nothing else of this tool.
import { addressOf } from '../../api/routes.ts';
import { Markup } from '../../text/markup.ts';
import { xml, xmlDeclaration } from '../../text/xml.ts';
import type { JournalLine } from '../journal.ts';
import { resourceSyncPaths } from './paths.ts';

const namespaces = new Markup(
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:rs="http://www.openarchives.org/rs/terms/"',
);

type Capability = 'description' | 'capabilitylist' | 'resourcelist' | 'changelist';

/** The start of a document up to its entries. `times` are its attributes of time, `links` the addresses that it links to. */
export function headOf(
  root: 'urlset' | 'sitemapindex',
  capability: Capability,
  times: Readonly<Record<string, string>> = {},
  links: Readonly<Partial<Record<'up' | 'index', string>>> = {},
): string {
  const to = Object.entries(links).map(([rel, href]) => xml`<rs:ln rel="${rel}" href="${href}"/>\n`);
  const attributes = Object.entries(times).map(([name, time]) => xml` ${new Markup(name)}="${time}"`);
  return xml`${xmlDeclaration}
<${new Markup(root)} ${namespaces}>
${to}<rs:md capability="${capability}"${attributes}/>\n`.toString();
}

/** Renders the entries of courses: in a resource list, or with their changes. What is in a line needs no escaping. */
export function entryRenderer(isChange: boolean, baseUrl: string): (line: JournalLine, length: number) => string {
  const [start, end] = xml`<url><loc>${addressOf(baseUrl, 'course', '*')}</loc>`.toString().split('*');
  return ({ linkhash, at, change, sha256 }, length) => {
    const changed = isChange ? ` change="${change}" datetime="${at}"` : '';
    const found = sha256 === '' ? '' : ` hash="sha-256:${sha256}" length="${length}" type="application/json"`;
    const modified = sha256 === '' ? '' : `<lastmod>${at}</lastmod>`;
    return `${start}${linkhash}${end}${modified}<rs:md${changed}${found}/></url>\n`;
  };
}

/** An index of the parts of the resource list, without the final newline. */
export function renderIndex(parts: readonly { path: string; at: string }[], at: string, baseUrl: string): string {
  const up = `${baseUrl}/${resourceSyncPaths.capabilityList}`;
  const sitemaps = parts.map(
    (part) => xml`<sitemap><loc>${baseUrl}/${part.path}</loc><rs:md at="${part.at}"/></sitemap>\n`,
  );
  return `${headOf('sitemapindex', 'resourcelist', { at }, { up })}${sitemaps.join('')}</sitemapindex>`;
}

/** What clients find the capability list by, without the final newline. */
export function renderSourceDescription(baseUrl: string): string {
  return `${headOf('urlset', 'description')}${capabilityIn('capabilityList', 'capabilitylist', baseUrl)}</urlset>`;
}

/** The capability list, without the final newline. */
export function renderCapabilityList(baseUrl: string): string {
  const up = `${baseUrl}/${resourceSyncPaths.description}`;
  const lists = [
    capabilityIn('resourceList', 'resourcelist', baseUrl),
    capabilityIn('changeList', 'changelist', baseUrl),
  ];
  return `${headOf('urlset', 'capabilitylist', {}, { up })}${lists.join('')}</urlset>`;
}

function capabilityIn(name: keyof typeof resourceSyncPaths, capability: Capability, baseUrl: string): string {
  const md = xml`<rs:md capability="${capability}"/>`;
  return xml`<url><loc>${baseUrl}/${resourceSyncPaths[name]}</loc>${md}</url>\n`.toString();
}
