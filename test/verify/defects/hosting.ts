// Defects of a host: statuses, headers, methods and silence.
import { replyTo, type ApiRequest, type Defect, type Reply } from '../service.ts';
import { words } from '../../words.ts';
import { always, type Defective, type Variation, hash, inReplies, isView, notFound, view } from './altering.ts';

const html = { 'Content-Type': 'text/html' };
const isHead = ({ method }: ApiRequest, { status }: Reply) => method === 'HEAD' && status === 200;

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
    'dumps/a.csv answered 301',
    (reply, { pathname }) => {
      const resources = ['a.csv', 'b.ndjson.gz'].map((path) => ({ path }));
      const gzip = { 'Content-Type': 'application/gzip', 'Access-Control-Allow-Origin': '*' };
      if (pathname === '/catalog/dumps/b.ndjson.gz')
        return { ...reply, status: 200, headers: { ...gzip, 'Content-Encoding': 'gzip' } };
      return pathname === '/catalog/dumps/datapackage.json'
        ? { ...reply, status: 200, body: JSON.stringify({ resources }) }
        : reply;
    },
  ],
  ...['text/html', 'text/json', 'application/json; charset=iso-8859-1', 'application/json;charset="utf-16"'].map(
    (type) =>
      [
        'content-type | unknown-body methods-body',
        `is ${JSON.stringify(type)}`,
        inReplies(always, { headers: { 'Content-Type': type } }),
      ] as const,
  ),
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
    '| cors',
    'Access-Control-Allow-Origin is ',
    inReplies(always, { headers: { 'Access-Control-Allow-Origin': undefined } }),
    { curl: "curl -sS -i -H 'Origin: https://reader.example' '{base}/api/v1/courses/latest/'" },
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
    '| options',
    'OPTIONS: {base}/api/v1/courses/latest/ answered 405',
    inReplies(({ method }) => method === 'OPTIONS', { status: 405 }),
    { curl: "curl -sS -i -X OPTIONS '{base}/api/v1/courses/latest/'" },
  ],
  ...['POST', 'PUT', 'PATCH', 'DELETE']
    .flatMap((method) => [200, 201].map((status) => ({ method, status })))
    .map(
      ({ method, status }) =>
        [
          'read-only',
          `${method}: {base}/api/v1/courses/latest/ answered ${status}`,
          inReplies((asked) => asked.method === method, { status }),
          { curl: `curl -sS -i -X ${method} '{base}/api/v1/courses/latest/'` },
        ] as const,
    ),
  ...[302, 400, 403, 404, 501].map(
    (status) => ['| methods methods-body', 'PUT: ', inReplies(({ method }) => method === 'PUT', { status })] as const,
  ),
  [
    '| methods methods-body',
    'POST: ',
    (reply, asked) => (reply.status === 405 ? replyTo({ ...asked, method: 'GET' }) : reply),
  ],
  ['| last-slash', '{base}/api/v1/courses/latest answered 404', inReplies((_, { status }) => status === 301, notFound)],
  ...words`https://elsewhere.example/ / /catalog/api/v1/courses/latest /catalog/api/v1/courses/latest/?x=1 http://[`.map(
    (location) =>
      [
        '| last-slash',
        `answered 301, to ${JSON.stringify(location)}`,
        inReplies((_, { status }) => status === 301, { headers: { Location: location } }),
      ] as const,
  ),
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
    `/api/v1/courses/view/${hash}/: no answer within 2 s`,
    (reply, asked) => (isView(asked) ? undefined : reply),
    { timeout: 2 },
  ],
  ['answers', 'answered 503, 2 times', inReplies(isView, { status: 503, body: '' }), { retries: 1 }],
];

/** What a service may do. */
export const hostVariations: readonly Variation[] = [
  ...['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'].map(
    (type) => [`may send JSON as ${type}`, inReplies(always, { headers: { 'Content-Type': type } })] as const,
  ),
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
