// Path items of the OpenAPI document: the operations of each row of the route table (specification 4).
import { contentType } from '../../api/http.ts';
import type { LinkOptions } from '../../api/paging.ts';
import { addressOf, apiRoot, pageSegment, routes, type Route, type RouteName } from '../../api/routes.ts';
import type { Host } from '../../hosts/host.ts';
import { hosts, type HostName } from '../../hosts/hosts.ts';
import { headerReferences } from './components.ts';
import type { RouteExamples } from './examples.ts';
import { codeSamples } from './samples.ts';

/** The tag of an endpoint: the first segment of its path. */
export function endpointTag({ path }: Route): string {
  return path === '' ? 'index' : path.replace(/\/.*$/u, '');
}

/** The path item of an endpoint; for a list with path links, also the path item of its pages. */
export function pathItems(
  name: RouteName,
  { baseUrl, pageLinks, host }: LinkOptions & { readonly host: HostName },
  examples: RouteExamples,
): Record<string, object> {
  const route: Route = routes[name];
  const path = route.path === '' ? `/${apiRoot}/` : `/${apiRoot}/${route.path}/`;
  const parameter = examples.parameters[name];
  const address = route.parameter && parameter === undefined ? undefined : addressOf(baseUrl, name, parameter ?? '');
  const pathItemParameters = pathParameters(route, parameter);
  const endpoint: Endpoint = {
    route,
    id: camelCase(route.indexKey ?? name),
    summary: route.summary,
    description: descriptionOf(route),
    isAddition: route.number === null,
    address,
    example: examples.responses[name],
    host: hosts[host],
  };
  if (!route.paged) return { [path]: pathItem(endpoint, pathItemParameters) };
  if (pageLinks === 'query') return { [path]: pathItem(endpoint, [...pathItemParameters, pageInQuery]) };
  const page: Endpoint = {
    ...endpoint,
    id: `${endpoint.id}Page`,
    summary: `${route.summary}, by page`,
    description: `${route.response}. ${followPages} An addition: unlike \`?page=<n>\` (specification 4, rule 1), it works on servers that ignore the query string.`,
    isAddition: true,
    address: address && `${address}${pageSegment}/1/`,
  };
  return {
    [path]: pathItem(endpoint, pathItemParameters),
    [`${path}${pageSegment}/{page}/`]: pathItem(page, [...pathItemParameters, pageInPath]),
  };
}

interface Endpoint {
  readonly route: Route;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly isAddition: boolean;
  /** A working URL; undefined if the catalog has none. */
  readonly address: string | undefined;
  /** A response; undefined if the catalog has no example. */
  readonly example: unknown;
  readonly host: Host;
}

/** Ids and page numbers may exceed 32 bits, but not the range in which JSON numbers are exact. */
const positive = { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

const pageInQuery = {
  name: 'page',
  in: 'query',
  description: 'Page number, counted from 1 (specification 4, rule 1).',
  schema: { ...positive, default: 1 },
};
const pageInPath = {
  name: 'page',
  in: 'path',
  required: true,
  description: 'Page number, counted from 1. An addition.',
  schema: positive,
  example: 1,
  'x-addition': true,
};

function pathParameters({ path, parameter }: Route, example: string | undefined): object[] {
  const name = /\{(\w+)\}/u.exec(path)?.[1];
  if (!parameter || name === undefined) return [];
  const { description, type, pattern } = parameter;
  const schema = type === 'integer' ? positive : { type, ...(pattern !== undefined && { pattern }) };
  const typed = type === 'integer' ? Number(example) : example;
  return [{ name, in: 'path', required: true, description, schema, ...(example !== undefined && { example: typed }) }];
}

function pathItem(endpoint: Endpoint, parameters: readonly object[]): object {
  const { route, address, example } = endpoint;
  const errors = {
    ...(parameters.length > 0 && { 404: { $ref: '#/components/responses/NotFound' } }),
    ...otherMethods,
  };
  const schema = { $ref: `#/components/schemas/${route.schema}` };
  const content = { [contentType]: { schema, ...(example !== undefined && { example }) } };
  const headers = headerReferences;
  const operation = (method: string, summary: string, description: string) => ({
    operationId: `${method}${endpoint.id}`,
    tags: [endpointTag(route)],
    summary,
    description,
    ...(endpoint.isAddition && { 'x-addition': true }),
  });
  return {
    ...(parameters.length > 0 && { parameters }),
    get: {
      ...operation('get', endpoint.summary, endpoint.description),
      ...(address !== undefined && { 'x-codeSamples': codeSamples(address, route.paged) }),
      responses: { 200: { description: `${route.response}.`, headers, content }, ...errors },
    },
    head: {
      ...operation(
        'head',
        `${endpoint.summary}: headers only`,
        'The headers that GET sends, without the body (specification 4, rule 5).',
      ),
      responses: { 200: { description: 'Headers without a body.', headers }, ...errors },
    },
    options: {
      ...operation(
        'options',
        `${endpoint.summary}: methods`,
        'The methods that the endpoint supports, in the header `Allow` (specification 4, rule 5).',
      ),
      responses: { ...optionsResponses(endpoint.host), ...otherMethods },
    },
  };
}

const otherMethods = { 405: { $ref: '#/components/responses/MethodNotAllowed' } };

/** No 404: OPTIONS succeeds for unknown ids too, since the methods do not depend on the id. */
function optionsResponses({ title, capabilities }: Host): object {
  if (capabilities.options !== 'yes') return { default: { description: `${title} handles OPTIONS in its own way.` } };
  return {
    200: { description: 'The methods, from a server that sends a body.', headers: headerReferences },
    204: { description: 'The methods, from a server that sends no body.', headers: headerReferences },
  };
}

const followPages = 'To read the whole list, follow `next` until it is null.';

function descriptionOf({ number, response, paged }: Route): string {
  if (number === null) return `${response}. An addition: the specification has no such endpoint.`;
  return paged
    ? `${response} (specification 4, endpoint ${number}, and 2.3). ${followPages}`
    : `${response} (specification 4, endpoint ${number}).`;
}

/** `courses_latest` becomes `CoursesLatest`. */
function camelCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/gu, (_, letter: string) => letter.toUpperCase());
}
