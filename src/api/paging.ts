// Paging: the envelope of the paged lists and the links between their pages (specification 2.3).
import { addressOf, pageSegment, routes, type PagedRoute } from './routes.ts';

export const pageLinkForms = ['query', 'path'] as const;
/** `query`: `?page=2`, the specification's form. `path`: `page/2/`, for hosts that ignore the query. */
export type PageLinks = (typeof pageLinkForms)[number];

export interface LinkOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly pageLinks: PageLinks;
}

/** A paged list without its courses. */
export interface List {
  readonly route: PagedRoute;
  /** The value of the path parameter: an id or a language name. */
  readonly parameter: string;
  /** The name of the provider, the category or the language; of the latter two, the value of the envelope's extra field. */
  readonly label: string;
  readonly count: number;
}

/** Number of pages in a list; an empty list has one. */
export function pageCount(count: number, pageSize: number): number {
  return Math.max(1, Math.ceil(count / pageSize));
}

/** The text of a page before and after its results, including the final newline. */
interface Envelope {
  readonly head: string;
  readonly tail: string;
}

/** The envelope of page `page` (counted from 1) of `pages`. */
export function renderEnvelope(list: List, page: number, pages: number, options: LinkOptions): Envelope {
  const next = page < pages ? JSON.stringify(pageLink(list, page + 1, options)) : 'null';
  const previous = page > 1 ? JSON.stringify(pageLink(list, page - 1, options)) : 'null';
  const { extra } = routes[list.route];
  const field = extra === null ? '' : `,"${extra}":${JSON.stringify(list.label)}`;
  return {
    head: `{"count":${list.count},"next":${next},"previous":${previous},"results":[`,
    tail: `]${field}}\n`,
  };
}

/** The address of a page. Page 1 is the list's own address, in both forms. */
function pageLink(list: List, page: number, { baseUrl, pageLinks }: LinkOptions): string {
  const address = addressOf(baseUrl, list.route, list.parameter);
  if (page === 1) return address;
  return pageLinks === 'query' ? `${address}?page=${page}` : `${address}${pageSegment}/${page}/`;
}
