// The OpenAPI document of a build, generated from the route table and the published schemas.
import { clientFiles, clientFilesOf, clientFileTags, type ClientFile } from '../../api/client-files.ts';
import type { SiteFeatures } from '../../api/published-paths.ts';
import { routes, routeNames } from '../../api/routes.ts';
import type { Host } from '../../hosts/host.ts';
import { hosts, type HostName } from '../../hosts/hosts.ts';
import { errorResponses, responseHeaders, readSchemas } from './components.ts';
import { examplesOf, type ExampleSource } from './examples.ts';
import { filePathItem } from './file-path-item.ts';
import { pathItems, endpointTag } from './path-items.ts';

export interface OpenapiInput extends ExampleSource {
  /** The host whose responses the document describes. */
  readonly host: HostName;
  /** Maximum number of courses in the latest list. */
  readonly latest: number;
  readonly title: string;
  /** May be empty. */
  readonly description: string;
  readonly features: SiteFeatures;
}

/** The document as compact JSON, without the final newline (OpenAPI 3.1). */
export function renderOpenapi(input: OpenapiInput): string {
  const examples = examplesOf(input);
  const host: Host = hosts[input.host];
  const files = clientFilesOf(input.features).map(([, file]) => file);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: input.title, version: '1', description: descriptionOf(input, host) },
    servers: [{ url: input.baseUrl, description: 'This catalog.' }],
    security: [],
    tags: [
      ...[...new Set(Object.values(routes).map(endpointTag))].map((name) => {
        return { name, description: tagDescription(name) };
      }),
      ...[...new Set(files.map(({ tag }) => tag))].map((name) => {
        const { heading, description } = clientFileTags[name];
        return { name, 'x-displayName': heading, description };
      }),
    ],
    paths: Object.assign(
      {},
      ...routeNames.map((name) => pathItems(name, input, examples)),
      ...files.map((file) => filePathItem(file, input.baseUrl)),
    ),
    components: { schemas: schemasFor(files), headers: responseHeaders(host), responses: errorResponses(host) },
  });
}

/** The schemas of the API, and of these files. */
function schemasFor(files: readonly ClientFile[]): Record<string, object> {
  const all: readonly ClientFile[] = Object.values(clientFiles);
  const missing = new Set(all.filter((file) => !files.includes(file)).flatMap(({ schemas = [] }) => schemas));
  return Object.fromEntries(Object.entries(readSchemas()).filter(([name]) => !missing.has(name)));
}

function descriptionOf({ description, pageLinks, pageSize, latest }: OpenapiInput, host: Host): string {
  const secondPage =
    pageLinks === 'query'
      ? 'Page 2 is at `?page=2`.'
      : 'Page 2 is at `page/2/` below the URL of the list, which is an addition to the specification.';
  return [
    ...(description === '' ? [] : [description]),
    'A read-only catalog of courses. Every response is JSON. Every endpoint supports GET, HEAD and OPTIONS, and needs no authentication (specification 1 and 5).',
    ...deviationsOf(host),
    'The lists of categories, languages and providers contain the ids and names needed to request their courses.',
    `The courses of a category, language or provider come in pages of up to ${pageSize}. ${secondPage} The list of the latest courses is one page of up to ${latest}.`,
    'This document is all that a client needs. It is based on an interface specification: numbers in brackets refer to its sections. Additions to that specification are marked with `x-addition`; other services with the same interface may lack them.',
  ].join('\n\n');
}

/** Where the host deviates from the specification. */
function deviationsOf({ title, capabilities }: Host): string[] {
  const deviations = [
    ...(capabilities.headers === 'yes' ? [] : ['sets its own response headers']),
    ...(capabilities.options === 'yes' ? [] : ['handles OPTIONS in its own way']),
    ...(capabilities.methodNotAllowed === 'yes' ? [] : ['handles methods that are not allowed in its own way']),
  ];
  if (deviations.length === 0) return [];
  return [
    `${title}, where this catalog is published, deviates from the specification: it ${deviations.join(', it ')}.`,
  ];
}

function tagDescription(tag: string): string {
  return tag === endpointTag(routes.index) ? 'The entry point of the API.' : `Endpoints below \`/api/v1/${tag}/\`.`;
}
