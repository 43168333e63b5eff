// A dynamic service of the interface, in the manner of Django REST: it serves no files and uses nothing from `src`.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../helpers/ports.ts';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ApiRequest {
  readonly method: string;
  /** Below `/api/v1/`, decoded, with its trailing slash. */
  readonly path: string;
  readonly page: string | null;
  /** The path of the request as received. */
  readonly pathname: string;
  /** The address of the service, without a trailing slash. */
  readonly base: string;
}

/** Changes the reply of the service; `undefined` leaves the request without a reply. */
export type Defect = (reply: Reply, apiRequest: ApiRequest) => Reply | undefined | Promise<Reply | undefined>;

export interface Service {
  readonly base: string;
  /** Every request: `GET courses/latest/`. */
  readonly log: string[];
  close(): Promise<void>;
}

const pageSize = 4;

/** Starts the service on a free port, below a path prefix, with at most one defect. */
export async function startService(defect: Defect = (reply) => reply): Promise<Service> {
  const log: string[] = [];
  let base = '';
  const { url, close } = await listen(
    createServer((request, response) => void answer(request, response, base, defect, log)),
  );
  base = `${url}/catalog`;
  return { base, log, close };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  base: string,
  defect: Defect,
  log: string[],
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', base);
  const path = decodeURIComponent(pathname.replace('/catalog/api/v1/', ''));
  const apiRequest = { method: request.method ?? '', path, page: searchParams.get('page'), pathname, base };
  log.push(`${apiRequest.method} ${path}${apiRequest.page === null ? '' : `?page=${apiRequest.page}`}`);
  const reply = await defect(replyTo(apiRequest), apiRequest);
  if (reply === undefined) return;
  response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
  response.end(apiRequest.method === 'HEAD' ? undefined : reply.body);
}

/** The reply of the service without a defect. */
export function replyTo({ method, path, page, base }: ApiRequest): Reply {
  const cors = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'If-None-Match, Cache-Control, X-Requested-With, traceparent, range',
    'Access-Control-Expose-Headers': 'ETag',
  };
  const headers = { Vary: 'Accept', Allow: 'GET, HEAD, OPTIONS', ETag: '"1"', ...cors };
  const reply = (status: number, value: unknown): Reply => ({ status, headers, body: JSON.stringify(value) });
  if (!path.endsWith('/')) {
    return { status: 301, headers: { ...headers, Location: `${new URL(addressOf(base, path)).pathname}/` }, body: '' };
  }
  if (method === 'OPTIONS') return reply(200, { name: 'Courses', renders: ['application/json'] });
  if (method !== 'GET' && method !== 'HEAD') return reply(405, { detail: `Method "${method}" not allowed.` });
  const value = valueAt(path, page, base);
  return value === undefined ? reply(404, { detail: 'Not found.' }) : reply(200, value);
}

function addressOf(base: string, path: string): string {
  return `${base}/api/v1/${path.split('/').map(encodeURIComponent).join('/')}`;
}

function valueAt(path: string, page: string | null, base: string): unknown {
  const [kind = '', name = '', third = ''] = path.split('/');
  if (path === 'courses/latest/') return latest().map(full);
  if (path === 'providers/') return providers.map(provider);
  if (path === 'categories/') return tree.map((top) => ({ ...category(top), children: top.children.map(category) }));
  if (kind === 'courses' && name === 'view') return courses.filter((one) => one.linkhash === third).map(full)[0];
  const list = (items: readonly Course[], extra: object) => envelope(addressOf(base, path), items, page, extra);
  if (kind === 'categories') {
    const found = tree.flatMap((top) => [top, ...top.children]).find(({ id }) => String(id) === name);
    return found && list(listOf(found.id), { title: found.name });
  }
  if (kind === 'providers') {
    const own = courses.filter((one) => String(one.provider) === name);
    return providers.some(({ id }) => String(id) === name) ? list(own, {}) : undefined;
  }
  const spoken = courses.filter(({ language }) => language.includes(name));
  return spoken.length === 0 ? undefined : list(spoken, { language: name });
}

/** The arts list has its first course twice, as the specification allows. */
function listOf(id: number): Course[] {
  const found = inCategory(id).toReversed();
  return id === 20 ? [...found, ...found.slice(0, 1)] : found;
}

function envelope(address: string, items: readonly Course[], page: string | null, extra: object): object | undefined {
  const last = Math.max(1, Math.ceil(items.length / pageSize));
  const number = page === null || page === '' ? 1 : Number(page);
  if (!Number.isInteger(number) || number < 1 || number > last) return undefined;
  const before = number === 2 ? address : `${address}?page=${number - 1}`;
  return {
    count: items.length,
    next: number < last ? `${address}?page=${number + 1}` : null,
    previous: number > 1 ? before : null,
    results: items.slice((number - 1) * pageSize, number * pageSize).map(summary),
    ...extra,
  };
}

function latest(): readonly Course[] {
  return courses.toReversed().slice(0, 5);
}

function provider(one: (typeof providers)[number]): object {
  const own = courses.filter((course) => course.provider === one.id);
  const inCatalog = own.filter((course) => course.catalog_id !== null);
  return { ...one, course_count_catalog: inCatalog.length, course_count: own.length };
}

function category({ id, name }: { readonly id: number; readonly name: string }): object {
  return { name, category_id: String(id), course_count: inCategory(id).length };
}

function summary({ linkhash, title, language, id, linkurl, author, categories }: Course): object {
  return { linkhash, title, language, id, linkurl, author, categories };
}

function full({ id, linkurl, author, categories, catalog_id, ...course }: Course): object {
  return {
    ...course,
    description: '<p>Text</p>',
    tags: '',
    provider_name: providers.find((one) => one.id === course.provider)?.name,
    id,
    linkurl,
    author,
    categories: categories.map((one) => paths[one]),
    catalog_id,
    categories_ids: categories,
  };
}

export interface Course {
  readonly id: number;
  readonly title: string;
  readonly linkurl: string;
  readonly linkhash: string;
  readonly provider: number;
  readonly language: readonly string[];
  readonly author: string;
  readonly date_published: string;
  readonly catalog_id: number | null;
  readonly categories: readonly number[];
}

const providers = [
  { id: 1, name: 'Delft', external_id: 'crmid:12' },
  { id: 2, name: 'Universitetet i Oslo', external_id: '77' },
  { id: 3, name: 'Nobody', external_id: '' },
] as const;

const tree = [
  {
    id: 10,
    name: 'Engineering',
    children: [
      { id: 11, name: 'Electronics' },
      { id: 12, name: 'Energy / power' },
    ],
  },
  { id: 20, name: 'Arts', children: [] },
] as const;

/** Paths of the categories, by id. */
const paths: Readonly<Record<number, string>> = {
  10: 'All/Engineering',
  11: 'All/Engineering/Electronics',
  12: 'All/Engineering/Energy / power',
  20: 'All/Arts',
};

const languages = [['English'], ['English', 'Norsk (bokmål)'], ['中文']];
const categories = [[11], [12, 20], [10], []];

export const courses: readonly Course[] = Array.from({ length: 12 }, (_, at) => {
  const linkurl = at === 0 ? 'ocw/første.html' : `https://courses.example/${at}`;
  return {
    id: 100 + at,
    title: `Course "${at}"`,
    linkurl,
    linkhash: createHash('md5').update(linkurl).digest('hex'),
    provider: at % 3 === 2 ? 2 : 1,
    language: languages[at % 3] ?? [],
    author: at % 2 === 0 ? '' : 'Ada Lovelace; Kari Nordmann',
    date_published: `2024-05-${String(10 + at)}T14:46:25.${at % 2 === 0 ? '5' : '123456'}`,
    catalog_id: at % 4 === 3 ? null : 9000 + at,
    categories: categories[at % 4] ?? [],
  };
});

/** The courses of a category, including those of its children. */
function inCategory(id: number): Course[] {
  const ids = new Set<number>([id, ...(tree.find((top) => top.id === id)?.children.map((child) => child.id) ?? [])]);
  return courses.filter((course) => course.categories.some((one) => ids.has(one)));
}
