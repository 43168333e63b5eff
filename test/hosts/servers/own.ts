// Probes for self-hosted servers, whose whole configuration is under our control.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiHeaders, contentType } from '../../../src/api/http.ts';
import { apiRoot, folderOf } from '../../../src/api/routes.ts';
import { words } from '../../words.ts';
import { prefixOf, probeAt, type Answer, type Probe, type Target } from '../probes.ts';
import { encodePath, listsOf } from './lists.ts';

/** An HTML page and a file for the output folder, as `public` adds them. */
export const publicFiles = {
  'guide/index.html': '<!doctype html><title>Guide</title>\n',
  'robots.txt': 'User-agent: *\n',
  '.well-known/security.txt': 'Contact: mailto:someone@example.org\n',
} as const;

const shared = Object.fromEntries(
  Object.entries(apiHeaders).map(([name, value]) => [
    name.toLowerCase(),
    name === 'Vary' ? /(?:^|, )Accept(?:,|$)/u : value,
  ]),
);

const typed = { ...shared, 'content-type': contentType };
/** Those that a proxy adds, which a redirect may not follow. */
const outer = { host: 'inner.example', 'x-forwarded-proto': 'https' };

/** Responses required besides the probes of every host; the build holds `publicFiles`. */
export function ownProbes(target: Target): Probe[] {
  const { baseUrl, dist } = target;
  const prefix = prefixOf(baseUrl);
  const get = (path: string, answer: Answer, request?: Partial<Probe>) => probeAt(target, path, answer, request);
  const foreign = listsOf(dist).find(({ path }) => /[^\p{ASCII}]/u.test(path));
  const list = encodePath(foreign?.path ?? '').slice(0, -1);
  const slashless = [`/${folderOf('providers')}`, `/${apiRoot}`, list, '/guide', '/docs'];
  return [
    ...slashless.flatMap((path) =>
      ['', '?page=2', '?page=2&source=a%20b'].map((query) =>
        get(`${path}${query}`, redirect(baseUrl, path, query), { headers: outer }),
      ),
    ),
    ...(prefix === '' ? [] : [get('', { status: [301, 308], headers: { location: locationOf(baseUrl, '', '') } })]),
    // Attempts to redirect a client to another host.
    ...['//evil.example/%2e%2e', '//evil.example/..', '/\\evil.example/%2e%2e'].map((start) => ({
      method: 'GET',
      path: `${start}${prefix}/docs`,
      answers: [{ status: [400, 404] }, { status: [301, 302, 307, 308], headers: { location: noOtherHost(baseUrl) } }],
    })),
    ...hiddenPaths.map((path) => get(path, notFound(dist))),
    ...Object.entries(publicFiles).flatMap(([path, text]) => {
      const headers = path.endsWith('.html')
        ? { ...shared, 'content-type': /^text\/html/u, 'content-security-policy': '' }
        : { 'content-type': /^text\/plain/u };
      const answer = { status: [200], bodies: [text], headers };
      const at = path.replace(/index\.html$/u, '');
      return [get(`/${path}`, answer), ...(at === path ? [] : [get(`/${at}`, answer)])];
    }),
    get('/', rootAnswer(dist)),
    get('/404.json', { status: [200, 404], headers: typed }),
    get('/guide/?page=2', { status: [200], bodies: [publicFiles['guide/index.html']] }),
    // An address with superfluous parts is the same address.
    get(`/${apiRoot}/providers/../categories/`, { status: [200, 301, 308, 400, 404] }),
    get('/unknown/', { status: [404, 405], headers: typed }, { method: 'POST' }),
    get('/guide/', { status: [405], headers: typed }, { method: 'POST' }),
  ];
}

const hiddenPaths = words`/_hosts/ /_hosts/nginx.conf /_hosts/Caddyfile /%5Fhosts/nginx.conf /api/../_hosts/nginx.conf
  //_hosts/nginx.conf /.nojekyll /%2Enojekyll /.git/config /guide/.hidden /assets/none.js /search/none.json /.well-known/
  /api/ /${apiRoot}/courses/ /${apiRoot}/courses/view/ /${apiRoot}/providers/index.json.gz
  /${apiRoot}/providers/index.json.br /${apiRoot}/providers/index.json/ /${apiRoot}/providers/latin%FF/`;

function notFound(dist: string): Answer {
  return {
    status: [404],
    bodies: [readFileSync(join(dist, '404.json'), 'utf8')],
    headers: { ...typed, 'cache-control': '' },
  };
}

/** The HTML page at the root, if the build has one. */
function rootAnswer(dist: string): Answer {
  const file = join(dist, 'index.html');
  if (!existsSync(file)) return notFound(dist);
  return {
    status: [200],
    bodies: [readFileSync(file, 'utf8')],
    headers: { ...shared, 'content-type': /^text\/html/u },
  };
}

function redirect(baseUrl: string, path: string, query: string): Answer {
  const location = locationOf(baseUrl, path, query);
  return { status: [301, 302, 307, 308], headers: { ...shared, location, 'cache-control': '' } };
}

/** A redirect to the path alone, or to the base URL: correct behind a proxy that uses another host name. */
function locationOf(baseUrl: string, path: string, query: string): RegExp {
  const { origin, pathname } = new URL(`${baseUrl}${path}/`);
  return new RegExp(`^(?:${literal(origin)})?${literal(`${pathname}${query}`)}$`, 'iu');
}

function noOtherHost(baseUrl: string): RegExp {
  return new RegExp(`^(?:${literal(new URL(baseUrl).origin)})?/(?![/\\\\])`, 'u');
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}
