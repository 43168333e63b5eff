// The XML of sitemaps (sitemaps.org), and of ResourceSync, which extends it.
import { xmlDeclaration } from '../../text/xml.ts';

/** Addresses that a sitemap may have. */
export const maxAddresses = 50_000;

export type RootElement = 'urlset' | 'sitemapindex';

/** A document without the final newline. An extension declares its namespace, and may put an element before the entries. */
export function sitemapDocument(root: RootElement, entries: readonly string[], namespace = '', first = ''): string {
  return `${sitemapStart(root, namespace)}${first}${entries.join('')}</${root}>`;
}

/** The text of a document before its entries. */
export function sitemapStart(root: RootElement, namespace = ''): string {
  return `${xmlDeclaration.toString()}\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespace}>\n`;
}

/** An entry. All arguments are XML. The time of the last change may be empty, and so may the elements of an extension. */
export function sitemapEntry(name: 'url' | 'sitemap', address: string, modified = '', extension = ''): string {
  const time = modified === '' ? '' : `<lastmod>${modified}</lastmod>`;
  return `<${name}><loc>${address}</loc>${time}${extension}</${name}>\n`;
}
