// Probes: the requests that every host is tested with, and the right responses, depending on its abilities.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { allow, apiHeaders, cacheControl, contentType, methodNotAllowed } from '../../src/api/http.ts';
import { apiRoot, folderOf, pagesFolder, type IndexFile } from '../../src/api/routes.ts';
import type { Abilities } from '../../src/hosts/host.ts';
import { words } from '../words.ts';
import { ask, type RawRequest, type Response } from './servers/ask.ts';
import { encodePath, listsOf, type PagedList } from './servers/lists.ts';
import { queriesFor, type Query } from './servers/queries.ts';

/** The target of probes: a listening host, and the build that it serves. */
export interface Target {
  /** Where it listens and what the build was made for, including the path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** The build; bodies are compared with its files. It has a list of three pages, and one of a language that is not ASCII. */
  readonly dist: string;
  readonly indexFile: IndexFile;
  /** `hosts[name].can`: what is promised. `no` promises only that `?page=` is ignored. */
  readonly can: Abilities;
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
 * `expect(await brokenProbes({ baseUrl, dist, indexFile: 'index.json', can: hosts.netlify.can })).toEqual([])`.
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
      const answer = found(target, `${folder}/${indexFile}`);
      return [get(path, answer), get(`${path}?page=2`, answer), get(`${path}?page=abc`, answer)];
    }),
    ...[longest, foreign].flatMap((list) => pagesByPath(target, list)),
    ...queriesFor(longest.pages)
      // A host that ignores the query may still refuse one that cannot be decoded.
      .filter(({ text }) => target.can.pageQuery !== 'no' || isDecodable(text))
      .map((query) => queryProbe(target, longest, query)),
    queryProbe(target, foreign, { text: '?page=2', page: 2, plain: true }),
    ...unknownPaths(longest, course).map((path) => get(path, notFound(target))),
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
  return Array.from({ length: pages }, (_, index) => `${path}${pagesFolder}/${index + 1}/`).map((folder) =>
    probeAt(target, encodePath(folder), found(target, `${folder}${target.indexFile}`)),
  );
}

/** Addresses of nothing, below an existing one. */
function unknownPaths({ path, pages: last }: PagedList, course: string): string[] {
  const pages = `${encodePath(path)}${pagesFolder}`;
  return [
    ...words`unknown/ categories/999999/ categories/999999/?page=2 categories/abc/ categories/%2A/ categories/*/?page=2
      languages/*/courses/ languages/Klingon/courses/ languages/%E2%98%83/courses/`.map((one) => `/${apiRoot}/${one}`),
    `/${course.replace(/[^/]+$/u, '0'.repeat(32))}/`,
    ...['', '0/', '02/', `${last + 1}/`].map((page) => `${pages}/${page}`),
    '/unknown',
  ];
}

function methodProbes(target: Target, paths: readonly string[]): Probe[] {
  const { can } = target;
  return paths.flatMap((path) => {
    const head = found(target, `${decodeURIComponent(path).slice(1)}${target.indexFile}`);
    const answers: [method: string, answer: Answer][] = [
      ['HEAD', { ...head, bodies: [''] }],
      ...(can.options === 'no' ? [] : [['OPTIONS', optionsAnswer(target)] satisfies [string, Answer]]),
      ...(can.methodNotAllowed === 'no' ? [] : unsupportedMethods).map((method): [string, Answer] => [
        method,
        refused(target, method),
      ]),
    ];
    return answers.map(([method, answer]) => probeAt(target, path, answer, { method }));
  });
}

/** A request for a page of a list. */
export function queryProbe(target: Target, list: PagedList, { text, page, plain }: Query): Probe {
  return probeAt(target, `${encodePath(list.path)}${text}`, answersTo(target, list, page, plain));
}

/** The files that may be sent for a list if the promised page is requested. */
function answersTo(target: Target, { path, pages }: PagedList, promised: number | undefined, plain: boolean): Answer[] {
  const pageQuery = target.can.pageQuery;
  const answer = (page: number | undefined): Answer =>
    page === undefined ? notFound(target) : found(target, `${path}${pagesFolder}/${page}/${target.indexFile}`);
  if (pageQuery === 'no') return [answer(1)];
  if (pageQuery === 'yes' || plain) return [answer(promised)];
  return [undefined, ...Array.from({ length: pages }, (_, index) => index + 1)].map(answer);
}

function found({ baseUrl, builtFor, dist, can }: Target, file: string): Answer {
  const kind = file.includes(folderOf('course').replace(/\/$/u, '')) ? 'courses' : 'lists';
  return {
    status: [200],
    bodies: [readFileSync(join(dist, file), 'utf8').replaceAll(builtFor ?? baseUrl, baseUrl)],
    headers: {
      'content-type': can.headers === 'no' ? /^application\/json\s*(?:;|$)/u : contentType,
      ...(can.headers === 'no'
        ? {}
        : { ...sharedHeaders(can), 'cache-control': builtFor === undefined ? cacheControl[kind] : 'no-store' }),
    },
  };
}

function notFound({ dist, can }: Target): Answer {
  return {
    status: [404],
    ...(can.jsonNotFound === 'no' ? {} : { bodies: [readFileSync(join(dist, '404.json'), 'utf8')] }),
    headers: {
      ...(can.jsonNotFound === 'yes' ? { 'content-type': /^application\/json\s*(?:;|$)/u } : {}),
      ...(can.headers === 'yes' ? { ...sharedHeaders(can), 'content-type': contentType } : {}),
    },
  };
}

function refused({ dist, can }: Target, method: string): Answer {
  if (can.methodNotAllowed !== 'yes') return { status: [405] };
  const named = methodNotAllowed(method);
  return {
    status: [405],
    bodies: [named, `${named}\n`, readFileSync(join(dist, '405.json'), 'utf8')],
    headers: { ...(can.headers === 'yes' ? sharedHeaders(can) : {}), 'content-type': contentType, allow },
  };
}

function optionsAnswer({ can }: Target): Answer {
  if (can.options !== 'yes') return { status: [200, 204] };
  return { status: [200, 204], headers: { ...(can.headers === 'yes' ? sharedHeaders(can) : {}), allow } };
}

/** The headers of every response; `Allow` only if the host can refuse methods. */
function sharedHeaders(can: Abilities): Record<string, string | RegExp> {
  const { Allow, Vary, ...others } = apiHeaders;
  return {
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name.toLowerCase(), value])),
    vary: new RegExp(`(?:^|,)\\s*${Vary}\\s*(?:,|$)`, 'iu'),
    ...(can.methodNotAllowed === 'yes' ? { allow: Allow } : {}),
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
