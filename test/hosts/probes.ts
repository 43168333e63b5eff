// Probes: the requests that every host is tested with, and the right responses, depending on its capabilities.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { allowedMethods, apiHeaders, cacheControl, contentType, methodNotAllowed } from '../../src/api/http.ts';
import { apiRoot, folderOf, pageSegment, type IndexFile } from '../../src/api/routes.ts';
import type { Capabilities } from '../../src/hosts/host.ts';
import { apiCatalogPath, dcatPath } from '../../src/outputs/catalog-metadata/declaration.ts';
import { pagePolicy, pagePolicyHeader } from '../../src/outputs/shared/policy.ts';
import { words } from '../helpers/words.ts';
import { siteFilesIn } from './build-for.ts';
import { ask, type RawRequest, type Response } from './servers/ask.ts';
import { encodePath, listsOf, type PagedList, queriesFor, type Query } from './servers/lists.ts';

/** The target of probes: a listening host, and the build that it serves. */
export interface Target {
  /** Where it listens and what the build was made for, including the path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** The build; bodies are compared with its files. It has a list of three pages, and one of a language that is not ASCII. */
  readonly dist: string;
  readonly indexFile: IndexFile;
  /** `hosts[name].capabilities`: what is promised. `no` promises only that `?page=` is ignored. */
  readonly capabilities: Capabilities;
  /** The address that the build was made for, if a preview serves it at another one. */
  readonly builtFor?: string;
}

export interface Probe extends RawRequest {
  readonly method: string;
  /** The host is right if it gives one of these responses. */
  readonly answers: readonly Answer[];
}

export interface Answer {
  /** One of these. */
  readonly status: readonly number[];
  /** The body is one of these, once decoded; any body if omitted. */
  readonly bodies?: readonly string[];
  /** Each header equals or matches this; by lower-case name. */
  readonly headers?: Readonly<Record<string, string | RegExp>>;
}

/** The path of a base URL, without a trailing slash. */
export function prefixOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/u, '');
}

/** A request of a path below the base URL, and its right responses; GET by default. */
export function probeAt(
  { baseUrl }: Pick<Target, 'baseUrl'>,
  path: string,
  answers: Answer | readonly Answer[],
  request: Partial<Probe> = {},
): Probe {
  return { method: 'GET', path: `${prefixOf(baseUrl)}${path}`, answers: [answers].flat(), ...request };
}

const unsupportedMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

/**
 * Sends every request of `probes` to the host and returns one line for each wrong response:
 * `expect(await brokenProbes({ baseUrl, dist, indexFile: 'index.json', capabilities: hosts.netlify.capabilities })).toEqual([])`.
 * Put an engine that does not listen behind a small server of node:http.
 */
export async function brokenProbes(target: Target): Promise<string[]> {
  return brokenAnswers(target.baseUrl, probes(target));
}

/** The same for other probes. */
export async function brokenAnswers(baseUrl: string, requests: readonly Probe[]): Promise<string[]> {
  const broken: string[] = [];
  for (const probe of requests) {
    const response = await ask(baseUrl, probe);
    const faults = probe.answers.map((answer) => faultOf(response, answer));
    if (faults.every((fault) => fault !== '')) {
      const sent = Object.entries(probe.headers ?? {}).map(([name, value]) => ` (${name}: ${value})`);
      broken.push(`${probe.method} ${probe.path}${sent.join('')}: ${faults.join('; or ')}`);
    }
  }
  return broken;
}

/** Every request with its right responses. */
export function probes(target: Target): Probe[] {
  const { dist, indexFile } = target;
  const lists = listsOf(dist);
  const [longest] = lists;
  const foreign = lists.find(({ path }) => /[^\p{ASCII}]/u.test(path));
  if (longest === undefined || longest.pages < 3) throw new Error(`${dist} has no list of three pages`);
  if (foreign === undefined || foreign.pages < 2) throw new Error(`${dist} has no long list of a foreign name`);
  const plain = ['', 'latest', 'providers', 'categories', 'languages'].map((name) =>
    name === 'latest' ? folderOf('latest') : `${apiRoot}${name && `/${name}`}`,
  );
  const [linkhash] = readdirSync(join(dist, folderOf('course')));
  const course = folderOf('course', linkhash);
  const get = (path: string, answer: Answer) => probeAt(target, path, answer);
  return [
    ...[...plain, course].flatMap((folder) => {
      const path = `/${encodePath(folder)}/`;
      const answer = entryFound(target, `${folder}/${indexFile}`);
      return [get(path, answer), get(`${path}?page=2`, answer), get(`${path}?page=abc`, answer)];
    }),
    ...[longest, foreign].flatMap((list) => pagesByPath(target, list)),
    ...queriesFor(longest.pages)
      // A host that ignores the query may still refuse one that cannot be decoded.
      .filter(({ text }) => target.capabilities.pageQuery !== 'no' || isDecodable(text))
      .map((query) => queryProbe(target, longest, query)),
    queryProbe(target, foreign, { text: '?page=2', page: 2, plain: true }),
    ...unknownPaths(longest, course).map((path) =>
      get(path, path.startsWith('/api/') ? notFound(target) : missingIn(target)),
    ),
    ...methodProbes(target, [`/${folderOf('providers')}/`, encodePath(longest.path), `/${course}/`]),
  ];
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function pagesByPath(target: Target, { path, pages }: PagedList): Probe[] {
  return Array.from({ length: pages }, (_, index) => `${path}${pageSegment}/${index + 1}/`).map((folder) =>
    probeAt(target, encodePath(folder), entryFound(target, `${folder}${target.indexFile}`)),
  );
}

/** Addresses of nothing, below an existing one. */
function unknownPaths({ path, pages: last }: PagedList, course: string): string[] {
  const pages = `${encodePath(path)}${pageSegment}`;
  return [
    ...words`unknown/ categories/999999/ categories/999999/?page=2 categories/abc/ categories/%2A/ categories/*/?page=2
      languages/*/courses/ languages/Klingon/courses/ languages/%E2%98%83/courses/`.map((one) => `/${apiRoot}/${one}`),
    `/${course.replace(/[^/]+$/u, '0'.repeat(32))}/`,
    ...['', '0/', '02/', `${last + 1}/`].map((page) => `${pages}/${page}`),
    '/unknown',
  ];
}

function methodProbes(target: Target, paths: readonly string[]): Probe[] {
  const { capabilities } = target;
  return paths.flatMap((path) => {
    const head = entryFound(target, `${decodeURIComponent(path).slice(1)}${target.indexFile}`);
    const answers: [method: string, answer: Answer][] = [
      ['HEAD', { ...head, bodies: [''] }],
      ...(capabilities.options === 'no' ? [] : [['OPTIONS', optionsAnswer(target)] satisfies [string, Answer]]),
      ...(capabilities.methodNotAllowed === 'no' ? [] : unsupportedMethods).map((method): [string, Answer] => [
        method,
        refused(target, method),
      ]),
    ];
    const asked = answers.map(([method, answer]) => probeAt(target, path, answer, { method }));
    // Also the address that redirects to it.
    const withoutSlash = path.replace(/\/$/u, '');
    return capabilities.options === 'no'
      ? asked
      : [...asked, probeAt(target, withoutSlash, optionsAnswer(target), { method: 'OPTIONS' })];
  });
}

/** A request for a page of a list. */
export function queryProbe(target: Target, list: PagedList, { text, page, plain }: Query): Probe {
  return probeAt(target, `${encodePath(list.path)}${text}`, answersTo(target, list, page, plain));
}

/** The files that may be sent for a list if the promised page is requested. */
function answersTo(target: Target, { path, pages }: PagedList, promised: number | undefined, plain: boolean): Answer[] {
  const pageQuery = target.capabilities.pageQuery;
  const answer = (page: number | undefined): Answer =>
    page === undefined ? notFound(target) : entryFound(target, `${path}${pageSegment}/${page}/${target.indexFile}`);
  if (pageQuery === 'no') return [answer(1)];
  if (pageQuery === 'yes' || plain) return [answer(promised)];
  return [undefined, ...Array.from({ length: pages }, (_, index) => index + 1)].map(answer);
}

function entryFound({ baseUrl, builtFor, dist, capabilities }: Target, file: string): Answer {
  const kind = file.includes(folderOf('course').replace(/\/$/u, '')) ? 'views' : 'default';
  return {
    status: [200],
    bodies: [readFileSync(join(dist, file), 'utf8').replaceAll(builtFor ?? baseUrl, baseUrl)],
    headers: {
      'content-type': capabilities.headers === 'no' ? /^application\/json\s*(?:;|$)/u : contentType,
      ...(capabilities.headers === 'no'
        ? {}
        : {
            ...sharedHeaders(capabilities),
            'cache-control': builtFor === undefined ? cacheControl[kind] : 'no-store',
          }),
    },
  };
}

function notFound({ dist, capabilities }: Target): Answer {
  // A host that sends one file at all missing addresses sends it as a page.
  const file = capabilities.jsonNotFound === 'partly' ? '404.html' : '404.json';
  return {
    status: [404],
    ...(capabilities.jsonNotFound === 'no' ? {} : { bodies: [readFileSync(join(dist, file), 'utf8')] }),
    headers: {
      ...(capabilities.jsonNotFound === 'yes' ? { 'content-type': /^application\/json\s*(?:;|$)/u } : {}),
      ...(capabilities.headers === 'yes' ? { ...sharedHeaders(capabilities), 'content-type': contentType } : {}),
    },
  };
}

/** The answer outside the API: a page for people, if the host can send it, with links that work at any address. */
export function missingIn({ baseUrl, dist, capabilities }: Omit<Target, 'indexFile' | 'builtFor'>): Answer {
  const paths = ['not-found.html', '404.html', '404.json'].map((name) => join(dist, name));
  const [page = ''] = paths.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
  if (page.includes('<!doctype html>') && (capabilities.headers !== 'no' || capabilities.jsonNotFound === 'partly')) {
    const [, prefix = ''] = /="([^"]*)\/pages\.css"/u.exec(page) ?? [];
    const body = page.replaceAll(`="${prefix}/`, `="${prefixOf(baseUrl).replaceAll("'", '&#39;')}/`);
    return { status: [404], bodies: [body], headers: { 'content-type': /^text\/html/u } };
  }
  const bodies = [readFileSync(join(dist, '404.json'), 'utf8')];
  return { status: [404], ...(capabilities.jsonNotFound === 'no' ? {} : { bodies }) };
}

function refused({ dist, capabilities }: Target, method: string): Answer {
  if (capabilities.methodNotAllowed !== 'yes') return { status: [405] };
  const named = methodNotAllowed(method);
  return {
    status: [405],
    bodies: [named, `${named}\n`, readFileSync(join(dist, '405.json'), 'utf8')],
    headers: {
      ...(capabilities.headers === 'yes' ? sharedHeaders(capabilities) : {}),
      'content-type': contentType,
      allow: allowedMethods,
    },
  };
}

function optionsAnswer({ capabilities }: Target): Answer {
  if (capabilities.options !== 'yes') return { status: [200, 204] };
  return {
    status: [200, 204],
    headers: { ...(capabilities.headers === 'yes' ? sharedHeaders(capabilities) : {}), allow: allowedMethods },
  };
}

/** The headers of every response; `Allow` only if the host can refuse methods. */
function sharedHeaders(capabilities: Capabilities): Record<string, string | RegExp> {
  const { Allow, Vary, ...others } = apiHeaders;
  return {
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name.toLowerCase(), value])),
    vary: new RegExp(`(?:^|,)\\s*${Vary}\\s*(?:,|$)`, 'iu'),
    ...(capabilities.methodNotAllowed === 'yes' ? { allow: Allow } : {}),
  };
}

/** What is wrong with a response; empty if nothing is. */
function faultOf(response: Response, { status, bodies, headers = {} }: Answer): string {
  if (!status.includes(response.status)) return `status ${response.status} and not ${status.join(' or ')}`;
  const text = textOf(response);
  if (bodies !== undefined && !bodies.includes(text)) return `the body is ${JSON.stringify(text.slice(0, 100))}`;
  const wrong = Object.entries(headers).filter(([name, expected]) => {
    const value = response.headers.get(name);
    // An empty text stands for none.
    if (expected === '') return value !== undefined;
    return value === undefined || (typeof expected === 'string' ? value !== expected : !expected.test(value));
  });
  return wrong.map(([name]) => `${name} is ${JSON.stringify(response.headers.get(name))}`).join(', ');
}

function textOf({ headers, body }: Response): string {
  const coding = headers.get('content-encoding');
  if (body.length === 0 || coding === undefined) return body.toString();
  if (coding === 'gzip') return gunzipSync(body).toString();
  if (coding === 'br') return brotliDecompressSync(body).toString();
  throw new Error(`unknown coding ${coding}`);
}

/** Content types by file name suffix, the first match counts. On hosts without configurable types `plainTypes` apply. */
const commonTypes = [
  ['.html', /^text\/html/u],
  ['.txt', /^text\/plain/u],
  ['.js', /^(?:text|application)\/javascript/u],
  ['.css', /^text\/css/u],
  ['.svg', /^image\/svg\+xml/u],
  ['.json', /^application\/json/u],
] as const;
const types: readonly (readonly [string, RegExp])[] = [
  ['feed.xml', /^application\/atom\+xml/u],
  ['feed.json', /^application\/feed\+json/u],
  ['.ics', /^text\/calendar/u],
  ['.jsonld', /^application\/ld\+json/u],
  ['api-catalog', /^application\/linkset\+json; ?profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/u],
  ['.ndjson.gz', /^application\/gzip$/u],
  ['.ndjson', /^application\/x-ndjson$/u],
  ['.csv', /^text\/csv/u],
  ['.parquet', /^application\/vnd\.apache\.parquet$/u],
  ['.xml', /^(?:text|application)\/xml/u],
  ...commonTypes,
];
const plainTypes: typeof types = [
  ['.xml', /^(?:text|application)\/(?:atom\+)?xml/u],
  [dcatPath, /./u],
  [apiCatalogPath, /./u],
  ['.ndjson.gz', /./u],
  ['.ndjson', /./u],
  ['.csv', /./u],
  ['.ics', /./u],
  ['.parquet', /./u],
  ...commonTypes,
];

/** What is compressed itself, and never once more. */
export const packed = /\.(?:gz|parquet)$/u;

const pageHeaders = (file: string) => {
  const policy = /^(?:courses|docs|downloads|providers|categories|languages)\//u.test(file)
    ? pagePolicyHeader
    : pagePolicy;
  const ancestors = file.startsWith('embed/') ? '*' : "'none'";
  return { 'content-security-policy': `${policy}; frame-ancestors ${ancestors}`, 'referrer-policy': 'no-referrer' };
};

interface OnePolicy {
  /** Whether the host sends the policy of course pages with every page but that for frames; the front page has a stricter one in itself. */
  readonly onePolicy?: boolean;
}

/** The required responses; `kept` is the Cache-Control of all files, if it differs from that of a published site. */
export function siteProbes(target: Target & OnePolicy, kept?: string): Probe[] {
  const { baseUrl, builtFor = baseUrl, dist, capabilities, onePolicy } = target;
  const get = (path: string, ...answers: Answer[]) => probeAt(target, path, answers);
  const moved = (path: string) => ({
    status: [301, 302, 307, 308],
    headers: { location: new RegExp(`${literal(`${prefixOf(baseUrl)}${path}`)}$`, 'iu') },
  });
  const files = siteFilesIn(dist).flatMap((file) => {
    const inBuild = fileAnswer(
      dist,
      file,
      capabilities.headers === 'no' ? undefined : (kept ?? keptFor(file)),
      onePolicy,
    );
    // The reference and its document name the address of the preview that shows them.
    const isReference = file === 'docs/index.html' || file === 'openapi.json';
    const bodies = inBuild.bodies?.map((body) => (isReference ? body.replaceAll(builtFor, baseUrl) : body));
    const answer = { ...inBuild, ...(bodies && { bodies }) };
    const path = `/${encodePath(file)}`;
    const folder = path.replace(/index\.html$/u, '');
    if (folder === path) {
      const forGzip = packed.test(file) ? [{ ...get(path, answer), headers: { 'accept-encoding': 'gzip' } }] : [];
      return [get(path, answer), ...forGzip, { ...get(path, { ...answer, bodies: [''] }), method: 'HEAD' }];
    }
    return [get(folder, answer), get(`${folder}?page=2`, answer), get(path, answer, moved(folder))];
  });
  const missing = missingIn(target);
  return [
    ...files,
    ...words`/docs /courses/0123456789abcdef0123456789abcdef /providers /providers/1/page/2 /languages/English`.map(
      (path) => get(path, moved(`${path}/`)),
    ),
    ...['/docs/none/', '/none.html'].map((path) => get(path, missing)),
    // What no person opens may be answered in either way.
    ...['/docs/assets/none.js', '/schemas/none.json'].map((path) =>
      get(path, missing, { status: [404], bodies: [readFileSync(join(dist, '404.json'), 'utf8')] }),
    ),
  ];
}

/** The required response for a file of the site; with its Cache-Control, if the host can set one. */
export function fileAnswer(dist: string, file: string, kept: string | undefined, onePolicy = false): Answer {
  const known = kept === undefined ? plainTypes : types;
  const [, type] = known.find(([end]) => file.endsWith(end)) ?? [];
  if (type === undefined) throw new Error(`${file} has no type`);
  const headers = kept !== undefined && {
    'cache-control': kept,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    ...(file.endsWith('.html') && pageHeaders(onePolicy && !file.startsWith('embed/') ? 'courses/' : file)),
    ...(packed.test(file) && { 'content-encoding': '' }),
    // On a host with one set of headers for all files there is none.
    ...(!onePolicy && { link: file === apiCatalogPath ? /^<api-catalog>; ?rel="?api-catalog"?$/u : '' }),
  };
  return {
    status: [200],
    bodies: [readFileSync(join(dist, file), 'utf8')],
    headers: { 'content-type': type, ...headers },
  };
}

/** The Cache-Control of a file of a published site. */
export function keptFor(file: string): string {
  return file.startsWith('docs/assets/') ? 'public, max-age=31536000, immutable' : cacheControl.default;
}

function literal(text: string): string {
  // Hosts differ in whether they encode an apostrophe.
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&').replaceAll("'", "(?:'|%27)");
}
