// Defects of a host: statuses, headers, methods and silence.
import { type DefectRow, hash, view, withoutHeader, notFound } from './altering.ts';
import type { Defect } from '../service.ts';

export const hostDefects: readonly DefectRow[] = [
  {
    name: 'answers unknown addresses with an HTML page',
    defect: () => (reply) =>
      reply.status === 404
        ? { status: 200, headers: { ...reply.headers, 'Content-Type': 'text/html' }, body: '<html>' }
        : reply,
    broken: ['unknown'],
    unsupported: ['page-unknown'],
    finding: 'answered 200',
    advice: 'turn off the fallback page for unknown addresses (single-page application mode)',
  },
  {
    name: 'answers unknown addresses with 403',
    defect:
      () =>
      (reply, { page }) =>
        reply.status === 404 && page === null ? { ...reply, status: 403 } : reply,
    broken: [],
    unsupported: ['unknown-body'],
    finding: 'answered 403',
  },
  {
    name: 'answers unknown addresses with 404 in HTML',
    defect: () => (reply) =>
      reply.status === 404
        ? { ...reply, headers: { ...reply.headers, 'Content-Type': 'text/html' }, body: '<p>' }
        : reply,
    broken: [],
    unsupported: ['unknown-body'],
    finding: 'Content-Type is "text/html"; the body is "<p>"',
  },
  {
    name: 'answers an unknown filter with an empty list',
    defect:
      () =>
      (reply, { path }) =>
        reply.status === 404 && path.startsWith('languages/No')
          ? { ...reply, status: 200, body: '{"count":0,"next":null,"previous":null,"results":[]}' }
          : reply,
    broken: [],
    unsupported: ['unknown-body'],
    finding: '/languages/No%20such%20language/courses/ answered 200',
  },
  {
    name: 'sends a document beside the API with the type of any file',
    defect:
      () =>
      (reply, { pathname }) =>
        pathname === '/catalog/dcat.jsonld'
          ? { ...reply, status: 200, headers: { 'Content-Type': 'application/octet-stream' } }
          : reply,
    broken: [],
    unsupported: ['formats'],
    finding: /dcat\.jsonld: Content-Type is "application\/octet-stream"; Access-Control-Allow-Origin is missing$/u,
    curl: "curl -sS -I -H 'Origin: https://reader.example' '{base}/dcat.jsonld'",
  },
  {
    name: 'names a dump that is not there, and encodes another one twice',
    defect:
      () =>
      (reply, { pathname }) => {
        const headers = { 'Content-Type': 'application/gzip', 'Access-Control-Allow-Origin': '*' };
        const resources = ['a.csv', 'b.ndjson.gz'].map((path) => ({ path }));
        if (pathname === '/catalog/dumps/b.ndjson.gz')
          return { ...reply, status: 200, headers: { ...headers, 'Content-Encoding': 'gzip' } };
        return pathname === '/catalog/dumps/datapackage.json'
          ? { ...reply, status: 200, body: JSON.stringify({ resources }) }
          : reply;
      },
    broken: [],
    unsupported: ['formats'],
    finding: 'dumps/a.csv answered 301',
  },
  {
    name: 'sends JSON as text/html',
    defect: () => (reply) => ({ ...reply, headers: { ...reply.headers, 'Content-Type': 'text/html' } }),
    broken: ['content-type'],
    unsupported: ['unknown-body', 'methods-body'],
    finding: 'is "text/html"',
  },
  {
    name: 'lacks Vary',
    defect: () => withoutHeader('Vary'),
    broken: ['vary'],
    finding: 'Vary is missing',
  },
  {
    name: 'lacks Vary and Allow, as on a host that sets no headers',
    defect: () => withoutHeader('Vary', 'Allow'),
    broken: [],
    unsupported: ['vary', 'allow', 'options', 'methods'],
    finding: 'Vary is missing',
  },
  {
    name: 'lacks Allow',
    defect: () => withoutHeader('Allow'),
    broken: [],
    unsupported: ['allow', 'options', 'methods'],
    finding: 'Allow is missing',
  },
  {
    name: 'blocks pages of other origins',
    defect: () => withoutHeader('Access-Control-Allow-Origin'),
    broken: [],
    unsupported: ['cors'],
    finding: 'Access-Control-Allow-Origin is ',
    curl: "curl -sS -i -H 'Origin: https://reader.example' '{base}/api/v1/courses/latest/'",
  },
  {
    name: 'refuses HEAD',
    defect:
      () =>
      (reply, { method }) =>
        method === 'HEAD' ? notFound(reply) : reply,
    broken: ['head'],
    finding: 'answered 404',
    curl: "curl -sS -I '{base}/api/v1/courses/latest/'",
  },
  {
    name: 'refuses OPTIONS',
    defect:
      () =>
      (reply, { method }) =>
        method === 'OPTIONS' ? { ...reply, status: 405 } : reply,
    broken: [],
    unsupported: ['options'],
    finding: 'OPTIONS: {base}/api/v1/courses/latest/ answered 405',
    curl: "curl -sS -i -X OPTIONS '{base}/api/v1/courses/latest/'",
  },
  {
    name: 'takes POST',
    defect:
      () =>
      (reply, { method }) =>
        method === 'POST' ? { ...reply, status: 200 } : reply,
    broken: ['read-only'],
    finding: 'POST: ',
    curl: "curl -sS -i -X POST '{base}/api/v1/courses/latest/'",
  },
  {
    name: 'has no redirect to the trailing slash',
    defect: () => (reply) => (reply.status === 301 ? notFound(reply) : reply),
    broken: [],
    unsupported: ['last-slash'],
    finding: '{base}/api/v1/courses/latest answered 404',
  },
  {
    name: 'recognizes a language name in one encoding only',
    defect:
      () =>
      (reply, { pathname }) =>
        /%[0-9a-f]*[a-f]/u.test(pathname) ? notFound(reply) : reply,
    broken: [],
    unsupported: ['encoded-names'],
    finding: '/languages/%45%6e%67%6c%69%73%68/courses/ answered 404',
  },
  {
    name: 'lacks the list of a language',
    defect:
      () =>
      (reply, { path }) =>
        path === 'languages/中文/courses/' ? notFound(reply) : reply,
    broken: ['status'],
    finding: '/languages/%E4%B8%AD%E6%96%87/courses/ answered 404',
  },
  {
    name: 'redirects in a circle',
    defect:
      () =>
      (reply, { path }) =>
        path === view
          ? { ...reply, status: 302, headers: { ...reply.headers, Location: `/catalog/api/v1/${view}` } }
          : reply,
    broken: ['course-view'],
    finding: 'answered 302, to',
  },
  {
    name: 'truncates its JSON',
    defect:
      () =>
      (reply, { path }) =>
        path === view ? { ...reply, body: reply.body.slice(0, 100) } : reply,
    broken: ['json'],
    finding: 'answered with "{\\"linkhash',
  },
  {
    name: 'stalls',
    defect:
      () =>
      (reply, { path }) =>
        path === view ? undefined : reply,
    broken: ['answers'],
    finding: `/api/v1/courses/view/${hash}/: no answer within 2 s`,
    timeout: 2,
  },
  {
    name: 'is busy for a while',
    defect: () => busyTwice(),
    broken: [],
    retries: 2,
  },
  {
    name: 'is busy forever at one address',
    defect:
      () =>
      (reply, { path }) =>
        path === view ? { ...reply, status: 503, body: '' } : reply,
    broken: ['answers'],
    finding: 'answered 503, 2 times',
    retries: 1,
  },
];

function busyTwice(): Defect {
  let left = 2;
  return (reply, { path }) => {
    if (path !== view || left === 0) return reply;
    left -= 1;
    return { ...reply, status: 429, headers: { ...reply.headers, 'Retry-After': '0' } };
  };
}
