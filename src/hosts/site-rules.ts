// Site rules: response headers for the files outside the API, from the table of published formats.
import { formatsOf, pageFile, type FormattedSite } from '../api/formats.ts';
import { literally } from '../api/address-patterns.ts';

/** Headers for files outside the API. No two rules that match the same address set the same header. */
export interface SiteRule {
  /** Relative to the site root; see `PublishedFormat`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is for HTML pages. */
  readonly isPage: boolean;
}

/** A header, and a regular expression for the paths that get it, relative to the site root. */
export interface SiteHeader {
  readonly name: string;
  readonly value: string;
  readonly expression: string;
}

/** The names of the headers that only some files of a site have. */
export const rareHeaders = ['Content-Security-Policy', 'Referrer-Policy', 'Link'] as const;

/** For every file, on hosts that do not apply `apiHeaders` to the whole site. */
export const openHeaders = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' } as const;

/** The rules of a site. Parts that it does not have leave their names to public files, which get no rules. */
export function siteRules(site: FormattedSite, formats = formatsOf(site)): SiteRule[] {
  return formats.flatMap(({ kind, path, type, cache, policy, link }) => {
    if (cache === undefined) return [];
    const headers = {
      ...(policy !== undefined && { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' }),
      ...(type !== undefined && { 'Content-Type': type }),
      ...(link !== undefined && { Link: link }),
      'Cache-Control': cache,
    };
    const isFolder = path === '' || path.endsWith('/');
    return (isFolder ? [path, `${path}${pageFile}`] : [path]).map((one) => ({
      path: one,
      headers,
      isPage: kind === 'page',
    }));
  });
}

/** The same rules grouped by header, for hosts that match paths with regular expressions. */
export function siteHeaders(site: FormattedSite): SiteHeader[] {
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

/** A regular expression for all of these paths that servers should compress. */
export function compressedExpression(site: FormattedSite): string {
  const compressed = formatsOf(site).filter(({ isCompressed }) => !isCompressed);
  return anyOf(siteRules(site, compressed).map(({ path }) => patternOf(path)));
}

/** A regular expression for the files that are compressed themselves; undefined if there are none. */
export function packedExpression(site: FormattedSite): string | undefined {
  const packed = formatsOf(site).filter(({ isCompressed }) => isCompressed);
  return packed.length === 0 ? undefined : anyOf(packed.map(({ path }) => patternOf(path)));
}

function anyOf(expressions: readonly string[]): string {
  return `(?:${expressions.join('|')})`;
}

function patternOf(path: string): string {
  return literally(path).replace(/\\\*/u, '.*');
}
