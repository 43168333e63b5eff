// Sitemaps (sitemaps.org): the addresses of all pages that a crawler should read.
import { xml, xmlDeclaration } from '../../text/xml.ts';
import { Markup } from '../../text/markup.ts';

/** Addresses that a sitemap may have. */
export const maxAddresses = 50_000;

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** An entry of a sitemap: a path relative to the site root with characters that need no escaping, and the day of the last change, which may be empty. */
export function sitemapEntry(baseUrl: string, path: string, modified: string): string {
  const day = modified === '' ? '' : `<lastmod>${modified}</lastmod>`;
  return xml`<url><loc>${baseUrl}/${new Markup(path)}</loc>${new Markup(day)}</url>\n`.toString();
}

/** An entry with the time of the last change, unless it has one. */
export function changedAt(entry: string, time: string): string {
  return entry.includes('<lastmod>') ? entry : entry.replace('</url>', `<lastmod>${time}</lastmod></url>`);
}

/** What is before and after the entries of a sitemap, with the final newline. */
export const [sitemapHead, sitemapTail] = [
  `${xmlDeclaration.toString()}\n<urlset xmlns="${namespace}">\n`,
  '</urlset>\n',
];

/** An index of the sitemaps in these files at the site root, without the final newline. */
export function renderSitemapIndex(files: readonly string[], baseUrl: string): string {
  const sitemaps = files.map((file) => xml`<sitemap><loc>${baseUrl}/${file}</loc></sitemap>\n`);
  return xml`${xmlDeclaration}
<sitemapindex xmlns="${namespace}">
${sitemaps}</sitemapindex>`.toString();
}
