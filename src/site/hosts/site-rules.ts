// The site around the API: what hosts are to send with its pages, its assets and the documents that tools read.
import { cacheControl } from '../../api/http.ts';
import { feedPaths } from '../feeds/paths.ts';
import { contentSecurityPolicy } from '../policy.ts';
import { literally } from './addresses.ts';
import type { Site } from './host.ts';

/** What is to be sent with files outside the API. Of all rules that fit one address, no two set the same header. */
export interface SiteRule {
  /** Below the root of the site; a star at the end stands for everything below a folder. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A header, and a regular expression for the paths below the root of the site that get it. */
export interface SiteHeader {
  readonly name: string;
  readonly value: string;
  readonly expression: string;
}

/** The folder with a page of its own. */
export const docsFolder = 'docs';

/** Folders whose files are named by what they hold. */
export const assetsFolders = ['assets', `${docsFolder}/assets`] as const;

/** Such a file never changes; the rest of the site does with the catalog, as lists do. */
export const assetsCacheControl = 'public, max-age=31536000, immutable';

/** With pages for people. No other site may show one in a frame, which a meta element cannot say. */
export const pageHeaders = {
  'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
} as const;

/** With everything, where a host does not send it with everything anyway: every origin may read, and types are meant. */
export const openHeaders = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' } as const;

/** The feeds by their paths: most hosts call them XML and JSON. */
export const feedTypes = {
  [feedPaths.atom]: 'application/atom+xml',
  [feedPaths.json]: 'application/feed+json',
} as const;

/** What is to be sent with what. A build without pages leaves such names to the person, whose pages are no affair of ours. */
export function siteRules({ site, frontPage }: Pick<Site, 'site' | 'frontPage'>): SiteRule[] {
  const short = { 'Cache-Control': cacheControl.lists };
  const documents = ['openapi.json', 'schemas/*'].map((path) => ({ path, headers: short }));
  if (!site) return documents;
  return [
    ...[...(frontPage ? [''] : []), `${docsFolder}/`].flatMap((folder) =>
      [folder, `${folder}index.html`].map((path) => ({ path, headers: { ...pageHeaders, ...short } })),
    ),
    ...['search/*', 'charts.json'].map((path) => ({ path, headers: short })),
    ...Object.entries(feedTypes).map(([path, type]) => ({ path, headers: { 'Content-Type': type, ...short } })),
    ...documents,
    ...assetsFolders.map((folder) => ({ path: `${folder}/*`, headers: { 'Cache-Control': assetsCacheControl } })),
  ];
}

/** The same by header, for hosts that compare paths with regular expressions. */
export function siteHeaders(site: Pick<Site, 'site' | 'frontPage'>): SiteHeader[] {
  const paths = new Map<string, SiteHeader & { readonly paths: string[] }>();
  for (const { path, headers } of siteRules(site)) {
    for (const [name, value] of Object.entries(headers)) {
      const key = `${name}: ${value}`;
      const found = paths.get(key) ?? { name, value, expression: '', paths: [] };
      found.paths.push(patternOf(path));
      paths.set(key, found);
    }
  }
  return [...paths.values()].map(({ name, value, paths: own }) => ({
    name,
    value,
    expression: anyOf(own),
  }));
}

/** A regular expression for all these paths: what is there is text, worth compressing on the way. */
export function siteExpression(site: Pick<Site, 'site' | 'frontPage'>): string {
  return anyOf(siteRules(site).map(({ path }) => patternOf(path)));
}

function anyOf(expressions: readonly string[]): string {
  return `(?:${expressions.join('|')})`;
}

function patternOf(path: string): string {
  return literally(path).replace(/\\\*$/u, '.*');
}
