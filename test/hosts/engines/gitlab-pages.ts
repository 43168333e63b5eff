// GitLab Pages in a test, in the order of its own server: the file at the path, then the rules, then the 404 page.
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { literally } from '../../../src/api/address-patterns.ts';
import { decodedPath, filesBelow, send, type Deployment } from './hosted.ts';

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
      /^:[a-z]+$/iu.test(segment) ? `/+(?<${segment.slice(1)}>[^/]+)` : `/+${literally(segment)}`,
    );
    return { from: new RegExp(`^(?<none>)${pattern.join('')}/*$`, 'iu'), to };
  });
}
