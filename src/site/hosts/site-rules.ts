// Site rules: response headers for the files outside the API: HTML pages, assets and documents.
import { cacheControl } from '../../api/http.ts';
import { feedPaths } from '../feeds/paths.ts';
import { contentSecurityPolicy } from '../policy.ts';
import { literally } from './addresses.ts';
import type { Site } from './host.ts';

/** Headers for files outside the API. No two rules that match the same address set the same header. */
export interface SiteRule {
  /** Relative to the site root; a `*` at the end matches everything below a folder. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A header, and a regular expression for the paths that get it, relative to the site root. */
export interface SiteHeader {
  readonly name: string;
  readonly value: string;
  readonly expression: string;
}

/** The folder of the API reference. */
export const docsFolder = 'docs';

/** Folders whose file names contain a digest of their content. */
export const assetsFolders = ['assets', `${docsFolder}/assets`] as const;

/** Files in these folders never change. */
export const assetsCacheControl = 'public, max-age=31536000, immutable';

/** For HTML pages. `frame-ancestors` cannot be set in a meta element. */
export const pageHeaders = {
  'Content-Security-Policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
} as const;

/** For every file, on hosts that do not apply `apiHeaders` to the whole site. */
export const openHeaders = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' } as const;

/** Content types of the feeds by path; by themselves most hosts send them as XML and JSON. */
export const feedTypes = {
  [feedPaths.atom]: 'application/atom+xml',
  [feedPaths.json]: 'application/feed+json',
} as const;

/** The rules of a site. Without HTML pages their names are free for public files, which get no rules. */
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

/** The same rules grouped by header, for hosts that match paths with regular expressions. */
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

/** A regular expression for all these paths. They are text, so servers should compress them. */
export function siteExpression(site: Pick<Site, 'site' | 'frontPage'>): string {
  return anyOf(siteRules(site).map(({ path }) => patternOf(path)));
}

function anyOf(expressions: readonly string[]): string {
  return `(?:${expressions.join('|')})`;
}

function patternOf(path: string): string {
  return literally(path).replace(/\\\*$/u, '.*');
}
