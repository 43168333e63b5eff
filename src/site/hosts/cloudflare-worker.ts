// The worker of a site on Cloudflare Pages: its text, made from the route table.
import {
  apiHeaders,
  cacheControl,
  contentType,
  coursesPath,
  methodNotAllowed,
  notFoundBody,
  pageNumberPattern,
} from '../../api/http.ts';
import { apiRoot, pagesFolder } from '../../api/routes.ts';
import { addressRows } from './addresses.ts';
import { topOfApi } from './cloudflare-pages.ts';
import type { Site } from './host.ts';

/** Stands for the method in the body of a refusal. */
const method = '{method}';

/**
 * An ES module that answers for the API: `?page=n` from the file of that page, other forms of the query as the API
 * promises, each response with its headers. What is not of the API it hands on from the asset server.
 */
export function workerText({ prefix, indexFile }: Pick<Site, 'prefix' | 'indexFile'>): string {
  return `// The API on Cloudflare Pages; made by static-course-catalog, so build again rather than change it.

// The path that the site is published under.
const prefix = ${JSON.stringify(prefix)};
// Ends the path of a file. The asset server answers for a folder with its index.html, and redirects who names that.
const index = ${JSON.stringify(indexFile === 'index.html' ? '' : indexFile)};

// Every address of the API without its last slash, and whether ?page=n asks there for page n.
const addresses = [
${addressRows()}
].map(({ path, paged }) => ({ pattern: new RegExp('^' + path + '/?$'), paged }));

const headers = ${JSON.stringify(apiHeaders, null, 2)};
const notFoundBody = ${JSON.stringify(`${notFoundBody}\n`)};
const methodNotAllowedBody = ${JSON.stringify(`${methodNotAllowed(method)}\n`)};

export default {
  async fetch(request, env) {
    const { method } = request;
    const url = new URL(request.url);
    if (!(url.pathname + '/').startsWith(prefix + '/')) return env.ASSETS.fetch(request);
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
    if (method !== 'GET' && method !== 'HEAD') {
      return json(405, methodNotAllowedBody.replace(${JSON.stringify(method)}, () => method));
    }
    const path = url.pathname.slice(prefix.length);
    const address = addresses.find(({ pattern }) => pattern.test(path));
    if (address === undefined) {
      return (path + '/').startsWith(${JSON.stringify(topOfApi({ prefix: '' }))}) ? json(404, notFoundBody) : siteFile(path, request, env);
    }
    if (!path.endsWith('/')) return redirect(url.pathname + '/' + url.search);
    const page = (address.paged && url.searchParams.get('page')) || '';
    if (page !== '' && !isPageNumber(page)) return json(404, notFoundBody);
    const folder = page === '' ? path : path + '${pagesFolder}/' + page + '/';
    const file = await asset(folder + index, request, env);
    if (file.status === 404 || file.headers.has('Location')) return json(404, notFoundBody);
    return json(file.status, file.body, file.headers, cacheControl(path));
  },
};

// Beyond safe integers there are no pages, nor names of files as long.
function isPageNumber(text) {
  return /^${pageNumberPattern}$/.test(text) && Number.isSafeInteger(Number(text));
}

function cacheControl(path) {
  return path.startsWith(${JSON.stringify(`/${apiRoot}/${coursesPath}`)}) ? ${JSON.stringify(cacheControl.courses)} : ${JSON.stringify(cacheControl.lists)};
}

// Without the query: what the asset server keeps of a file it keeps once.
function asset(path, request, env) {
  const url = new URL(request.url);
  url.pathname = path;
  url.search = '';
  return env.ASSETS.fetch(new Request(url, request));
}

function json(status, body, others, kept) {
  const all = new Headers(others);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  all.set('Content-Type', ${JSON.stringify(contentType)});
  if (kept !== undefined) all.set('Cache-Control', kept);
  return new Response(body, { status, headers: all });
}

function redirect(location) {
  return new Response(null, { status: 301, headers: { ...headers, Location: location } });
}

// The asset server knows nothing of the prefix: where it redirects, the prefix is missing.
async function siteFile(path, request, env) {
  if (path === '') return redirect(prefix + '/');
  const file = await asset(path, request, env);
  const location = file.headers.get('Location');
  return location === null ? file : redirect(prefix + location);
}`;
}
