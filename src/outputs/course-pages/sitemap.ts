// Sitemaps (sitemaps.org): the addresses of all pages that a crawler should read.
import { xml, xmlDeclaration } from '../../text/xml.ts';
import { Markup } from '../../text/markup.ts';

/** Addresses that a sitemap may have. */
export const maxAddresses = 50_000;

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export interface SitemapEntry {
  /** Relative to the site root, with characters that need no escaping. */
  readonly path: string;
  /** The day of the last change, `2024-05-28`; empty if it is unknown. */
  readonly modified: string;
}

/** A sitemap, without the final newline. `baseUrl` has no trailing slash. */
export function renderSitemap(entries: Iterable<SitemapEntry>, baseUrl: string): string {
  const base = xml`${baseUrl}/`.toString();
  let urls = '';
  for (const { path, modified } of entries) {
    urls += `<url><loc>${base}${path}</loc>${modified === '' ? '' : `<lastmod>${modified}</lastmod>`}</url>\n`;
  }
  return xml`${xmlDeclaration}
<urlset xmlns="${namespace}">
${new Markup(urls)}</urlset>`.toString();
}

/** An index of the sitemaps in these files at the site root, without the final newline. */
export function renderSitemapIndex(files: readonly string[], baseUrl: string): string {
  const sitemaps = files.map((file) => xml`<sitemap><loc>${baseUrl}/${file}</loc></sitemap>\n`);
  return xml`${xmlDeclaration}
<sitemapindex xmlns="${namespace}">
${sitemaps}</sitemapindex>`.toString();
}
