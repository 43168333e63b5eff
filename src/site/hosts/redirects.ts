// Redirects: the paths of rules in a `_redirects` file, a format that Netlify made and GitLab reads too.
import { isParameter, type AddressPattern } from './addresses.ts';

/** The path of a pattern, without a last slash, each parameter a placeholder: `/api/v1/categories/:categoryid`. */
export function placeholderPath({ segments }: AddressPattern): string {
  return segments.map((segment) => `/${isParameter(segment) ? placeholderOf(segment) : segment}`).join('');
}

/** A request's path is decoded before it is held against a rule, and a rule cannot hold a space. */
export function encodedPrefixAdvice(prefix: string): string | undefined {
  return prefix.includes('%') ? 'name a path without spaces and in letters of English (--base-url)' : undefined;
}

/** GitLab knows a placeholder by letters alone: with an underscore it would be taken as it stands. */
function placeholderOf(parameter: string): string {
  return `:${parameter.replaceAll(/[^a-z]/giu, '')}`;
}
