// The XML of sitemaps (sitemaps.org).
import { xmlDeclaration } from '../../text/xml.ts';

/** Addresses that a sitemap may have. */
export const maxAddresses = 50_000;

type RootElement = 'urlset' | 'sitemapindex';

/** A document without the final newline. */
export function sitemapDocument(root: RootElement, entries: readonly string[]): string {
  return `${sitemapStart(root)}${entries.join('')}</${root}>`;
}

/** The text of a document before its entries. */
export function sitemapStart(root: RootElement): string {
  return `${xmlDeclaration.toString()}\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
}

/** An entry. The address is XML. The time of the last change may be empty. */
export function sitemapEntry(name: 'url' | 'sitemap', address: string, modified = ''): string {
  const time = modified === '' ? '' : `<lastmod>${modified}</lastmod>`;
  return `<${name}><loc>${address}</loc>${time}</${name}>\n`;
}
