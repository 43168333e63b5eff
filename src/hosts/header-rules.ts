// Header rules: response headers for the files outside the API, from the table of published paths.
import { corsHeaders } from '../api/http.ts';
import { publishedPaths, pageFile, type SitePaths } from '../api/published-paths.ts';
import { escapeRegExp } from '../api/address-patterns.ts';

/** Headers for files outside the API. No two rules that match the same address set the same header. */
export interface HeaderRule {
  /** Relative to the site root; see `PublishedPath`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is for HTML pages. */
  readonly isPage: boolean;
}

/** The names of the headers that only some files of a site have. */
export const rareHeaders = ['Content-Security-Policy', 'Referrer-Policy', 'Link'] as const;

/** For every file, on hosts that do not apply `apiHeaders` to the whole site. */
export const openHeaders = { ...corsHeaders, 'X-Content-Type-Options': 'nosniff' } as const;

/** The header rules of a site. Parts that it does not have leave their names to public files, which get no rules. */
export function headerRules(site: SitePaths, paths = publishedPaths(site)): HeaderRule[] {
  return paths.flatMap(({ kind, path, type, cache, policy, link }) => {
    if (cache === undefined) return [];
    const headers = {
      ...(policy !== undefined && { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' }),
      ...(type !== undefined && { 'Content-Type': type }),
      ...(link !== undefined && { Link: link }),
      'Cache-Control': cache,
    };
    const rule = { path, headers, isPage: kind === 'page' };
    const isFolder = path === '' || path.endsWith('/');
    return isFolder ? [rule, { ...rule, path: `${path}${pageFile}` }] : [rule];
  });
}

/** These rules by header, each with a regular expression for the paths that get it, relative to the site root. */
export function rulesByHeader(site: SitePaths) {
  const byHeader = new Map<string, { name: string; value: string; paths: string[] }>();
  for (const { path, headers } of headerRules(site)) {
    for (const [name, value] of Object.entries(headers)) {
      const header = byHeader.get(`${name}: ${value}`) ?? { name, value, paths: [] };
      header.paths.push(path);
      byHeader.set(`${name}: ${value}`, header);
    }
  }
  return [...byHeader.values()].map(({ name, value, paths }) => ({ name, value, expression: anyOf(paths) }));
}

/** A regular expression for all of these paths that servers should compress. */
export function compressiblePathsExpression(site: SitePaths): string {
  const compressiblePaths = publishedPaths(site).filter(({ isCompressed }) => !isCompressed);
  return anyOf(headerRules(site, compressiblePaths).map(({ path }) => path));
}

/** A regular expression for the files that are compressed themselves. Undefined if the site has no such files. */
export function compressedPathsExpression(site: SitePaths): string | undefined {
  const compressedPaths = publishedPaths(site).filter(({ isCompressed }) => isCompressed);
  return compressedPaths.length === 0 ? undefined : anyOf(compressedPaths.map(({ path }) => path));
}

function anyOf(paths: readonly string[]): string {
  return `(?:${paths.map((path) => escapeRegExp(path).replace(/\\\*/u, '.*')).join('|')})`;
}
