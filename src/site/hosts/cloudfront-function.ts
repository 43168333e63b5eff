// The function of a site on CloudFront: its text, made from the route table, in the JavaScript of runtime cloudfront-js-2.0.
import { apiHeaders, contentType, methodNotAllowed, notFoundBody, pageNumberPattern } from '../../api/http.ts';
import { apiRoot, pagesFolder } from '../../api/routes.ts';
import { addressRows } from './addresses.ts';
import type { Site } from './host.ts';
import { docsFolder } from './site-rules.ts';

/** Stands for the method in the body of a refusal. */
const method = '{method}';

/**
 * A script for viewer requests: it asks the bucket for the file that an address and its `?page=n` stand for, and
 * answers by itself what no file can. ECMAScript 5 and `const`: the runtime knows little of what came after.
 */
export function functionText({ prefix, indexFile }: Pick<Site, 'prefix' | 'indexFile'>): string {
  return `// The API on CloudFront, for viewer requests, runtime cloudfront-js-2.0.
// Made by static-course-catalog, so build again rather than change it.

// The path that the site is published under.
const prefix = ${JSON.stringify(prefix)};
const index = ${JSON.stringify(indexFile)};

// Every address of the API without its last slash, and whether ?page=n asks there for page n.
const addresses = [
${addressRows()}
];

const headers = ${JSON.stringify(headersOf(apiHeaders), null, 2)};
const notFoundBody = ${JSON.stringify(`${notFoundBody}\n`)};
const methodNotAllowedBody = ${JSON.stringify(`${methodNotAllowed(method)}\n`)};

function handler(event) {
  const request = event.request;
  if (request.method === 'OPTIONS') return response(204, 'No Content');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refusal(405, 'Method Not Allowed', methodNotAllowedBody.split(${JSON.stringify(method)}).join(request.method));
  }
  if (request.uri === prefix) return redirect(prefix + '/', request.querystring);
  if (request.uri.indexOf(prefix + '/') !== 0) return refusal(404, 'Not Found', notFoundBody);
  const path = request.uri.slice(prefix.length);
  const address = addresses.filter(function (one) {
    return new RegExp('^' + one.path + '/?$').test(path);
  })[0];
  if (address === undefined) {
    if ((path + '/').indexOf(${JSON.stringify(`/${apiRoot}/`)}) === 0) return refusal(404, 'Not Found', notFoundBody);
    if (path === '/${docsFolder}') return redirect(request.uri + '/', request.querystring);
    return file(request, path.slice(-1) === '/' ? path + 'index.html' : path);
  }
  if (path.slice(-1) !== '/') return redirect(request.uri + '/', request.querystring);
  const page = address.paged ? firstOf(request.querystring.page) : '';
  if (page === '') return file(request, path + index);
  if (!/^${pageNumberPattern}$/.test(page)) return refusal(404, 'Not Found', notFoundBody);
  return file(request, path + '${pagesFolder}/' + page + '/' + index);
}

// Without the query: the cache looks for what this returns, and so keeps each file once.
function file(request, path) {
  request.uri = path;
  request.querystring = {};
  return request;
}

function firstOf(parameter) {
  if (parameter === undefined) return '';
  return parameter.multiValue ? parameter.multiValue[0].value : parameter.value;
}

function response(status, description) {
  return { statusCode: status, statusDescription: description, headers: Object.assign({}, headers) };
}

function refusal(status, description, body) {
  const refused = response(status, description);
  refused.headers['content-type'] = { value: ${JSON.stringify(contentType)} };
  refused.body = { encoding: 'text', data: body };
  return refused;
}

function redirect(path, querystring) {
  const moved = response(301, 'Moved Permanently');
  const query = [];
  Object.keys(querystring).forEach(function (name) {
    (querystring[name].multiValue || [querystring[name]]).forEach(function (one) {
      query.push(name + '=' + one.value);
    });
  });
  moved.headers.location = { value: path + (query.length > 0 ? '?' + query.join('&') : '') };
  return moved;
}`;
}

function headersOf(named: Readonly<Record<string, string>>): Record<string, { value: string }> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name.toLowerCase(), { value }]));
}
