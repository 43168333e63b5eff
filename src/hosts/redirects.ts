// Paths in `_redirects` files, a format of Netlify that GitLab reads too.
import { isParameter, type AddressPattern } from '../api/address-patterns.ts';

/** The path of a pattern with placeholders, without a trailing slash: `/api/v1/categories/:categoryid`. */
export function placeholderPath({ segments }: AddressPattern): string {
  return segments.map((segment) => `/${isParameter(segment) ? placeholderOf(segment) : segment}`).join('');
}

/** A prefix with a space or other encoded characters cannot be matched: request paths are decoded first, and rules are split at spaces. */
export function encodedPrefixAdvice(prefix: string): string | undefined {
  return prefix.includes('%') ? 'use a path of unaccented letters and digits, without spaces (--base-url)' : undefined;
}

/** Letters only: GitLab does not recognize a placeholder with an underscore. */
function placeholderOf(parameter: string): string {
  return `:${parameter.replaceAll(/[^a-z]/giu, '')}`;
}
