// Defects of paging, and of a host: links, counts, the end of a list, statuses, headers, methods and silence.
import { replyTo, type ApiRequest, type Defect, type Reply } from '../service.ts';
import {
  type Defective,
  type Variation,
  engineering,
  inBody,
  inReplies,
  inTurn,
  isList,
  isPage,
  type Json,
  notFound,
  recordsOf,
  always,
  hash,
  isView,
  view,
} from './altering.ts';

export const walkingDefects: readonly Defective[] = [
  [
    'page-loop | page-query page-unknown',
    'repeats page 1',
    (_, request) => replyTo({ ...request, page: null }),
    { advice: 'the host ignores ?page=; build with --page-links path' },
  ],
  [
    'link-base',
    'https://old.example/repo/api/v1/',
    inBody(isList, ({ next, previous }) => ({ next: elsewhere(next), previous: elsewhere(previous) })),
    { advice: 'build with --base-url {base}' },
  ],
  [
    'next link-base',
    'https://elsewhere.example/more',
    inBody(isList, ({ next }) => ({ next: next && 'https://elsewhere.example/more' })),
  ],
  [
    'next',
    'next of page 1 is "?page=2"',
    inBody(isList, ({ next }) => ({ next: typeof next === 'string' ? new URL(next).search : null })),
  ],
  ['| next-by-path', '/page/2/', byPath],
  [
    'page-end | next-by-path',
    'repeats page 1',
    (reply, request) => byPath(reply, { ...request, path: request.path.replace(/page\/\d+\/$/u, 'page/1/') }),
  ],
  [
    'count next page-number previous parent-courses list-complete | page-unknown',
    /^count is 9 on page 1 of .*; up to page 2 there are 5 items$/u,
    inBody(isPage(null), ({ next }) => ({ next: String(next).replace('=2', '=3') })),
  ],
  ['page-end', /^page 4 of .* repeats the courses of page 1$/u, endless],
  [
    'page-end | page-query',
    /^page 2 of .* repeats the courses of page 1$/u,
    inBody(isList, (body, request) => {
      const results = recordsOf(JSON.parse(replyTo({ ...request, page: null }).body));
      return { results: results.slice(0, recordsOf(body).length) };
    }),
  ],
  ['count', /^count is 9 on page 1 of .*; up to page 6 there are 12 items$/u, further(3)],
  ['page-end', /^count is 9 for .*, there are 12 items up to page 6, but it has a next page$/u, further(4)],
  ['count page-end', /^count is 9 on page 1 of .*, but 10 on page 2$/u, further(Infinity, 10)],
  ['page-number', '?page=1 answered 404', inReplies(({ page }) => page === '1', notFound)],
  ['page-end', 'page 2 is empty', emptyPage],
  [
    'count',
    /^count is 10 on page 1 of .*; up to page 3 there are 9 items$/u,
    inBody(engineering, ({ count }) => ({ count: Number(count) + 1 })),
    { curl: "curl -sS -i '{base}/api/v1/categories/10/?page=3'" },
  ],
  ['count', 'but 1 on page 2', inBody(isPage('2'), { count: 1 })],
  ['previous', 'previous of page 2 is null', inBody(isList, { previous: null })],
  [
    'previous',
    /previous of page 3 is ".*\?page=1"/u,
    inBody(isPage('3'), ({ previous }) => ({ previous: String(previous).replace('=2', '=1') })),
  ],
  ['previous', 'previous of page 2 is "?size=4&page=3"', inBody(isPage('2'), { previous: '?size=4&page=3' })],
  [
    'previous',
    /^previous of page 2 is ".*\/categories\/20\/"$/u,
    inBody(isPage('2'), (_, { base }) => ({ previous: `${base}/api/v1/categories/20/` })),
  ],
  ['previous', /^previous of page 1 is ".*\?page=2"$/u, inBody(isPage(null), ({ next }) => ({ previous: next }))],
];

/** What a service may do. */
export const walkingVariations: readonly Variation[] = [
  ['has previous links in a form of its own', inBody(isPage('2'), { previous: '?size=4&page=1' })],
];

/** The same address at another base. */
function elsewhere(link: unknown): unknown {
  return typeof link === 'string' ? link.replace(/^.*(?=\/api\/v1\/)/u, 'https://old.example/repo') : link;
}

/** As a build with path links has it; the query works nevertheless. */
function byPath(reply: Reply, request: ApiRequest): Reply {
  const [, path, page] = /^(.*\/)page\/(\d+)\/$/u.exec(request.path) ?? [];
  const { body, ...rest } = path === undefined || page === undefined ? reply : replyTo({ ...request, path, page });
  return { ...rest, body: body.replaceAll(/\?page=(\d+)"/gu, 'page/$1/"') };
}

/** Leads back to page 1 under another number. */
function endless(reply: Reply, request: ApiRequest): Reply {
  const { base, path, page, method } = request;
  const number = Number(page ?? 1);
  if (path !== engineering || method !== 'GET' || !(number > 0)) return reply;
  const address = `${base}/api/v1/${path}`;
  const { body, ...rest } = replyTo({ ...request, page: String(((number - 1) % 3) + 1) });
  const previous = number > 1 ? `${address}?page=${number - 1}` : null;
  return { ...rest, body: JSON.stringify({ ...JSON.parse(body), next: `${address}?page=${number + 1}`, previous }) };
}

/** Pages of one course after the three of the longest list; from page 2 on, `count` may keep increasing. */
function further(pages: number, count?: number): Defect {
  return (reply, request) => {
    const { path, page, base, method } = request;
    const number = Number(page ?? 1);
    const last = 3 + pages;
    if (path !== engineering || method !== 'GET' || !(number >= 1 && number <= last)) return reply;
    const { body, ...rest } = replyTo({ ...request, page: String(Math.min(3, number)) });
    const original: Json = JSON.parse(body);
    const address = `${base}/api/v1/${path}`;
    const changed = {
      ...original,
      ...(count !== undefined && number > 1 && { count: count + number - 2 }),
      next: number < last ? `${address}?page=${number + 1}` : null,
      ...(number > 3 && { previous: `${address}?page=${number - 1}`, results: recordsOf(original).slice(-1) }),
    };
    return { ...rest, body: JSON.stringify(changed) };
  };
}

/** The page after the last one exists, and the last one links to it. */
function emptyPage(reply: Reply, { path, page, base, method }: ApiRequest): Reply {
  if (path !== 'categories/20/' || method !== 'GET') return reply;
  const address = `${base}/api/v1/${path}`;
  const body =
    page === '2'
      ? { count: 4, next: `${address}?page=3`, previous: address, results: [], title: 'Arts' }
      : { ...JSON.parse(reply.body), next: page === null ? `${address}?page=2` : null };
  return { ...reply, status: page === '2' ? 200 : reply.status, body: JSON.stringify(body) };
}

const html = { 'Content-Type': 'text/html' };
const isHead = ({ method }: ApiRequest, { status }: Reply) => method === 'HEAD' && status === 200;

/** The number of addresses whose methods and headers are tried: one of each kind. */
const probed = 7;
/** The statuses of a service that accepts writes. */
const accepted: Readonly<Record<string, number>> = { POST: 200, PUT: 201, PATCH: 200, DELETE: 201 };
/** Where an address without its trailing slash must not lead. */
const otherPlaces: readonly ((asked: ApiRequest) => string)[] = [
  () => 'https://elsewhere.example/',
  () => '/',
  ({ pathname }) => pathname,
  ({ pathname }) => `${pathname}/?x=1`,
  () => 'http://[',
];

export const hostDefects: readonly Defective[] = [
  [
    'unknown | page-unknown',
    'answered 200',
    inReplies((_, { status }) => status === 404, { status: 200, headers: html, body: '<html>' }),
    { advice: 'turn off the fallback page for unknown addresses (single-page application mode)' },
  ],
  [
    '| unknown-body',
    'answered 403',
    inReplies(({ page }, { status }) => status === 404 && page === null, { status: 403 }),
  ],
  [
    '| unknown-body',
    'Content-Type is "text/html"; the body is "<p>"',
    inReplies((_, { status }) => status === 404, { headers: html, body: '<p>' }),
  ],
  [
    '| unknown-body',
    '/languages/No%20such%20language/courses/ answered 200',
    inReplies(({ path }, { status }) => status === 404 && path.startsWith('languages/No'), {
      status: 200,
      body: '{"count":0,"next":null,"previous":null,"results":[]}',
    }),
  ],
  [
    '| formats',
    /dcat\.jsonld: Content-Type is "application\/octet-stream"; Access-Control-Allow-Origin is missing$/u,
    inReplies(({ pathname }) => pathname === '/catalog/dcat.jsonld', {
      status: 200,
      headers: { 'Content-Type': 'application/octet-stream', 'Access-Control-Allow-Origin': undefined },
    }),
    { curl: "curl -sS -I -H 'Origin: https://reader.example' '{base}/dcat.jsonld'" },
  ],
  [
    '| formats',
    /build\.json counts 9 courses of 3 providers, but the provider list has \d+ courses of 3 providers: one of them is from another build$/u,
    inReplies(({ pathname }) => pathname === '/catalog/build.json', {
      status: 200,
      body: '{"interface":"v1","courses":9,"providers":3}',
    }),
  ],
  [
    '| formats',
    /languages\/: Content-Type is "text\/plain"$/u,
    inReplies(({ pathname }) => pathname === '/catalog/languages/', {
      status: 200,
      headers: { 'Content-Type': 'text/plain' },
    }),
  ],
  [
    '| formats',
    'dumps/a.csv answered 301',
    (reply, { pathname }) => {
      const resources = ['a.csv', 'b.ndjson.gz'].map((path) => ({ path }));
      const cors = Object.fromEntries(['Origin', 'Headers'].map((name) => [`Access-Control-Allow-${name}`, '*']));
      const gzip = { 'Content-Type': 'application/gzip', ...cors };
      if (pathname === '/catalog/dumps/b.ndjson.gz')
        return { ...reply, status: 200, headers: { ...gzip, 'Content-Encoding': 'gzip' } };
      return pathname === '/catalog/dumps/datapackage.json'
        ? { ...reply, status: 200, body: JSON.stringify({ resources }) }
        : reply;
    },
  ],
  ['content-type | unknown-body methods-body', 'is "text/html"', inReplies(always, { headers: html })],
  ['vary', 'Vary is missing', inReplies(always, { headers: { Vary: undefined } })],
  ['vary', 'HEAD: Vary is', inReplies(isHead, { headers: { Vary: 'Origin' } })],
  [
    '| vary allow options methods',
    'Vary is missing',
    inReplies(always, { headers: { Vary: undefined, Allow: undefined } }),
  ],
  ['| allow options methods', 'Allow is missing', inReplies(always, { headers: { Allow: undefined } })],
  ['| allow', 'HEAD: Allow is', inReplies(isHead, { headers: { Allow: 'GET' } })],
  [
    '| cors cors-headers',
    'Access-Control-Allow-Origin is ',
    inReplies(always, { headers: { 'Access-Control-Allow-Origin': undefined } }),
    { curl: "curl -sS -i -H 'Origin: https://reader.example' '{base}/api/v1/courses/latest/'" },
  ],
  [
    '| cors-headers',
    'OPTIONS: Access-Control-Allow-Headers is "If-None-Match"',
    inReplies(({ method }) => method === 'OPTIONS', { headers: { 'Access-Control-Allow-Headers': 'If-None-Match' } }),
    {
      curl:
        "curl -sS -i -X OPTIONS -H 'Origin: https://reader.example' -H 'Access-Control-Request-Method: GET' " +
        "-H 'Access-Control-Request-Headers: cache-control,if-none-match,range,traceparent,x-requested-with' " +
        "'{base}/api/v1/courses/latest/'",
    },
  ],
  [
    '| cors-headers',
    'Access-Control-Expose-Headers is missing',
    inReplies(always, { headers: { 'Access-Control-Expose-Headers': undefined } }),
  ],
  [
    'head',
    'answered 404',
    inReplies(({ method }) => method === 'HEAD', notFound),
    { curl: "curl -sS -I '{base}/api/v1/courses/latest/'" },
  ],
  ['head', 'HEAD: Content-Type is "text/html", but "application/json" for GET', inReplies(isHead, { headers: html })],
  ['head', 'HEAD: Content-Length is "', lengths((length) => ({ 'Content-Length': String(length + 1) }))],
  [
    '| options cors-headers',
    'OPTIONS: {base}/api/v1/courses/latest/ answered 405',
    inReplies(({ method }) => method === 'OPTIONS', { status: 405 }),
    { curl: "curl -sS -i -X OPTIONS '{base}/api/v1/courses/latest/'" },
  ],
  [
    'read-only',
    'POST: {base}/api/v1/courses/latest/ answered 200',
    (reply, { method }) => ({ ...reply, status: accepted[method] ?? reply.status }),
    { curl: "curl -sS -i -X POST '{base}/api/v1/courses/latest/'", failures: 4 * probed },
  ],
  [
    '| methods methods-body',
    'PUT: ',
    inTurn(
      ({ method }) => method === 'PUT',
      [302, 403, 501].map((status) => inReplies(always, { status })),
    ),
    { failures: probed },
  ],
  [
    '| methods methods-body',
    'POST: ',
    (reply, asked) => (reply.status === 405 ? replyTo({ ...asked, method: 'GET' }) : reply),
  ],
  ['| last-slash', '{base}/api/v1/courses/latest answered 404', inReplies((_, { status }) => status === 301, notFound)],
  [
    '| last-slash',
    /\/api\/v1\/\S+ answered 301, to "/u,
    inTurn(
      (_, { status }) => status === 301,
      otherPlaces.map(
        (place) => (reply, asked) => inReplies(always, { headers: { Location: place(asked) } })(reply, asked),
      ),
    ),
    { failures: probed },
  ],
  [
    '| encoded-names',
    '/languages/%45%6e%67%6c%69%73%68/courses/ answered 404',
    inReplies(({ pathname }) => /%[0-9a-f]*[a-f]/u.test(pathname), notFound),
  ],
  [
    'status',
    '/languages/%E4%B8%AD%E6%96%87/courses/ answered 404',
    inReplies(({ path }) => path === 'languages/中文/courses/', notFound),
  ],
  [
    'course-view',
    'answered 302, to',
    inReplies(isView, { status: 302, headers: { Location: `/catalog/api/v1/${view}` } }),
  ],
  [
    'json',
    'answered with "{\\"title',
    (reply, asked) => (isView(asked) ? { ...reply, body: reply.body.slice(0, 100) } : reply),
  ],
  [
    'answers',
    `/api/v1/courses/view/${hash}/: no answer within 15 s`,
    (reply, asked) => (isView(asked) ? undefined : reply),
    // Longer than any other answer takes on a busy machine.
    { timeout: 15 },
  ],
  ['answers', 'answered 503, 2 times', inReplies(isView, { status: 503, body: '' }), { retries: 1 }],
];

/** What a service may do. */
export const hostVariations: readonly Variation[] = [
  ['has the same length for HEAD', lengths((length) => ({ 'Content-Length': String(length) }))],
  ['has no length for HEAD', lengths(() => ({}))],
  [
    'has another length for HEAD, in another encoding',
    lengths(() => ({ 'Content-Length': '3', 'Content-Encoding': 'gzip' })),
  ],
  ['is busy for a while', busyTwice(), { retries: 2 }],
];

function busyTwice(): Defect {
  let left = 2;
  return (reply, asked) => {
    if (!isView(asked) || left === 0) return reply;
    left -= 1;
    return { ...reply, status: 429, headers: { ...reply.headers, 'Retry-After': '0' } };
  };
}

/** Sends the length of every body, and other headers for HEAD. */
function lengths(head: (length: number) => Record<string, string>): Defect {
  return (reply, { method }) => {
    const length = Buffer.byteLength(reply.body);
    const sent = method === 'HEAD' ? head(length) : { 'Content-Length': String(length) };
    return { ...reply, headers: { ...reply.headers, ...sent } };
  };
}
