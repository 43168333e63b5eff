// Defects of paging: links, counts, and the end of a list.
import { replyTo, type ApiRequest, type Defect, type Reply } from '../service.ts';
import {
  type Defective,
  type Variation,
  engineering,
  inBody,
  inReplies,
  isList,
  isPage,
  type Json,
  notFound,
  recordsOf,
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
