// Paths of the OpenAPI document: a row of the route table as its operations, and for a list those of its pages (specification 4).
import { contentType } from '../../api/http.ts';
import type { LinkOptions } from '../../api/paging.ts';
import { addressOf, apiRoot, pagesFolder, routes, type Route, type RouteName } from '../../api/routes.ts';
import type { Host } from '../hosts/host.ts';
import { hosts, type HostName } from '../hosts/hosts.ts';
import { headerReferences } from './components.ts';
import type { RouteExamples } from './examples.ts';
import { codeSamples } from './samples.ts';

/** The tag of an endpoint: what stands first in its path. */
export function tagOf({ path }: Route): string {
  return path === '' ? 'index' : path.replace(/\/.*$/u, '');
}

/** What stands at the path of an endpoint, and with path links at that of its pages. */
export function pathItems(
  name: RouteName,
  { baseUrl, pageLinks, host }: LinkOptions & { readonly host: HostName },
  examples: RouteExamples,
): Record<string, object> {
  const route: Route = routes[name];
  const path = route.path === '' ? `/${apiRoot}/` : `/${apiRoot}/${route.path}/`;
  const parameter = examples.parameters[name];
  const address = route.parameter && parameter === undefined ? undefined : addressOf(baseUrl, name, parameter ?? '');
  const own = pathParameters(route, parameter);
  const endpoint: Endpoint = {
    route,
    id: camelCase(route.name ?? name),
    summary: route.summary,
    description: descriptionOf(route),
    isAddition: route.number === null,
    address,
    example: examples.responses[name],
    host: hosts[host],
  };
  if (!route.paged) return { [path]: pathItem(endpoint, own) };
  if (pageLinks === 'query') return { [path]: pathItem(endpoint, [...own, pageInQuery]) };
  const page: Endpoint = {
    ...endpoint,
    id: `${endpoint.id}Page`,
    summary: `${route.summary}, page by page`,
    description: `${route.response}. ${followPages} An addition of ours, for servers that ignore the query: the specification has \`?page=<n>\` (4, rule 1).`,
    isAddition: true,
    address: address && `${address}${pagesFolder}/1/`,
  };
  return {
    [path]: pathItem(endpoint, own),
    [`${path}${pagesFolder}/{page}/`]: pathItem(page, [...own, pageInPath]),
  };
}

interface Endpoint {
  readonly route: Route;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly isAddition: boolean;
  /** A real address; undefined where the catalog has none. */
  readonly address: string | undefined;
  /** A response; undefined where the catalog has nothing to show. */
  readonly example: unknown;
  readonly host: Host;
}

/** Ids and pages may be larger than 32 bits, but no larger than JSON numbers are exact. */
const positive = { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

const pageInQuery = {
  name: 'page',
  in: 'query',
  description: 'Number of the page, counted from 1 (specification 4, rule 1).',
  schema: { ...positive, default: 1 },
};
const pageInPath = {
  name: 'page',
  in: 'path',
  required: true,
  description: 'Number of the page, counted from 1. An addition of ours.',
  schema: positive,
  example: 1,
  'x-addition': true,
};

function pathParameters({ path, parameter }: Route, example: string | undefined): object[] {
  const name = /\{(\w+)\}/u.exec(path)?.[1];
  if (!parameter || name === undefined) return [];
  const { description, type, pattern } = parameter;
  const schema = type === 'integer' ? positive : { type, ...(pattern !== undefined && { pattern }) };
  const shown = type === 'integer' ? Number(example) : example;
  return [{ name, in: 'path', required: true, description, schema, ...(example !== undefined && { example: shown }) }];
}

function pathItem(endpoint: Endpoint, parameters: readonly object[]): object {
  const { route, address, example } = endpoint;
  const refused = {
    ...(parameters.length > 0 && { 404: { $ref: '#/components/responses/NotFound' } }),
    ...otherMethods,
  };
  const schema = { $ref: `#/components/schemas/${route.schema}` };
  const content = { [contentType]: { schema, ...(example !== undefined && { example }) } };
  const headers = headerReferences;
  const operation = (method: string, summary: string, description: string) => ({
    operationId: `${method}${endpoint.id}`,
    tags: [tagOf(route)],
    summary,
    description,
    ...(endpoint.isAddition && { 'x-addition': true }),
  });
  return {
    ...(parameters.length > 0 && { parameters }),
    get: {
      ...operation('get', endpoint.summary, endpoint.description),
      ...(address !== undefined && { 'x-codeSamples': codeSamples(address, route.paged) }),
      responses: { 200: { description: `${route.response}.`, headers, content }, ...refused },
    },
    head: {
      ...operation(
        'head',
        `${endpoint.summary}: headers only`,
        'The headers that GET sends, without the body (specification 4, rule 5).',
      ),
      responses: { 200: { description: 'The headers alone.', headers }, ...refused },
    },
    options: {
      ...operation(
        'options',
        `${endpoint.summary}: methods`,
        'The methods that the endpoint takes, in the header `Allow` (specification 4, rule 5).',
      ),
      responses: { ...methodsOf(endpoint.host), ...otherMethods },
    },
  };
}

const otherMethods = { 405: { $ref: '#/components/responses/MethodNotAllowed' } };

/** What OPTIONS answers, of an unknown id, too: the methods do not depend on it. */
function methodsOf({ title, can }: Host): object {
  if (can.options !== 'yes') return { default: { description: `${title} answers OPTIONS in a way of its own.` } };
  return {
    200: { description: 'The methods, from a server that sends a body with them.', headers: headerReferences },
    204: { description: 'The methods, from a server that sends no body.', headers: headerReferences },
  };
}

const followPages = 'To read the whole list, follow `next` until it is null.';

function descriptionOf({ number, response, paged }: Route): string {
  if (number === null) return `${response}. An addition of ours: the specification has no such endpoint.`;
  return paged
    ? `${response} (specification 4, endpoint ${number}, and 2.3). ${followPages}`
    : `${response} (specification 4, endpoint ${number}).`;
}

/** `courses_latest` is `CoursesLatest`. */
function camelCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/gu, (_, letter: string) => letter.toUpperCase());
}
