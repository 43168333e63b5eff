// Servers of one's own: what the configurations of nginx, Apache and Caddy have in common.
import { apiHeaders, pageNumberPattern } from '../../api/http.ts';
import { apiRoot } from '../../api/routes.ts';
import { addressPatterns, expressionOf } from './addresses.ts';
import { configurationFolder, type Site } from './host.ts';
import { shellWord } from './notes.ts';

/** Regular expressions, all in the part that PCRE and RE2 share, and without a slash before them. */
export const expressions = {
  /** Below the root of the site: what is never served, save the `.well-known` folder that has its name from RFC 8615. */
  hidden: `${configurationFolder}(?:/|$)|(?:.*/)?\\.`,
  wellKnown: '.well-known/',
  /** Below the root of the site: compressed files, which answer for the files beside them and not for themselves. */
  compressed: `${apiRoot}/.*\\.(?:gz|br)$`,
  /** Below the root of the site: the addresses of the API and of anything missing there. */
  addresses: `${apiRoot}/(?:.*/)?$`,
  /** In the query: the first `page`, and what it asks for. A search finds the leftmost, which is the one that counts. */
  firstPage: '(?:^|&)page(?:=([^&]*))?(?:&|$)',
  /** What it asks for: the number of a page. */
  pageNumber: `^(${pageNumberPattern})$`,
} as const;

/** Bytes from which on a response is compressed on the way: a smaller one fits in one packet anyhow. */
export const leastCompressed = 1024;

/** `Vary` of what is compressed on the way, in whichever form it is sent. */
export const compressedVary = `${apiHeaders.Vary}, Accept-Encoding`;

/** Below the root of the site: every address of the API, without the last slash. */
export function slashlessAddresses(): string {
  return `(?:${addressPatterns().map(expressionOf).join('|')})`;
}

/** The same for the paged lists alone. */
export function pagedAddresses(): string {
  return `(?:${addressPatterns()
    .filter(({ paged }) => paged)
    .map(expressionOf)
    .join('|')})`;
}

/** The path of the base URL as servers compare it: decoded. */
export function decodedPrefix({ prefix }: Site): string {
  return decodeURIComponent(prefix);
}

/** Where notes put the output folder on a server: as the site's root, or in it under the path of the base URL. */
export function placeOf(site: Site): { root: string; folder: string } {
  return site.prefix === ''
    ? { root: '/srv/catalog', folder: '/srv/catalog' }
    : { root: '/srv/www', folder: `/srv/www${decodedPrefix(site)}` };
}

/** The note that comes first: where the output folder has to lie. */
export function copyNote(site: Site): string {
  const { folder } = placeOf(site);
  return `Copy the output folder to the server, for instance to ${shellWord(folder)}; the web server has to be able to read it.`;
}

/** A path as one word of a configuration of nginx or Caddy. The settings let no double quote, `$`, `{` or backslash into a base URL. */
export function configurationWord(path: string): string {
  return /^[\w./-]+$/u.test(path) ? path : `"${path}"`;
}
