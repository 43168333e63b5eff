// Responses: how the preview answers a request, as the specification requires (sections 1, 4 and 7).
import { isPagedList } from '../api/address-patterns.ts';
import { contentType, methodNotAllowed, notFoundBody, pageInQuery } from '../api/http.ts';
import { pageFile } from '../api/published-paths.ts';
import { apiRoot, indexFiles, isInApi, pageSegment } from '../api/routes.ts';
import { topOfApi } from '../hosts/host.ts';
import { headerRules, type HeaderRule } from '../hosts/header-rules.ts';
import { apiReferenceFolder } from '../outputs/shared/page-paths.ts';
import { fileType } from './file-types.ts';
import { entryKind, indexFileIn, readableSize, readServedFile, sitePaths } from './folder.ts';
import { rewriteApiLinks, rewriteReference, rewriteRootLinks } from './links.ts';
import { encodedPath, parseRequestTarget } from './request-target.ts';

export interface SiteRequest {
  readonly method: string;
  /** In origin form. */
  readonly url: string;
  /** The origin for the links in the response. */
  readonly origin: string;
}

type ResponseHeaders = Readonly<Record<string, string | number>>;

/** A response with its body. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: string | Buffer;
}

/** A file that is sent unchanged, by its percent-encoded path. */
interface FileResponse {
  readonly headers: ResponseHeaders;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export type SiteResponse = WholeResponse | FileResponse;

/** The site that is served. */
export interface ServedSite {
  readonly out: string;
}

/** Answers a request to the site. Throws if a file of it cannot be read. */
export function responseTo(site: ServedSite, { method, url, origin }: SiteRequest): SiteResponse {
  const { out } = site;
  if (method === 'OPTIONS') return { status: 204, headers: {}, body: '' };
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, methodNotAllowed(method));
  const target = parseRequestTarget(url);
  if (!target) return refusal(404, notFoundBody);
  const { segments, isFolder, query } = target;
  if (!isFolder) {
    const kind = entryKind(out, segments);
    if (kind === 'file') return fileResponse(site, segments, origin);
    const isResponse = kind === 'folder' && indexFileIn(out, segments);
    return isResponse ? redirect(`/${encodedPath(segments)}/${query}`) : notFound(out, segments);
  }
  const folder = pageFolder(segments, query);
  const index = folder && indexFileIn(out, folder);
  if (index) return fileResponse(site, index, origin);
  return segments.length === 0 ? redirect(`/${apiRoot}/`) : notFound(out, segments);
}

/** The folder of the list page that the query requests. Undefined if the list has no such page. Outside lists, `page` is ignored. */
function pageFolder(segments: readonly string[], query: string): readonly string[] | undefined {
  if (!isList(segments)) return segments;
  const page = pageInQuery(new URLSearchParams(query));
  if (page === undefined || page === 1) return page && segments;
  return [...segments, pageSegment, String(page)];
}

function isList(segments: readonly string[]): boolean {
  return isPagedList(encodedPath(segments));
}

function fileResponse(site: ServedSite, segments: readonly string[], origin: string): SiteResponse {
  const { out } = site;
  const path = encodedPath(segments);
  const folder = segments.slice(0, -1);
  const isApi = isInApi(`${encodedPath(folder)}/`) && indexFiles.some((index) => index === segments.at(-1));
  const headers = isApi ? { 'Content-Type': contentType } : headersOf(path, site);
  const move = rewriterOf(out, path, isApi ? folder : undefined);
  if (!move) {
    const size = readableSize(out, segments);
    if (size === undefined) return notFound(out, segments);
    const type = fileType(path);
    return { headers: { ...(type !== undefined && { 'Content-Type': type }), ...headers }, path, size };
  }
  const bytes = readServedFile(out, segments);
  if (!bytes) return notFound(out, segments);
  const body = move(bytes, origin);
  const type = { 'Content-Type': isApi || path.endsWith('.json') ? contentType : pageType };
  return { status: 200, headers: { ...type, ...headers, 'Content-Length': body.length }, body };
}

/** What moves the addresses in a file to the preview; undefined if it has none that lead to the API. */
function rewriterOf(out: string, path: string, apiFolder: readonly string[] | undefined) {
  if (apiFolder) {
    // A numbered page is two folders below its list.
    const hasLinks = encodedPath(apiFolder) === apiRoot || isList(apiFolder) || isList(apiFolder.slice(0, -2));
    return hasLinks ? rewriteApiLinks : undefined;
  }
  const isReference = path === `${apiReferenceFolder}/${pageFile}` && sitePaths(out).pages;
  if (path !== 'openapi.json' && !isReference) return undefined;
  const index = indexFileIn(out, apiRoot.split('/'));
  return (bytes: Buffer, origin: string) => rewriteReference(bytes, index && readServedFile(out, index), origin);
}

/** The headers that hosts send with a file outside the API. */
function headersOf(path: string, { out }: ServedSite): ResponseHeaders {
  const isFor = (rule: HeaderRule) => {
    const [start = '', end] = rule.path.split('*');
    return end === undefined ? rule.path === path : path.startsWith(start) && path.endsWith(end);
  };
  const matching = headerRules(sitePaths(out)).filter(isFor);
  return Object.assign({}, ...matching.map(({ headers }) => headers));
}

const pageType = 'text/html; charset=UTF-8';

/** The first byte of JSON that is sent as a page. */
const objectStart = '{'.charCodeAt(0);

/** Outside the API the page for people, if the build has one. */
function notFound(out: string, segments: readonly string[]): WholeResponse {
  const isApi = `/${encodedPath(segments)}/`.startsWith(topOfApi({ prefix: '' }));
  const names = isApi ? [] : ['404.html', 'not-found.html'];
  const page = names.map((name) => readServedFile(out, [name])).find((file) => file && file[0] !== objectStart);
  if (!page) return refusal(404, notFoundBody);
  const body = Buffer.from(rewriteRootLinks(page.toString()));
  return { status: 404, headers: { 'Content-Type': pageType, 'Content-Length': body.length }, body };
}

/** An error response. Its body ends with a line end, like the error files that other hosts send. */
function refusal(status: number, body: string): WholeResponse {
  const length = Buffer.byteLength(body) + 1;
  return { status, headers: { 'Content-Type': contentType, 'Content-Length': length }, body: `${body}\n` };
}

/** A temporary redirect: browsers cache permanent ones, and another site may use the address tomorrow. */
function redirect(location: string): WholeResponse {
  return { status: 302, headers: { Location: location, 'Content-Length': 0 }, body: '' };
}
