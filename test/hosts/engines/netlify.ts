// Netlify and GitHub Pages in a test: the vendor's engine for rules and its parser of headers; and the response for a folder is its index file.
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { parseAllHeaders } from 'netlify-headers-parser';
import redirector from 'netlify-redirector';
import { escapeRegExp } from '../../../src/api/address-patterns.ts';
import { decodedPath, filesBelow, send, type Deployment } from './hosted.ts';

/** A file at the path, with or without a trailing slash, precedes any rule; of the rules the first match counts. */
export async function netlifyHost({ deployed }: Deployment): Promise<RequestListener> {
  const rules = await redirector.parsePlain(readFileSync(join(deployed, '_redirects'), 'utf8'), {});
  const { headers: blocks, errors } = await parseAllHeaders({
    headersFiles: [join(deployed, '_headers')],
    minimal: false,
  });
  if (errors.length > 0) throw new AggregateError(errors, '_headers cannot be read');
  const files = filesBelow(deployed);
  return (request, response) => {
    const [rawPath = '', query = ''] = (request.url ?? '').split(/\?(.*)/su);
    const path = decodedPath(rawPath);
    const headers = Object.assign(
      {},
      ...blocks.filter(({ forRegExp }) => forRegExp.test(rawPath)).map(({ values }) => values),
    );
    const match = rules.match({
      scheme: 'http',
      host: 'example.org',
      path,
      query,
      getHeader: () => '',
      getCookie: () => '',
    });
    const own = path.endsWith('/')
      ? files.get(`${path}index.html`)
      : (files.get(path) ?? files.get(`${path}/index.html`));
    const target = files.get(decodedPath(match?.to ?? ''));
    if (own !== undefined && match?.force !== true) send(response, 200, own, headers);
    else if (match === null || target === undefined) send(response, 404, join(deployed, '404.html'), headers);
    else send(response, match.status, target, headers);
  };
}

const shared = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=600', Vary: 'Accept-Encoding' };

/** The site of a project is below the project's name, and holds what was deployed. */
export async function githubPagesHost({ deployed, prefix }: Omit<Deployment, 'dist'>): Promise<RequestListener> {
  const files = filesBelow(deployed);
  const missing = join(deployed, '404.html');
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { 'Content-Type': 'text/html' }).end('<h1>405 Not Allowed</h1>');
      return;
    }
    const [rawPath = ''] = (request.url ?? '').split('?');
    const path = rawPath.startsWith(`${prefix}/`) ? decodedPath(rawPath.slice(prefix.length)) : '';
    const indexOf = (folder: string) => files.get(`${folder}index.html`) ?? files.get(`${folder}index.json`);
    const file = path.endsWith('/') ? indexOf(path) : files.get(path);
    if (file !== undefined) send(response, 200, file, shared);
    else if (indexOf(`${path}/`) !== undefined) response.writeHead(301, { ...shared, Location: `${rawPath}/` }).end();
    else send(response, 404, missing, shared);
  };
}

/** Methods that its server passes on to the files, which respond to all of them alike. */
const passed = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'CONNECT', 'OPTIONS', 'TRACE']);

const maxBytes = 64 * 1024;
const maxRules = 1000;

interface Rule {
  readonly from: RegExp;
  readonly to: string;
}

export async function gitlabPagesHost({ deployed, prefix }: Deployment): Promise<RequestListener> {
  const files = filesBelow(deployed);
  const folders = new Set([...files.keys()].map((path) => path.slice(0, path.lastIndexOf('/'))).filter(Boolean));
  const rules = readRules(join(deployed, '_redirects'));
  const inSite = (path: string) => (path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path);
  return (request, response) => {
    const headers = request.headers.origin === undefined ? {} : { 'Access-Control-Allow-Origin': '*', Vary: 'Origin' };
    if (!passed.has(request.method ?? '')) {
      response.writeHead(405, headers).end('Method Not Allowed');
      return;
    }
    const [rawPath = ''] = (request.url ?? '').split('?');
    const whole = decodedPath(rawPath);
    const path = inSite(whole);
    if (folders.has(path)) {
      response.writeHead(302, { ...headers, Location: `//${request.headers.host}${rawPath}/` }).end();
      return;
    }
    const own = path.endsWith('/') ? files.get(`${path}index.html`) : (files.get(path) ?? files.get(`${path}.html`));
    const file = own ?? files.get(inSite(rewritten(whole, rules)));
    if (file === undefined) send(response, 404, join(deployed, '404.html'), headers);
    else send(response, 200, file, { ...headers, 'Cache-Control': 'max-age=600' });
  };
}

/** The target of the first rule that matches; empty if none does. */
function rewritten(path: string, rules: readonly Rule[]): string {
  for (const { from, to } of rules) {
    const groups = from.exec(path)?.groups;
    if (groups) return to.replaceAll(/:([a-z]+)/giu, (_, name: string) => groups[name] ?? '');
  }
  return '';
}

/** Its server ignores a file that is too long, rules beyond its maximum number, and those that it does not know. */
function readRules(path: string): Rule[] {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  if (text.length > maxBytes || lines.length > maxRules) throw new Error('_redirects is too long');
  return lines.map((line) => {
    const [from = '', to = '', status, ...others] = line.split(/\s+/u);
    if (!from.startsWith('/') || !to.startsWith('/') || status !== '200' || others.length > 0) {
      throw new Error(`a rule that GitLab does not know: ${line}`);
    }
    // The empty group ensures that there are groups, even in a rule without placeholders.
    const segments = from.split('/').filter((segment) => segment !== '');
    const pattern = segments.map((segment) =>
      /^:[a-z]+$/iu.test(segment) ? `/+(?<${segment.slice(1)}>[^/]+)` : `/+${escapeRegExp(segment)}`,
    );
    return { from: new RegExp(`^(?<none>)${pattern.join('')}/*$`, 'iu'), to };
  });
}
