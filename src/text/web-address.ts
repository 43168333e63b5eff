// Web addresses: which addresses from the catalog may become links.
import { parseUrl } from './parse-url.ts';

/** Whether a text begins as an http or https URL does. */
export function hasWebScheme(text: string): boolean {
  return /^https?:\/\//iu.test(text);
}

/** Whether a text is an absolute http or https URL. The slashes are checked because `URL` would add missing ones. */
export function isWebAddress(text: string): boolean {
  return hasWebScheme(text) && parseUrl(text) !== undefined;
}

/** The URI (RFC 3986) of a web address; undefined for any other text. */
export function uriOf(text: string): string | undefined {
  if (!hasWebScheme(text)) return undefined;
  const href = parseUrl(text)?.href;
  if (href === undefined) return undefined;
  // Browsers leave characters as they are that a URI must not have. Brackets belong to an IPv6 host.
  const path = href.indexOf('/', 'https://'.length);
  const [start, ...fragments] = href.slice(path).split('#');
  const fragment = fragments.length === 0 ? '' : `#${fragments.join('%23')}`;
  return (
    href.slice(0, path) + `${start}${fragment}`.replaceAll(/["<>[\\\]^`{|}]|%(?![0-9a-f]{2})/giu, encodeURIComponent)
  );
}
