// Parts of the OpenAPI document that its endpoints share: schemas, headers, and the bodies of refusals.
import { readFileSync } from 'node:fs';
import { apiHeaders, allow, contentType, methodNotAllowed, notFoundBody } from '../../api/http.ts';

/** The schemas by their names, as they were written when the package was compiled. */
export function readSchemas(): Record<string, object> {
  const file = new URL('../../../lib/openapi-components.json', import.meta.url);
  const schemas: Record<string, object> = JSON.parse(readFileSync(file, 'utf8'));
  return schemas;
}

const meanings: Record<keyof typeof apiHeaders, { readonly description: string; readonly isSpecified: boolean }> = {
  Allow: { description: 'The methods of every endpoint (specification 1.4).', isSpecified: true },
  Vary: { description: 'What the response depends on (specification 1.5).', isSpecified: true },
  'Access-Control-Allow-Origin': {
    description: 'Pages of every origin may read. An addition of ours.',
    isSpecified: false,
  },
  'Access-Control-Allow-Methods': {
    description: 'The methods that pages of other origins may use. An addition of ours.',
    isSpecified: false,
  },
  'X-Content-Type-Options': { description: 'The type is not to be guessed. An addition of ours.', isSpecified: false },
};

/** The headers that every response has on a host that lets a site set them. */
export const responseHeaders: Record<string, object> = Object.fromEntries(
  Object.entries(meanings).map(([name, { description, isSpecified }]) => [
    name,
    {
      description: isSpecified ? description : `${description} Absent where a host cannot set it.`,
      required: isSpecified,
      schema: { type: 'string', const: Object.entries(apiHeaders).find(([one]) => one === name)?.[1] },
      ...(!isSpecified && { 'x-addition': true }),
    },
  ]),
);

/** The headers of a response, by reference. */
export const headerReferences: Record<string, object> = Object.fromEntries(
  Object.keys(meanings).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** Responses to what is not there and what is not allowed. The specification leaves both open (7). */
export const refusals = {
  NotFound: refusal(
    'There is no such thing: an unknown id, name or hash, or a page that the list does not have. An addition of ours: the specification leaves errors open (7).',
    notFoundBody,
  ),
  MethodNotAllowed: refusal(
    `The answer to every other method than ${allow}. An addition of ours: the specification leaves errors open (7).`,
    methodNotAllowed('POST'),
  ),
};

function refusal(description: string, body: string): object {
  const example: unknown = JSON.parse(body);
  const content = { [contentType]: { schema: { $ref: '#/components/schemas/Error' }, example } };
  return { description, headers: headerReferences, content, 'x-addition': true };
}
