// Components of the OpenAPI document, shared by its endpoints: schemas, headers and error responses.
import { fileURLToPath } from 'node:url';
import { readJsonSync } from 'fs-extra/esm';
import { packageFolder } from '../../paths.ts';
import { apiHeaders, allowedMethods, contentType, methodNotAllowed, notFoundBody } from '../../api/http.ts';
import type { Host } from '../../hosts/host.ts';

/** The schemas by name, generated when the package was compiled. */
export function readSchemas(): Record<string, object> {
  return readJsonSync(fileURLToPath(new URL('lib/openapi-components.json', packageFolder)));
}

const headerDescriptions: Record<keyof typeof apiHeaders, string> = {
  Allow: 'Allowed methods, the same for every endpoint (specification 1.4).',
  Vary: 'For caches: the request headers that the response depends on, including `Accept` (specification 1.5).',
  'Access-Control-Allow-Origin': 'CORS: scripts from any origin may read the response. An addition.',
  'Access-Control-Allow-Headers': 'CORS: headers that scripts from other origins may send. An addition.',
  'Access-Control-Expose-Headers': 'CORS: headers that scripts from other origins may read. An addition.',
  'Access-Control-Allow-Methods': 'CORS: methods that scripts from other origins may use. An addition.',
  'X-Content-Type-Options': 'Tells browsers not to guess another type than `Content-Type`. An addition.',
};

/** The headers that the specification names; the others are additions. */
const specified = new Set(['Allow', 'Vary']);

/** Matches a `Vary` header that includes `Accept`. */
const variesByAccept = String.raw`(?:^|,)\s*[Aa]ccept\s*(?:,|$)`;

/** The response headers, as far as the host lets a site set them. */
export function responseHeaders({ title, capabilities }: Host): Record<string, object> {
  const canSet = capabilities.headers === 'yes';
  // A host without rules for methods may not let a site set `Allow`.
  const canSetAllow = capabilities.methodNotAllowed === 'yes' && capabilities.options === 'yes';
  const headers = Object.entries(headerDescriptions).map(([name, description]): [string, object] => {
    const isSpecified = specified.has(name);
    const required = canSet && isSpecified && (name !== 'Allow' || canSetAllow);
    const caveat = canSet
      ? 'It may be absent.'
      : `${title} sets its own headers: this one may be absent or have another value.`;
    return [
      name,
      {
        description: required ? description : `${description} ${caveat}`,
        required,
        schema: { type: 'string', ...(canSet && valueOf(name)) },
        ...(!isSpecified && { 'x-addition': true }),
      },
    ];
  });
  return Object.fromEntries(headers);
}

function valueOf(header: string): object {
  if (header === 'Vary') return { pattern: variesByAccept };
  return { const: Object.entries(apiHeaders).find(([name]) => name === header)?.[1] };
}

/** References to the response headers. */
export const headerReferences: Record<string, object> = Object.fromEntries(
  Object.keys(headerDescriptions).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** The error responses as the host sends them. The specification does not define any (7). */
export function errorResponses(host: Host): { readonly NotFound: object; readonly MethodNotAllowed: object } {
  return { NotFound: notFound(host), MethodNotAllowed: wrongMethod(host) };
}

function notFound({ title, capabilities }: Host): object {
  const description =
    'Not found: the id, name or hash is unknown, or the list has no such page. An addition: the specification defines no errors (7).';
  if (capabilities.jsonNotFound === 'yes') return errorResponse(description, jsonOf(notFoundBody));
  const ownPage = { 'text/html': { schema: { type: 'string' } } };
  if (capabilities.jsonNotFound === 'no')
    return errorResponse(`${description} ${title} sends its own error page.`, ownPage);
  return errorResponse(
    `${description} ${title} sends \`text/html\`: a page with the JSON in it, or the JSON where the site has no pages.`,
    {
      ...jsonOf(notFoundBody),
      'text/html': { schema: { type: 'string' }, example: notFoundBody },
    },
  );
}

function wrongMethod({ title, capabilities }: Host): object {
  if (capabilities.methodNotAllowed === 'yes') {
    return errorResponse(
      `The method is not one of ${allowedMethods}. An addition: the specification defines no errors (7).`,
      jsonOf(methodNotAllowed('POST')),
    );
  }
  const description = `${title} handles methods other than GET and HEAD in its own way: status, headers and body may differ from a 405 of this API. The specification defines no errors (7).`;
  return { description, 'x-addition': true };
}

function errorResponse(description: string, content: object): object {
  return { description, headers: headerReferences, content, 'x-addition': true };
}

function jsonOf(body: string): Record<string, object> {
  const example: unknown = JSON.parse(body);
  return { [contentType]: { schema: { $ref: '#/components/schemas/Error' }, example } };
}
