// The OpenAPI document: the contract of one build for tools, made from the route table and the published schemas.
import { routes, type RouteName } from '../../api/routes.ts';
import type { Host } from '../hosts/host.ts';
import { hosts, type HostName } from '../hosts/hosts.ts';
import { refusals, responseHeaders, readSchemas } from './components.ts';
import { examplesOf, type ExampleSource } from './examples.ts';
import { pathItems, tagOf } from './paths.ts';

export interface OpenapiInput extends ExampleSource {
  /** Whose answers the document describes. */
  readonly host: HostName;
  /** Courses in the latest list. */
  readonly latest: number;
  readonly title: string;
  /** May be empty. */
  readonly description: string;
}

/** The document as compact JSON, without a line end (OpenAPI 3.1). */
export function renderOpenapi(input: OpenapiInput): string {
  const names = Object.keys(routes).filter((name): name is RouteName => name in routes);
  const examples = examplesOf(input);
  const host: Host = hosts[input.host];
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: input.title, version: '1', description: descriptionOf(input, host) },
    servers: [{ url: input.baseUrl, description: 'Where this catalog is published.' }],
    security: [],
    tags: [...new Set(Object.values(routes).map(tagOf))].map((name) => ({ name, description: tagDescription(name) })),
    paths: Object.assign({}, ...names.map((name) => pathItems(name, input, examples))),
    components: { schemas: readSchemas(), headers: responseHeaders(host), responses: refusals(host) },
  });
}

function descriptionOf({ description, pageLinks, pageSize, latest }: OpenapiInput, host: Host): string {
  const second =
    pageLinks === 'query'
      ? 'Page 2 is at `?page=2`.'
      : 'Page 2 is at `page/2/` below the address of the list, which is an addition of ours.';
  return [
    ...(description === '' ? [] : [description]),
    'A read-only catalog of courses. Every response is JSON. Every endpoint takes GET, HEAD and OPTIONS, and needs no key (specification 1 and 5).',
    ...departuresOf(host),
    'The lists of categories, languages and providers tell the ids and names by which to ask for courses.',
    `Courses of a category, language or provider come in pages of up to ${pageSize}. ${second} The list of the latest courses is one page of up to ${latest}.`,
    'This document is all that a client needs. It was made after an interface specification: numbers in brackets are sections of that. An addition of ours is what the specification does not have, so other services of the same interface may lack it. Additions are marked with `x-addition`.',
  ].join('\n\n');
}

/** Where the host does not do what the specification asks. */
function departuresOf({ title, can }: Host): string[] {
  const departures = [
    ...(can.headers === 'yes' ? [] : ['sets the headers of its responses by itself']),
    ...(can.options === 'yes' ? [] : ['answers OPTIONS in a way of its own']),
    ...(can.methodNotAllowed === 'yes' ? [] : ['answers methods that are not allowed in a way of its own']),
  ];
  if (departures.length === 0) return [];
  return [`${title}, where this catalog is published, departs from the specification: it ${departures.join(', it ')}.`];
}

function tagDescription(tag: string): string {
  return tag === tagOf(routes.index) ? 'Where a client can begin.' : `Endpoints below \`/api/v1/${tag}/\`.`;
}
