// Address patterns: the route table in the form that host rules are generated from.
import { apiRoot, pageSegment, routes } from './routes.ts';
import type { SitePaths } from './published-paths.ts';

/** The URL path of an endpoint, of the pages of one, or of pages for people. */
export interface AddressPattern {
  /** Segments relative to the site root, parameters in braces: `['api', 'v1', 'categories', '{category_id}']`. */
  readonly segments: readonly string[];
  /** Whether `?page=n` requests page n. */
  readonly paged: boolean;
}

/** Every address of the API: each endpoint, followed by the pages (`page/n/`) of those that are paged. */
export function addressPatterns(): AddressPattern[] {
  return Object.values(routes).flatMap(({ path, paged }) => {
    const segments = [...apiRoot.split('/'), ...path.split('/').filter((segment) => segment !== '')];
    const endpoint = { segments, paged };
    return paged ? [endpoint, { segments: [...segments, pageSegment, '{page}'], paged: false }] : [endpoint];
  });
}

/** The patterns of the folders of HTML pages, except the site root. */
export function htmlPagePatterns(site: SitePaths): AddressPattern[] {
  const paths = site.paths.filter(({ areFoldersFixed, isPublished }) => areFoldersFixed || isPublished(site));
  return paths.flatMap(({ folders = [] }) => folders.map((folder) => ({ segments: folder.split('/'), paged: false })));
}

/** A regular expression for the same, without slashes around it. Their parameters have no dots, unlike the names of files. */
export function htmlPageExpression(site: SitePaths): string {
  return htmlPagePatterns(site)
    .map((pattern) => joined(pattern, '[^/.]+'))
    .join('|');
}

/** Whether a segment of a pattern is a parameter. */
export function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Escapes a text for use in a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}

/** Whether a path relative to the site root, without a trailing slash, is a paged list. */
export function isPagedList(path: string): boolean {
  return addressPatterns().some((pattern) => pattern.paged && new RegExp(`^${expressionOf(pattern)}$`, 'u').test(path));
}

/** Every address as an element of a JavaScript array, for the scripts that run on hosts. */
export function addressRows(): string {
  return addressPatterns()
    .map((pattern) => `  { path: '/${expressionOf(pattern)}', paged: ${pattern.paged} },`)
    .join('\n');
}

/** A regular expression for a pattern, without a leading or trailing slash; valid in every dialect. */
export function expressionOf(pattern: AddressPattern): string {
  return joined(pattern, '[^/]+');
}

function joined({ segments }: AddressPattern, parameter: string): string {
  return segments.map((segment) => (isParameter(segment) ? parameter : segment)).join('/');
}
