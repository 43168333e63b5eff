// `_redirects` and `_headers` files, formats of Netlify that other hosts read too.
import { isParameter, type AddressPattern } from '../api/address-patterns.ts';
import type { HostFile, HostedSite } from './host.ts';
import { headerRules } from './header-rules.ts';

/** A file whose rules the host limits. Rules of the user come before the `last` ones. */
export function rulesFile(
  path: '_headers' | '_redirects',
  rules: readonly string[],
  last: readonly string[] = [],
): HostFile {
  const all = [...rules, ...last];
  return { path, text: all.join('\n'), before: last.join('\n'), rules: all.length };
}

/** A rule of `_headers`: the headers for a path, which may end with a wildcard. */
export function headersBlock(path: string, values: Readonly<Record<string, string>>): string {
  return [path, ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
}

/** The rules of `_headers` for the files outside the API. */
export function headersBlocks(site: HostedSite, prefix: string): string[] {
  return headerRules(site).map(({ path, headers }) => headersBlock(`${prefix}/${path}`, headers));
}

/**
 * The path of a pattern with placeholders, without a trailing slash: `/api/v1/categories/:categoryid`. Of letters only, because GitLab
 * does not recognize a placeholder with an underscore.
 */
export function placeholderPath({ segments }: AddressPattern): string {
  const inPath = (segment: string) => (isParameter(segment) ? `:${segment.replaceAll(/[^a-z]/giu, '')}` : segment);
  return segments.map((segment) => `/${inPath(segment)}`).join('');
}

/** A prefix with a space or other encoded characters cannot be matched: request paths are decoded first, and rules are split at spaces. */
export function encodedPrefixAdvice(prefix: string): string | undefined {
  return prefix.includes('%') ? 'use a path of unaccented letters and digits, without spaces (--base-url)' : undefined;
}
