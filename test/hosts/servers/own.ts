// Probes for self-hosted servers, whose whole configuration is under our control.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { apiHeaders, contentType, cacheControl, type Encoding } from '../../../src/api/http.ts';
import { apiRoot, folderOf, pageSegment } from '../../../src/api/routes.ts';
import { words } from '../../helpers/words.ts';
import { siteFilesIn } from '../build-for.ts';
import {
  prefixOf,
  missingIn,
  probeAt,
  type Answer,
  type Probe,
  type Target,
  brokenAnswers,
  fileAnswer,
  keptFor,
  packed,
} from '../probes.ts';
import { ask, type Response } from './ask.ts';
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
    ...hiddenPaths.map((path) => {
      const [forPeople, forPrograms] = [missingIn(target), notFound(dist)];
      if (path.includes('..')) return probeAt(target, path, [forPeople, forPrograms]);
      return get(
        path,
        path.startsWith('/api/') ? forPrograms : { ...forPeople, headers: { ...shared, ...forPeople.headers } },
      );
    }),
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
    get('/unknown/', { status: [404, 405], headers: shared }, { method: 'POST' }),
    get('/guide/', { status: [405], headers: typed }, { method: 'POST' }),
  ];
}

const hiddenPaths = words`/_hosts/ /_hosts/nginx.conf /_hosts/Caddyfile /%5Fhosts/nginx.conf /api/../_hosts/nginx.conf
  //_hosts/nginx.conf /.nojekyll /%2Enojekyll /.git/config /guide/.hidden /docs/assets/none.js /search/none.json /.well-known/
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

/** A response that varies by the type and by the encoding that a client accepts. */
const bothVaries = /^(?=.*\bAccept(?!-))(?=.*\bAccept-Encoding\b)/u;

/** A request of a client that accepts these encodings. */
function accepting(encodings: string, headers: Readonly<Record<string, string>> = {}) {
  return { headers: { 'accept-encoding': encodings, ...headers } };
}

const extensions = { gzip: 'gz', brotli: 'br' } as const;
const codings = { gzip: 'gzip', brotli: 'br' } as const;

/** The faults of the compressed files of a build, checked for the longest list that has them for each of its pages. */
export async function brokenPrecompression(
  target: Target,
  encodings: readonly Encoding[],
  list = listsOf(target.dist)[0],
): Promise<string[]> {
  const { baseUrl, dist, indexFile } = target;
  if (list === undefined) throw new Error(`${dist} has no lists`);
  const address = encodePath(list.path);
  const broken: string[] = [];
  for (const page of [1, 2]) {
    const file = join(dist, list.path, pageSegment, String(page), indexFile);
    const path = page === 1 ? address : `${address}?page=${page}`;
    broken.push(...(await brokenAnswers(baseUrl, codingProbes(target, path, file, encodings))));
    for (const encoding of encodings) broken.push(...(await brokenFile(target, path, file, encoding)));
  }
  return broken;
}

function codingProbes(target: Target, path: string, file: string, encodings: readonly Encoding[]): Probe[] {
  const bodies = [readFileSync(file, 'utf8')];
  const headers = { 'content-type': contentType, 'cache-control': cacheControl.default, vary: bothVaries };
  const requestFor = (accepted: string, coding: string) => {
    const answer = { status: [200], bodies, headers: { ...headers, 'content-encoding': coding } };
    return probeAt(target, path, answer, accepting(accepted));
  };
  return [
    ...encodings.flatMap((encoding) => {
      if (!existsSync(`${file}.${extensions[encoding]}`)) throw new Error(`${file} has no ${encoding} file`);
      const coding = codings[encoding];
      return [coding, `deflate, ${coding};q=0.5`].map((accepted) => requestFor(accepted, coding));
    }),
    ...['identity', 'gzip;q=0, br;q=0', 'x-unknown'].map((accepted) => requestFor(accepted, '')),
    requestFor('gzip, deflate, br', encodings.includes('brotli') ? 'br' : 'gzip'),
  ];
}

/** A compressed file is sent unchanged, and can be revalidated. */
async function brokenFile(target: Target, path: string, file: string, encoding: Encoding): Promise<string[]> {
  const { headers } = accepting(codings[encoding]);
  const first = await ask(target.baseUrl, { path: `${prefixOf(target.baseUrl)}${path}`, headers });
  const isTheFile = first.body.equals(readFileSync(`${file}.${extensions[encoding]}`));
  return [
    ...(isTheFile ? [] : [`${path}: the ${encoding} file is not sent as it is`]),
    ...(await brokenRepeat(target, path, first.headers.get('etag') ?? 'none', headers)),
  ];
}

/** The faults of a second request for a file that the client has already. */
export async function brokenRevalidation(target: Target): Promise<string[]> {
  const [longest] = listsOf(target.dist);
  const path = `${encodePath(longest?.path ?? '')}?page=2`;
  const { headers } = await ask(target.baseUrl, { path: `${prefixOf(target.baseUrl)}${path}` });
  const tag = headers.get('etag');
  return tag === undefined ? ['there is no ETag'] : brokenRepeat(target, path, tag);
}

async function brokenRepeat(target: Target, path: string, tag: string, headers = {}): Promise<string[]> {
  const kept = { vary: bothVaries, 'access-control-allow-origin': '*', 'cache-control': cacheControl.default };
  const answer = { status: [304], bodies: [''], headers: kept };
  return brokenAnswers(target.baseUrl, [
    probeAt(target, path, answer, { headers: { ...headers, 'if-none-match': tag } }),
  ]);
}

/** Minimum size in bytes of a file that is worth compressing. */
const worth = 1024;

/** The resource at an address without compression. */
interface Resource {
  /** Below the path of the base URL, percent-encoded. */
  readonly path: string;
  readonly file: string;
  readonly answer: Answer;
}

/** How a server compresses. */
export interface Compressing {
  /** The minimum size in bytes that it compresses. */
  readonly least: number;
  /** Whether its responses to HEAD have the headers of those to GET. */
  readonly ofHead: boolean;
}

/** The faults of the site around the API, for clients with and without gzip. */
export async function brokenSiteCompression(target: Target, { ofHead }: Compressing): Promise<string[]> {
  const files = siteFilesIn(target.dist).filter((file) => sizeOf(target, file) >= worth && !packed.test(file));
  if (files.length < 6) throw new Error(`${target.dist} has too few files that are worth compressing`);
  return brokenCompression(
    target,
    files.map((file) => ({
      path: `/${encodePath(file).replace(/index\.html$/u, '')}`,
      file,
      answer: fileAnswer(target.dist, file, keptFor(file)),
    })),
    ofHead,
  );
}

/** The same for the API of a build without compressed files. */
export async function brokenApiCompression(target: Target, { least, ofHead }: Compressing): Promise<string[]> {
  const resources = apiResources(target);
  const isWorth = ({ file }: Resource) => sizeOf(target, file) >= least;
  const small = resources.filter((one) => !isWorth(one));
  if (least > 0 && small.length === 0) throw new Error(`${target.dist} has no file that is not worth compressing`);
  const plain = small.map(({ path, answer }) =>
    probeAt(target, path, { ...answer, headers: { ...answer.headers, 'content-encoding': '' } }, accepting('gzip')),
  );
  return [
    ...(await brokenCompression(target, resources.filter(isWorth), ofHead)),
    ...(await brokenAnswers(target.baseUrl, plain)),
  ];
}

/** An address of each kind, and both forms of a page. */
function apiResources({ dist, indexFile }: Target): Resource[] {
  const [longest] = listsOf(dist);
  if (longest === undefined) throw new Error(`${dist} has no lists`);
  const list = longest.path.slice(1);
  const resource = (path: string, folder: string): Resource => {
    const kept = folder.startsWith(folderOf('course').replace(/\/$/u, '')) ? cacheControl.views : cacheControl.default;
    const answer = fileAnswer(dist, `${folder}/${indexFile}`, kept);
    const headers = { ...answer.headers, 'content-type': contentType, vary: bothVaries };
    return { path, file: `${folder}/${indexFile}`, answer: { ...answer, headers } };
  };
  const page = `${list}${pageSegment}/2`;
  return [
    ...[apiRoot, folderOf('providers'), folderOf('latest'), page].map((folder) =>
      resource(`/${encodePath(folder)}/`, folder),
    ),
    resource(`/${encodePath(list)}?page=2`, page),
  ];
}

async function brokenCompression(target: Target, resources: readonly Resource[], ofHead: boolean): Promise<string[]> {
  const broken: string[] = [];
  for (const resource of resources) {
    const probes = await probesOf(target, resource, ofHead);
    broken.push(...(await brokenAnswers(target.baseUrl, probes)), ...(await brokenForms(target, resource)));
  }
  return broken;
}

async function probesOf(target: Target, { path, file, answer }: Resource, ofHead: boolean): Promise<Probe[]> {
  if (existsSync(join(target.dist, `${file}.gz`))) throw new Error(`${file} has a compressed file beside it`);
  const first = await askFor(target, path, 'gzip');
  const tag = first.headers.get('etag') ?? 'none';
  const { headers: usual = {}, ...rest } = answer;
  const vary = usual['vary'] ?? /\bAccept(?!-)/u;
  const compressed = { vary: bothVaries, 'content-encoding': 'gzip' };
  const plain = { vary, 'content-encoding': '' };
  const form = (changed: Answer['headers']): Answer => ({ ...rest, headers: { ...usual, ...changed } });
  const ofGet = { ...usual, ...(ofHead ? compressed : plain) };
  const length = String(ofHead ? first.body.length : sizeOf(target, file));
  return [
    ...['gzip', 'deflate;q=0.5, gzip;q=0.8'].map((accepted) =>
      probeAt(target, path, form(compressed), accepting(accepted)),
    ),
    ...['identity', 'br', 'gzip;q=0', 'gzip; q=0.000, identity'].map((accepted) =>
      probeAt(target, path, form(plain), accepting(accepted)),
    ),
    probeAt(
      target,
      path,
      { status: [304], bodies: [''], headers: { vary } },
      accepting('gzip', { 'if-none-match': tag }),
    ),
    probeAt(
      target,
      path,
      ['', length].map((one) => ({ status: [200], headers: { ...ofGet, 'content-length': one } })),
      { method: 'HEAD', ...accepting('gzip') },
    ),
  ];
}

/** The two forms of a response: one is smaller, and no strong ETag declares them identical. */
async function brokenForms(target: Target, { path }: Resource): Promise<string[]> {
  const compressed = await askFor(target, path, 'gzip');
  const plain = await askFor(target, path);
  const [tag = '', other = ''] = [compressed, plain].map(({ headers }) => headers.get('etag'));
  const isDistinct = tag !== '' && other !== '' && (tag !== other || tag.startsWith('W/'));
  return [
    ...(compressed.body.length < plain.body.length ? [] : [`${path}: ${compressed.body.length} bytes compressed`]),
    ...(isDistinct ? [] : [`${path}: the tag of both forms is ${tag}`]),
  ];
}

async function askFor({ baseUrl }: Target, path: string, accepted?: string): Promise<Response> {
  return ask(baseUrl, { path: `${prefixOf(baseUrl)}${path}`, ...(accepted !== undefined && accepting(accepted)) });
}

function sizeOf({ dist }: Target, file: string): number {
  return statSync(join(dist, file)).size;
}
