// A harvester that knows nothing of us: it starts at the sitemap, and takes the first block of JSON-LD of each page, without JavaScript.
import { existsSync, readFileSync } from 'node:fs';
import jsonld from 'jsonld';
import type { JsonLdArray, RemoteDocument } from 'jsonld/jsonld-spec.js';
import { z } from 'zod';

/** Gets the text at an address; undefined if there is nothing. */
export type Get = (address: string) => string | undefined;

const organization = z.strictObject({
  '@type': z.literal('Organization'),
  '@id': z.string(),
  name: z.string(),
  sameAs: z.string().optional(),
});
const course = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@id': z.string(),
  '@type': z.tuple([z.literal('Course'), z.literal('LearningResource')]),
  name: z.string(),
  description: z.string().optional(),
  url: z.string(),
  inLanguage: z.union([z.string(), z.array(z.string()).min(2)]).optional(),
  datePublished: z.string(),
  dateModified: z.string().optional(),
  keywords: z.string().optional(),
  author: z.array(z.strictObject({ '@type': z.enum(['Person', 'Organization']), name: z.string() })).optional(),
  provider: organization,
  publisher: organization,
  learningResourceType: z.literal('Course'),
  mainEntityOfPage: z.strictObject({ '@type': z.literal('WebPage'), '@id': z.string() }),
  license: z.string().optional(),
});

export type HarvestedCourse = z.infer<typeof course>;

/** Every course that the sitemap leads to, by the address of its page. */
export function harvest(sitemap: string, get: Get): Map<string, HarvestedCourse> {
  const found = new Map<string, HarvestedCourse>();
  for (const { address } of addressesIn(sitemap, get)) {
    const block = firstBlockIn(mustGet(address, get));
    if (block !== undefined) found.set(address, course.parse(JSON.parse(block)));
  }
  return found;
}

/** The addresses of a sitemap, or of all that an index of sitemaps names. */
export function addressesIn(sitemap: string, get: Get): { address: string; modified: string | undefined }[] {
  const text = mustGet(sitemap, get);
  const entries = [...text.matchAll(/<(url|sitemap)><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?<\/\1>/gu)];
  return entries.flatMap(([, kind, escaped = '', modified]) => {
    const address = decoded(escaped);
    return kind === 'sitemap' ? addressesIn(address, get) : [{ address, modified }];
  });
}

/** The text of the first `script` of type `application/ld+json`, which is raw: an HTML parser decodes nothing in it. */
export function firstBlockIn(page: string): string | undefined {
  return /<script type="application\/ld\+json">([\s\S]*?)<\/script/iu.exec(page)?.[1];
}

/** The addresses that the links of a page lead to, fragments left out. */
export function linksIn(page: string, address: string): string[] {
  return [...page.matchAll(/<a\b[^>]*? href="([^"]*)"/gu)].map(([, href = '']) => {
    const url = new URL(decoded(href), address);
    url.hash = '';
    return url.href;
  });
}

/** Every address below `start` that can be reached by links. */
export function reachableFrom(start: string, base: string, get: Get): Set<string> {
  const seen = new Set([start]);
  for (const address of seen) {
    const page = get(address);
    if (page === undefined || !page.startsWith('<!doctype html>')) continue;
    for (const link of linksIn(page, address)) if (link.startsWith(`${base}/`)) seen.add(link);
  }
  return seen;
}

function mustGet(address: string, get: Get): string {
  const text = get(address);
  if (text === undefined) throw new Error(`nothing at ${address}`);
  return text;
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A text of HTML or XML without its character references. */
export function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/gu, (whole, name: string) => characters[name] ?? whole);
}

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
