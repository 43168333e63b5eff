// Parts of the OpenAPI document that its endpoints share: schemas, headers, and the bodies of refusals.
import { readFileSync } from 'node:fs';
import { apiHeaders, allow, contentType, methodNotAllowed, notFoundBody } from '../../api/http.ts';
import type { Host } from '../hosts/host.ts';

/** The schemas by their names, as they were written when the package was compiled. */
export function readSchemas(): Record<string, object> {
  const file = new URL('../../../lib/openapi-components.json', import.meta.url);
  const schemas: Record<string, object> = JSON.parse(readFileSync(file, 'utf8'));
  return schemas;
}

const meanings: Record<keyof typeof apiHeaders, { readonly description: string; readonly isSpecified: boolean }> = {
  Allow: { description: 'The methods of every endpoint (specification 1.4).', isSpecified: true },
  Vary: {
    description:
      'For caches: the request headers that the response depends on, `Accept` among them (specification 1.5).',
    isSpecified: true,
  },
  'Access-Control-Allow-Origin': {
    description: 'Scripts of every web site may read the response. An addition of ours.',
    isSpecified: false,
  },
  'Access-Control-Allow-Methods': {
    description: 'The methods that scripts of other web sites may use. An addition of ours.',
    isSpecified: false,
  },
  'X-Content-Type-Options': {
    description: 'Browsers are to keep to `Content-Type`, and not to guess. An addition of ours.',
    isSpecified: false,
  },
};

/** `Accept` among the names of `Vary`. */
const variesByAccept = String.raw`(?:^|,)\s*[Aa]ccept\s*(?:,|$)`;

/** The headers of responses, as far as the host lets a site set them. */
export function responseHeaders({ title, can }: Host): Record<string, object> {
  const isOurs = can.headers === 'yes';
  // A host whose rules know no methods may keep `Allow` for itself.
  const isAllowOurs = can.methodNotAllowed === 'yes' && can.options === 'yes';
  const described = Object.entries(meanings).map(([name, { description, isSpecified }]): [string, object] => {
    const required = isOurs && isSpecified && (name !== 'Allow' || isAllowOurs);
    const left = isOurs
      ? 'It may be absent.'
      : `${title} sets headers by itself: it may be absent or have another value.`;
    return [
      name,
      {
        description: required ? description : `${description} ${left}`,
        required,
        schema: { type: 'string', ...(isOurs && valueOf(name)) },
        ...(!isSpecified && { 'x-addition': true }),
      },
    ];
  });
  return Object.fromEntries(described);
}

function valueOf(header: string): object {
  if (header === 'Vary') return { pattern: variesByAccept };
  return { const: Object.entries(apiHeaders).find(([name]) => name === header)?.[1] };
}

/** The headers of a response, by reference. */
export const headerReferences: Record<string, object> = Object.fromEntries(
  Object.keys(meanings).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** Responses to what is not there and what is not allowed, as the host gives them. The specification leaves both open (7). */
export function refusals(host: Host): { readonly NotFound: object; readonly MethodNotAllowed: object } {
  return { NotFound: notFound(host), MethodNotAllowed: methodRefused(host) };
}

function notFound({ title, can }: Host): object {
  const description =
    'Nothing is at this address: the id, name or hash is unknown, or the list has no such page. An addition of ours: the specification leaves errors open (7).';
  if (can.jsonNotFound === 'yes') return refusal(description, jsonOf(notFoundBody));
  const ownPage = { 'text/html': { schema: { type: 'string' } } };
  if (can.jsonNotFound === 'no') return refusal(`${description} ${title} answers with a page of its own.`, ownPage);
  return refusal(`${description} ${title} may send the JSON as \`text/html\`.`, {
    ...jsonOf(notFoundBody),
    'text/html': { schema: { type: 'string' }, example: notFoundBody },
  });
}

function methodRefused({ title, can }: Host): object {
  if (can.methodNotAllowed === 'yes') {
    return refusal(
      `The method is none of ${allow}. An addition of ours: the specification leaves errors open (7).`,
      jsonOf(methodNotAllowed('POST')),
    );
  }
  const description = `${title} answers other methods than GET and HEAD in a way of its own: the status may be another than 405, and body and headers are its own. The specification leaves errors open (7).`;
  return { description, 'x-addition': true };
}

function refusal(description: string, content: object): object {
  return { description, headers: headerReferences, content, 'x-addition': true };
}

function jsonOf(body: string): Record<string, object> {
  const example: unknown = JSON.parse(body);
  return { [contentType]: { schema: { $ref: '#/components/schemas/Error' }, example } };
}
