// Defects of a host: statuses, headers, methods and silence.
import { replyTo, type ApiRequest, type Defect, type Reply } from '../service.ts';
import { words } from '../../words.ts';
import { always, type Defects, hash, inReplies, isView, notFound, ofEach, view } from './altering.ts';

const html = { 'Content-Type': 'text/html' };
const isHead = ({ method }: ApiRequest, { status }: Reply) => method === 'HEAD' && status === 200;

export const hostDefects: Defects = {
  'answers unknown addresses with an HTML page': {
    defect: inReplies((_, { status }) => status === 404, { status: 200, headers: html, body: '<html>' }),
    broken: ['unknown'],
    unsupported: ['page-unknown'],
    finding: 'answered 200',
    advice: 'turn off the fallback page for unknown addresses (single-page application mode)',
  },
  'answers unknown addresses with 403': {
    defect: inReplies(({ page }, { status }) => status === 404 && page === null, { status: 403 }),
    unsupported: ['unknown-body'],
    finding: 'answered 403',
  },
  'answers unknown addresses with 404 in HTML': {
    defect: inReplies((_, { status }) => status === 404, { headers: html, body: '<p>' }),
    unsupported: ['unknown-body'],
    finding: 'Content-Type is "text/html"; the body is "<p>"',
  },
  'answers an unknown filter with an empty list': {
    defect: inReplies(({ path }, { status }) => status === 404 && path.startsWith('languages/No'), {
      status: 200,
      body: '{"count":0,"next":null,"previous":null,"results":[]}',
    }),
    unsupported: ['unknown-body'],
    finding: '/languages/No%20such%20language/courses/ answered 200',
  },
  'sends a document beside the API with the type of any file': {
    defect: inReplies(({ pathname }) => pathname === '/catalog/dcat.jsonld', {
      status: 200,
      headers: { 'Content-Type': 'application/octet-stream', 'Access-Control-Allow-Origin': undefined },
    }),
    unsupported: ['formats'],
    finding: /dcat\.jsonld: Content-Type is "application\/octet-stream"; Access-Control-Allow-Origin is missing$/u,
    curl: "curl -sS -I -H 'Origin: https://reader.example' '{base}/dcat.jsonld'",
  },
  'names a dump that is not there, and encodes another one twice': {
    defect: (reply, { pathname }) => {
      const resources = ['a.csv', 'b.ndjson.gz'].map((path) => ({ path }));
      const gzip = { 'Content-Type': 'application/gzip', 'Access-Control-Allow-Origin': '*' };
      if (pathname === '/catalog/dumps/b.ndjson.gz')
        return { ...reply, status: 200, headers: { ...gzip, 'Content-Encoding': 'gzip' } };
      return pathname === '/catalog/dumps/datapackage.json'
        ? { ...reply, status: 200, body: JSON.stringify({ resources }) }
        : reply;
    },
    unsupported: ['formats'],
    finding: 'dumps/a.csv answered 301',
  },
  ...ofEach(
    ['text/html', 'text/json', 'application/json; charset=iso-8859-1', 'application/json;charset="utf-16"'],
    (type) => [
      `sends JSON as ${type}`,
      {
        defect: inReplies(always, { headers: { 'Content-Type': type } }),
        broken: ['content-type'],
        unsupported: ['unknown-body', 'methods-body'],
        finding: `is ${JSON.stringify(type)}`,
      },
    ],
  ),
  ...ofEach(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'], (type) => [
    `may send JSON as ${type}`,
    { defect: inReplies(always, { headers: { 'Content-Type': type } }) },
  ]),
  'lacks Vary': {
    defect: inReplies(always, { headers: { Vary: undefined } }),
    broken: ['vary'],
    finding: 'Vary is missing',
  },
  'lacks Vary for HEAD': {
    defect: inReplies(isHead, { headers: { Vary: 'Origin' } }),
    broken: ['vary'],
    finding: 'HEAD: Vary is',
  },
  'lacks Vary and Allow, as on a host that sets no headers': {
    defect: inReplies(always, { headers: { Vary: undefined, Allow: undefined } }),
    unsupported: ['vary', 'allow', 'options', 'methods'],
    finding: 'Vary is missing',
  },
  'lacks Allow': {
    defect: inReplies(always, { headers: { Allow: undefined } }),
    unsupported: ['allow', 'options', 'methods'],
    finding: 'Allow is missing',
  },
  'has another Allow for HEAD': {
    defect: inReplies(isHead, { headers: { Allow: 'GET' } }),
    unsupported: ['allow'],
    finding: 'HEAD: Allow is',
  },
  'blocks pages of other origins': {
    defect: inReplies(always, { headers: { 'Access-Control-Allow-Origin': undefined } }),
    unsupported: ['cors'],
    finding: 'Access-Control-Allow-Origin is ',
    curl: "curl -sS -i -H 'Origin: https://reader.example' '{base}/api/v1/courses/latest/'",
  },
  'refuses HEAD': {
    defect: inReplies(({ method }) => method === 'HEAD', notFound),
    broken: ['head'],
    finding: 'answered 404',
    curl: "curl -sS -I '{base}/api/v1/courses/latest/'",
  },
  'has another type for HEAD': {
    defect: inReplies(isHead, { headers: html }),
    broken: ['head'],
    finding: 'HEAD: Content-Type is "text/html", but "application/json" for GET',
  },
  'has another length for HEAD': {
    defect: lengths((length) => ({ 'Content-Length': String(length + 1) })),
    broken: ['head'],
    finding: 'HEAD: Content-Length is "',
  },
  'has the same length for HEAD': { defect: lengths((length) => ({ 'Content-Length': String(length) })) },
  'has no length for HEAD': { defect: lengths(() => ({})) },
  'has another length for HEAD, in another encoding': {
    defect: lengths(() => ({ 'Content-Length': '3', 'Content-Encoding': 'gzip' })),
  },
  'refuses OPTIONS': {
    defect: inReplies(({ method }) => method === 'OPTIONS', { status: 405 }),
    unsupported: ['options'],
    finding: 'OPTIONS: {base}/api/v1/courses/latest/ answered 405',
    curl: "curl -sS -i -X OPTIONS '{base}/api/v1/courses/latest/'",
  },
  ...ofEach(
    ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [200, 201].map((status) => ({ method, status }))),
    ({ method, status }) => [
      `answers ${method} with ${status}`,
      {
        defect: inReplies((asked) => asked.method === method, { status }),
        broken: ['read-only'],
        finding: `${method}: {base}/api/v1/courses/latest/ answered ${status}`,
        curl: `curl -sS -i -X ${method} '{base}/api/v1/courses/latest/'`,
      },
    ],
  ),
  ...ofEach([302, 400, 403, 404, 501], (status) => [
    `refuses PUT with ${status}`,
    {
      defect: inReplies(({ method }) => method === 'PUT', { status }),
      unsupported: ['methods', 'methods-body'],
      finding: 'PUT: ',
    },
  ]),
  'ignores the method': {
    defect: (reply, asked) => (reply.status === 405 ? replyTo({ ...asked, method: 'GET' }) : reply),
    unsupported: ['methods', 'methods-body'],
    finding: 'POST: ',
  },
  'has no redirect to the trailing slash': {
    defect: inReplies((_, { status }) => status === 301, notFound),
    unsupported: ['last-slash'],
    finding: '{base}/api/v1/courses/latest answered 404',
  },
  ...ofEach(
    words`https://elsewhere.example/ / /catalog/api/v1/courses/latest /catalog/api/v1/courses/latest/?x=1 http://[`,
    (location) => [
      `redirects to ${location} instead of the trailing slash`,
      {
        defect: inReplies((_, { status }) => status === 301, { headers: { Location: location } }),
        unsupported: ['last-slash'],
        finding: `answered 301, to ${JSON.stringify(location)}`,
      },
    ],
  ),
  'recognizes a language name in one encoding only': {
    defect: inReplies(({ pathname }) => /%[0-9a-f]*[a-f]/u.test(pathname), notFound),
    unsupported: ['encoded-names'],
    finding: '/languages/%45%6e%67%6c%69%73%68/courses/ answered 404',
  },
  'lacks the list of a language': {
    defect: inReplies(({ path }) => path === 'languages/中文/courses/', notFound),
    broken: ['status'],
    finding: '/languages/%E4%B8%AD%E6%96%87/courses/ answered 404',
  },
  'redirects in a circle': {
    defect: inReplies(isView, { status: 302, headers: { Location: `/catalog/api/v1/${view}` } }),
    broken: ['course-view'],
    finding: 'answered 302, to',
  },
  'truncates its JSON': {
    defect: (reply, asked) => (isView(asked) ? { ...reply, body: reply.body.slice(0, 100) } : reply),
    broken: ['json'],
    finding: 'answered with "{\\"title',
  },
  stalls: {
    defect: (reply, asked) => (isView(asked) ? undefined : reply),
    broken: ['answers'],
    finding: `/api/v1/courses/view/${hash}/: no answer within 2 s`,
    timeout: 2,
  },
  'is busy for a while': { defect: busyTwice(), retries: 2 },
  'is busy forever at one address': {
    defect: inReplies(isView, { status: 503, body: '' }),
    broken: ['answers'],
    finding: 'answered 503, 2 times',
    retries: 1,
  },
};

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
