// Answers: what the preview says to a request, as the specification has it (sections 1, 4 and 7; design: what it leaves open).
import type { OutgoingHttpHeaders } from 'node:http';
import { contentType, methodNotAllowed, notFoundBody, pageOf } from '../api/http.ts';
import { apiRoot, indexFiles, pagesFolder } from '../api/routes.ts';
import { isPagedList } from '../site/hosts/addresses.ts';
import { siteRules } from '../site/hosts/site-rules.ts';
import { indexOf, kindOf, openPublished, pagesIn, readPublished, type OpenFile } from './folder.ts';
import { pointIndex, pointPage } from './links.ts';
import { pathOf, readTarget } from './target.ts';
import { typeOf } from './types.ts';

export interface Question {
  readonly method: string;
  /** In origin form. */
  readonly url: string;
  /** Where links are to point. */
  readonly origin: string;
}

/** A response; of a file that is sent as it is, and in parts too, the open file. */
export type Answer =
  | { readonly status: number; readonly headers: OutgoingHttpHeaders; readonly body: string | Buffer }
  | { readonly status: 200; readonly headers: OutgoingHttpHeaders; readonly file: OpenFile };

/** Answers a question about the site in `out`. Throws where a file of it cannot be read. */
export function answerTo(out: string, { method, url, origin }: Question): Answer {
  if (method === 'OPTIONS') return { status: 204, headers: {}, body: '' };
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, methodNotAllowed(method));
  const target = readTarget(url);
  if (!target) return notFound();
  const { segments, isFolder, query } = target;
  if (!isFolder) {
    const kind = kindOf(out, segments);
    if (kind === 'file') return send(out, segments, origin);
    return kind === 'folder' && indexOf(out, segments) ? redirect(`/${pathOf(segments)}/${query}`) : notFound();
  }
  const folder = pageFolder(segments, query);
  const index = folder && indexOf(out, folder);
  if (index) return send(out, index, origin);
  return segments.length === 0 ? redirect(`/${apiRoot}/`) : notFound();
}

/** The folder of the page that the query asks a list for; undefined for what is no page. Elsewhere `page` is nothing. */
function pageFolder(segments: readonly string[], query: string): readonly string[] | undefined {
  if (!isList(segments)) return segments;
  const page = pageOf(new URLSearchParams(query));
  if (page === undefined || page === 1) return page && segments;
  return [...segments, pagesFolder, String(page)];
}

function isList(segments: readonly string[]): boolean {
  return isPagedList(pathOf(segments));
}

function send(out: string, segments: readonly string[], origin: string): Answer {
  const name = segments.at(-1) ?? '';
  const folder = segments.slice(0, -1);
  const isApi = `${pathOf(folder)}/`.startsWith(`${apiRoot}/`) && indexFiles.some((index) => index === name);
  if (!isApi) {
    const file = openPublished(out, segments);
    const own = headersOf(pathOf(segments), out);
    return file ? { status: 200, headers: { 'Content-Type': typeOf(name), ...own }, file } : notFound();
  }
  const bytes = readPublished(out, segments);
  if (!bytes) return notFound();
  const body = point(bytes, folder, origin);
  return { status: 200, headers: { 'Content-Type': contentType, 'Content-Length': body.length }, body };
}

/** What hosts send with a file of the site around the API. */
function headersOf(path: string, out: string): OutgoingHttpHeaders {
  const fitting = siteRules(pagesIn(out)).filter((rule) => rule.path === path);
  return Object.assign({}, ...fitting.map(({ headers }) => headers));
}

function point(bytes: Buffer, folder: readonly string[], origin: string): Buffer {
  if (pathOf(folder) === apiRoot) return pointIndex(bytes, origin);
  // Else the page of one, in two folders more.
  const list = isList(folder) ? folder : folder.slice(0, -2);
  return isList(list) ? pointPage(bytes, pathOf(list), origin) : bytes;
}

function notFound(): Answer {
  return refusal(404, notFoundBody);
}

/** A refusal ends with a line end, as the files of refusals do that other hosts send. */
function refusal(status: number, body: string): Answer {
  const length = Buffer.byteLength(body) + 1;
  return { status, headers: { 'Content-Type': contentType, 'Content-Length': length }, body: `${body}\n` };
}

/** For the moment only: browsers keep a permanent redirect, and the address may be another site's tomorrow. */
function redirect(location: string): Answer {
  return { status: 302, headers: { Location: location, 'Content-Length': 0 }, body: '' };
}
