// Your own servers: what the configurations of nginx, Apache and Caddy share.
import { hash } from 'node:crypto';
import { apiHeaders } from '../api/http.ts';
import { apiRoot } from '../api/routes.ts';
import { addressPatterns, expressionOf, escapeRegExp, type AddressPattern } from '../api/address-patterns.ts';
import { configurationFolder, type HostedSite } from './host.ts';
import { shellWord } from '../text/shell.ts';

/** No server can refer to more groups of a regular expression, and no page number has more digits. */
const maxDigits = 9;

/** Regular expressions in the syntax that PCRE and RE2 share. Those for paths are relative to the site root. */
export const expressions = {
  /** Paths that are never served, except below `wellKnown` (RFC 8615). */
  hidden: `${configurationFolder}(?:/|$)|(?:.*/)?\\.`,
  wellKnown: '.well-known/',
  /** Precompressed files, which are sent in place of the files beside them and not under their own names. */
  compressed: `${apiRoot}/.*\\.(?:gz|br)$`,
  /** All addresses below the API root, known or not. */
  anyApiAddress: `${apiRoot}/(?:.*/)?$`,
  /** A page number as the value of `page`, with each digit as a group. */
  pageNumber: `^(?:%3)?([1-9])${'(?:(?:%3)?([0-9]))?'.repeat(maxDigits - 1)}$`,
} as const;

/** A regular expression for the first `page` in a query string, with its value as a group, which `name` may name. The leftmost match is the one that counts. */
export function pageParameter(name = ''): string {
  return `(?:^|&)${eitherForm('page')}(?:=(${name}[^&]*))?(?:&|$)`;
}

/** The number that `pageNumber` matched, without percent-encoding: all its groups; `referenceTo` writes a reference to one. */
export function capturedNumber(referenceTo: (group: number) => string): string {
  return Array.from({ length: maxDigits }, (_, index) => referenceTo(index + 1)).join('');
}

/** Matches a text whether or not its characters are percent-encoded, since servers do not decode the query string. */
function eitherForm(text: string): string {
  return text.replace(/./gu, (character) => `(?:${character}|%${character.codePointAt(0)?.toString(16)})`);
}

/** The `Vary` of every response that may be compressed, compressed or not. */
export const compressedVary = `${apiHeaders.Vary}, Accept-Encoding`;

/** A site as its server sees it, with regular expressions for addresses. */
export function servedSite(site: HostedSite) {
  // Decoded, as servers match it.
  const prefix = decodeURIComponent(site.prefix);
  const start = `^${escapeRegExp(prefix)}/`;
  // Relative to the site root.
  const anyOf = (patterns: readonly AddressPattern[]) => `(?:${patterns.map(expressionOf).join('|')})`;
  // The known addresses, without the trailing slash: of all endpoints, and of the paged lists alone.
  const endpoints = anyOf(addressPatterns());
  const pagedLists = anyOf(addressPatterns().filter(({ paged }) => paged));
  // Examples for notes: the document root, and the output folder, which is below it if the base URL has a path.
  const root = prefix === '' ? '/srv/catalog' : '/srv/www';
  return { prefix, start, endpoints, pagedLists, root, folder: `${root}${prefix}` };
}

/**
 * The start of names in a configuration, another one for each path, so that several catalogs fit into one server. A digest of the path:
 * nginx does not start with long names.
 */
export function nameIn({ prefix }: Pick<HostedSite, 'prefix'>): string {
  return prefix === '' ? 'catalog' : `catalog_${hash('md5', prefix).slice(0, 8)}`;
}

/** The first note: where to put the output folder. */
export function copyNote(site: HostedSite): string {
  const { folder } = servedSite(site);
  return `Copy the output folder to the server, for example to ${shellWord(folder)}; the web server must be able to read it.`;
}

/** Quotes a path for a configuration of nginx or Caddy. A valid base URL has no double quote, `$`, `{` or backslash to escape. */
export function configurationWord(path: string): string {
  return /^[\w./-]+$/u.test(path) ? path : `"${path}"`;
}
