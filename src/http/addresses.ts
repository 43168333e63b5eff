// Addresses: parses the typed address to verify, and the links between pages (specification 2.3).
import { pageNumberPattern } from '../api/http.ts';
import { apiRoot, pageSegment } from '../api/routes.ts';
import { attempt } from '../text/errors.ts';
import { hasValidLabels } from '../text/host-labels.ts';
import { parseUrl } from '../text/parse-url.ts';

/** The base address of an API: http or https, without a trailing slash; `/api/v1/…` is cut off. Undefined for any other text. */
export function apiBaseOf(typed: string): string | undefined {
  const url = parseUrl(typed.trim());
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return undefined;
  const path = url.pathname.replace(new RegExp(`/${apiRoot}(?:/.*)?$`, 'u'), '').replace(/\/+$/u, '');
  return `${url.origin}${path}`;
}

const maxLength = 8192;

/** An address that may be requested, or why it may not. */
export function requestableUrl(address: string, base?: string): URL | string {
  const url = parseUrl(address, base);
  if (url === undefined) return 'is not a valid address';
  if (!/^https?:$/u.test(url.protocol)) return 'is not an http or https address';
  if (!hasValidLabels(url.hostname)) return 'is not a valid address';
  if (url.username !== '' || url.password !== '')
    return 'contains a user name or password, which would be logged and published';
  return url.href.length > maxLength ? `is longer than ${maxLength} characters` : url;
}

/** Where a redirect leads; null without `Location`. Its bytes are UTF-8, as browsers take them; `Headers` has a character for each. */
export function locationIn(headers: Headers): string | null {
  const location = headers.get('location');
  if (location === null || !/[\u0080-\u00ff]/u.test(location)) return location;
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(location, 'latin1'))) ?? location;
}

/** An address as it may be shown: without a user, and not too long. */
export function withoutUser(address: string, base?: string): string {
  const url = parseUrl(address, base);
  if (url) [url.username, url.password] = ['', ''];
  return (url?.href ?? address.replace(/^.*@/su, '')).slice(0, 300);
}

/** A link from an envelope, resolved against the address of its list. */
export interface PageLink {
  /** `query`: `?page=n`; `path`: `page/n/`, the form for static hosts; `own`: the list's own address, which is page 1. */
  readonly form: 'query' | 'path' | 'own' | 'other';
  /** Undefined if the form is `other`. */
  readonly page: number | undefined;
  /** Whether it starts with the base. */
  readonly isOfBase: boolean;
  /** The link moved below the base; undefined if it leads out of the API. */
  readonly address: string | undefined;
}

/** Parses a link. `list` is the address of the list, `base` that of the API without a trailing slash. */
export function readLink(link: string, list: string, base: string): PageLink {
  const outside = { form: 'other', page: undefined, isOfBase: false, address: undefined } as const;
  const isAbsolute = parseUrl(link) !== undefined;
  const href = parseUrl(link, list)?.href;
  if (href === undefined) return { ...outside, isOfBase: true };
  const isOfBase = href.startsWith(`${base}/`);
  const apiStart = href.indexOf(`/${apiRoot}/`);
  if (!isOfBase && apiStart === -1) return outside;
  const address = isOfBase ? href : `${base}${href.slice(apiStart)}`;
  const pageOfLink = pageIn(address, list);
  return isAbsolute && pageOfLink ? { ...pageOfLink, isOfBase, address } : { ...outside, isOfBase, address };
}

function pageIn(address: string, list: string): Pick<PageLink, 'form' | 'page'> | undefined {
  const url = new URL(address);
  const [path, listPath] = [decoded(url.pathname), decoded(new URL(list).pathname)];
  if (path === listPath && url.search === '') return { form: 'own', page: 1 };
  if (!path.startsWith(listPath)) return undefined;
  const [form, start, end] =
    path === listPath ? (['query', String.raw`\?page=`, ''] as const) : (['path', `${pageSegment}/`, '/'] as const);
  const below = new RegExp(`^${start}(${pageNumberPattern})${end}$`, 'u');
  const [, number] = below.exec(path.slice(listPath.length) + url.search) ?? [];
  return number === undefined ? undefined : { form, page: Number(number) };
}

/** Decodes a path or an address, because services differ in what they percent-encode. */
export function decoded(address: string): string {
  return attempt(() => decodeURIComponent(address)) ?? address;
}
