// JSON-LD under the published context of schema.org.
import { existsSync, readFileSync } from 'node:fs';
import jsonld from 'jsonld';
import type { JsonLdArray, RemoteDocument } from 'jsonld/jsonld-spec.js';

const context = '../shared/formats/schemas/schemaorg/schemaorgcontext-30.0.jsonld';

export const isContextMissing = !existsSync(context);

/** A suffix for the name of a test that needs the context. */
export const neededForContext = isContextMissing ? ` (needs ${context})` : '';

/** Expands a document. Throws if anything of it would be lost. */
export async function expand(data: object): Promise<JsonLdArray> {
  const documentLoader = async (url: string) => {
    if (!/^https?:\/\/schema\.org\/?$/u.test(url)) throw new Error(`${url} is asked for`);
    const document: RemoteDocument['document'] = JSON.parse(readFileSync(context, 'utf8'));
    return { documentUrl: url, document };
  };
  const options = { documentLoader, safe: true };
  return jsonld.expand({ ...data }, options);
}

/**
 * The properties and types in documents that schema.org does not define. Expanding does not find them: the context has
 * a default vocabulary, so that it takes any name for a term.
 */
export function unknownTermsIn(data: unknown): string[] {
  const { '@context': known }: { '@context': object } = JSON.parse(readFileSync(context, 'utf8'));
  return [...termsIn(data)].filter((term) => !Object.hasOwn(known, term));
}

function* termsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '@type') yield* [inner].flat();
    else if (!Array.isArray(value) && !key.startsWith('@')) yield key;
    if (key !== '@context') yield* termsIn(inner);
  }
}
