// Addresses: the one to verify as a person types it, and the links between pages as a service gives them (specification 2.3).
import { apiRoot, pagesFolder } from '../api/routes.ts';
import { pageNumberPattern } from '../api/http.ts';
import { quoteText } from '../problems.ts';

/** The base address of an API: http or https, without a last slash; `/api/v1/…` is cut off. Undefined for what is none. */
export function baseOf(typed: string): string | undefined {
  const url = parse(typed.trim());
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return undefined;
  const path = url.pathname.replace(new RegExp(`/${apiRoot}(?:/.*)?$`, 'u'), '').replace(/\/+$/u, '');
  return `${url.origin}${path}`;
}

/** A link of an envelope, read against the list that it stands in. */
export interface PageLink {
  /** `query`: `?page=n`; `path`: `page/n/`, a form that static hosts need; `own`: the list's own address, which is page 1. */
  readonly form: 'query' | 'path' | 'own' | 'other';
  /** Undefined where the form is `other`. */
  readonly page: number | undefined;
  /** Whether it begins with the verified address. */
  readonly isOfBase: boolean;
  /** The same below the verified address; undefined where it leads out of the API. */
  readonly address: string | undefined;
}

/** Reads a link. `list` is the address of the list, `base` that of the API without a last slash. */
export function readLink(link: string, list: string, base: string): PageLink {
  const outside = { form: 'other', page: undefined, isOfBase: false, address: undefined } as const;
  const isAbsolute = parse(link) !== undefined;
  const href = parse(link, list)?.href;
  if (href === undefined) return { ...outside, isOfBase: true };
  const isOfBase = href.startsWith(`${base}/`);
  const at = href.indexOf(`/${apiRoot}/`);
  if (!isOfBase && at === -1) return outside;
  const address = isOfBase ? href : `${base}${href.slice(at)}`;
  const found = pageIn(address, list);
  return isAbsolute && found ? { ...found, isOfBase, address } : { ...outside, isOfBase, address };
}

/** A link in a finding: whole, since its end tells the page, unless it is none that can be read. */
export function quoteLink(link: string): string {
  return /^[!-~]{1,300}$/u.test(link) ? JSON.stringify(link) : quoteText(link);
}

function pageIn(address: string, list: string): Pick<PageLink, 'form' | 'page'> | undefined {
  const url = new URL(address);
  const [path, own] = [decoded(url.pathname), decoded(new URL(list).pathname)];
  if (path === own && url.search === '') return { form: 'own', page: 1 };
  const query = path === own ? numberIn(url.search, `\\?page=(${pageNumberPattern})`) : undefined;
  if (query !== undefined) return { form: 'query', page: query };
  if (!path.startsWith(own) || url.search !== '') return undefined;
  const inPath = numberIn(path.slice(own.length), `${pagesFolder}/(${pageNumberPattern})/`);
  return inPath === undefined ? undefined : { form: 'path', page: inPath };
}

function numberIn(text: string, pattern: string): number | undefined {
  const [, digits] = new RegExp(`^${pattern}$`, 'u').exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Services differ in what they percent-encode. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function parse(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
