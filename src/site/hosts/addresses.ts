// Addresses as patterns: what hosts' rules are made of, from the route table.
import { apiRoot, pagesFolder, routes } from '../../api/routes.ts';

/** The address of an endpoint, or of the pages of one. */
export interface AddressPattern {
  /** The segments below the root of the site: `['api', 'v1', 'categories', '{category_id}']`; the braces hold a parameter. */
  readonly segments: readonly string[];
  /** Whether `?page=n` asks there for page n. */
  readonly paged: boolean;
}

/** Every address of the API: each endpoint, and after each paged one the addresses of its pages by path. */
export function addressPatterns(): AddressPattern[] {
  return Object.values(routes).flatMap(({ path, paged }) => {
    const segments = [...apiRoot.split('/'), ...path.split('/').filter((segment) => segment !== '')];
    const own = { segments, paged };
    return paged ? [own, { segments: [...segments, pagesFolder, '{page}'], paged: false }] : [own];
  });
}

/** Whether a segment of a pattern stands for a parameter. */
export function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** A text as a regular expression that only it matches. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}

/** Whether a path below the root of the site, without slashes at its ends, is the address of a paged list. */
export function isPagedList(path: string): boolean {
  return addressPatterns().some((one) => one.paged && new RegExp(`^${expressionOf(one)}$`, 'u').test(path));
}

/** Every address as a row of an array in JavaScript, for the scripts that run on hosts. */
export function addressRows(): string {
  return addressPatterns()
    .map((pattern) => `  { path: '/${expressionOf(pattern)}', paged: ${pattern.paged} },`)
    .join('\n');
}

/** A regular expression for a pattern's path, without slashes at its ends; it is the same in every dialect. */
export function expressionOf({ segments }: AddressPattern): string {
  return segments.map((segment) => (isParameter(segment) ? '[^/]+' : segment)).join('/');
}
