// Defects of paging: links, counts, and the end of a list.
import { type DefectRow, engineering, type Json, inJson, isList, only } from './altering.ts';
import { replyTo, type Asked, type Reply } from '../service.ts';

export const walkingDefects: readonly DefectRow[] = [
  {
    name: 'ignores ?page= and loops',
    defect: () => (_, asked) => replyTo({ ...asked, page: null }),
    broken: ['page-loop'],
    unsupported: ['page-query', 'page-unknown'],
    finding: 'is page 1 again',
    advice: 'the host ignores ?page=; build with --page-links path',
  },
  {
    name: 'has next of another host',
    defect: () =>
      inJson(isList, (body) => ({
        ...body,
        next: at(body['next'], 'https://old.example/repo'),
        previous: at(body['previous'], 'https://old.example/repo'),
      })),
    broken: ['link-base'],
    finding: 'https://old.example/repo/api/v1/',
    advice: 'build with --base-url {base}',
  },
  {
    name: 'has next that leads out of the API',
    defect: () => inJson(isList, (body) => ({ ...body, next: body['next'] && 'https://elsewhere.example/more' })),
    broken: ['next', 'link-base'],
    unsupported: [],
    finding: 'https://elsewhere.example/more',
  },
  {
    name: 'has next as an address without its host',
    defect: () =>
      inJson(isList, (body) => ({
        ...body,
        next: typeof body['next'] === 'string' ? new URL(body['next']).search : null,
      })),
    broken: ['next'],
    finding: 'next of page 1 is "?page=2"',
  },
  {
    name: 'has next by path',
    defect: () => byPath,
    broken: [],
    unsupported: ['next-by-path'],
    finding: '/page/2/',
  },
  {
    name: 'has next by path and loops all the same',
    defect: () => (reply, asked) => byPath(reply, { ...asked, path: asked.path.replace(/page\/\d+\/$/u, 'page/1/') }),
    broken: ['page-end'],
    unsupported: ['next-by-path'],
    finding: 'is page 1 again',
  },
  {
    name: 'skips a page in next',
    defect: () =>
      inJson(only('categories/10/', null), (body) => ({ ...body, next: String(body['next']).replace('=2', '=3') })),
    broken: ['count', 'next', 'previous', 'parent-courses', 'list-complete'],
    unsupported: ['page-query', 'page-unknown'],
  },
  {
    name: 'has pages without an end',
    defect: () => endless,
    broken: ['page-end'],
    finding: 'and next leads on',
  },
  {
    name: 'has an empty page at the end',
    defect: () => emptyPage,
    broken: ['page-end'],
    finding: 'page 2 is empty',
  },
  {
    name: 'counts wrongly',
    defect: () =>
      inJson(
        (asked) => asked.path === engineering,
        (body) => ({ ...body, count: Number(body['count']) + 1 }),
      ),
    broken: ['count'],
    finding: /^count is 10 on page 1 of .*; 9 came by page 3$/u,
    curl: "curl -sS -i '{base}/api/v1/categories/10/?page=3'",
  },
  {
    name: 'counts in another way on the second page',
    defect: () => inJson(only(engineering, '2'), (body) => ({ ...body, count: 1 })),
    broken: ['count'],
    finding: 'and 1 on page 2',
  },
  {
    name: 'has no previous',
    defect: () => inJson(isList, (body) => ({ ...body, previous: null })),
    broken: ['previous'],
    finding: 'previous of page 2 is null',
  },
  {
    name: 'has previous that leads to another page',
    defect: () =>
      inJson(only(engineering, '3'), (body) => ({ ...body, previous: String(body['previous']).replace('=2', '=1') })),
    broken: ['previous'],
    finding: /previous of page 3 is ".*\?page=1"/u,
  },
  {
    name: 'names previous in a way of its own',
    defect: () => inJson(only(engineering, '2'), (body) => ({ ...body, previous: '?size=4&page=1' })),
    broken: [],
  },
  {
    name: 'names previous in a way of its own and leads elsewhere',
    defect: () => inJson(only(engineering, '2'), (body) => ({ ...body, previous: '?size=4&page=3' })),
    broken: ['previous'],
    finding: 'previous of page 2 is "?size=4&page=3"',
  },
  {
    name: 'has previous on page 1',
    defect: () => inJson(only(engineering, null), (body) => ({ ...body, previous: body['next'] })),
    broken: ['previous'],
  },
];

/** The same address at another base. */
function at(link: unknown, base: string): unknown {
  return typeof link === 'string' ? link.replace(/^.*(?=\/api\/v1\/)/u, base) : link;
}

/** As a build with path links does it; the query is mapped all the same. */
function byPath(reply: Reply, asked: Asked): Reply {
  const [, path, page] = /^(.*\/)page\/(\d+)\/$/u.exec(asked.path) ?? [];
  const { body, ...rest } = path === undefined || page === undefined ? reply : replyTo({ ...asked, path, page });
  return { ...rest, body: body.replaceAll(/\?page=(\d+)"/gu, 'page/$1/"') };
}

/** Comes round to page 1 again, under another number. */
function endless(reply: Reply, asked: Asked): Reply {
  const { base, path, page, method } = asked;
  const number = Number(page ?? 1);
  if (path !== engineering || method !== 'GET' || !(number > 0)) return reply;
  const address = `${base}/api/v1/${path}`;
  const { body, ...rest } = replyTo({ ...asked, page: String(((number - 1) % 3) + 1) });
  const previous = number > 1 ? `${address}?page=${number - 1}` : null;
  return { ...rest, body: JSON.stringify({ ...JSON.parse(body), next: `${address}?page=${number + 1}`, previous }) };
}

/** The page after the last one is there, and the last one leads to it. */
function emptyPage(reply: Reply, { path, page, base, method }: Asked): Reply {
  if (path !== 'categories/20/' || method !== 'GET') return reply;
  const address = `${base}/api/v1/${path}`;
  const body: Json = { count: 4, results: [], title: 'Arts' };
  if (page === '2')
    return { ...reply, status: 200, body: JSON.stringify({ ...body, next: `${address}?page=3`, previous: address }) };
  return {
    ...reply,
    body: JSON.stringify({ ...JSON.parse(reply.body), next: page === null ? `${address}?page=2` : null }),
  };
}
