// The format `schema-org`: courses in JSON-LD, in a file, in a page, or in the pages of a sitemap. No context is fetched.
import { fieldOf } from '../catalog/reading.ts';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pMap from 'p-map';
import { problemAt, ProblemsError } from '../problems.ts';
import { decodeEntities } from './clean.ts';
import { textOfFile } from './decode.ts';
import type { FieldTable, Format, Probe, ReadContext, Resource, Web } from './format.ts';
import { withProvider } from './organizations.ts';
import type { Remarks } from './remarks.ts';
import { columnsOf, elementsOf, isObject, ObjectRow } from './rows.ts';
import { readXml } from './xml.ts';

const fields: FieldTable = {
  title: [['name'], ['headline']],
  linkurl: [['address']],
  provider: [['provider'], ['publisher'], ['organizer']],
  language: [['inLanguage']],
  date_published: [['datePublished'], ['dateCreated'], ['startDate'], ['hasCourseInstance.startDate']],
  description: [['description'], ['abstract']],
  tags: [['keywords'], ['hasCourseInstance.keywords']],
  author: [['author'], ['instructor'], ['hasCourseInstance.instructor']],
  categories: [['about']],
  license: [['license.url', 'license.@id', 'license']],
  date_modified: [['dateModified']],
  provider_url: [['provider.url']],
  key: [['@id']],
};

const types = /^(?:.*[/:#])?(?:Course|CourseInstance|LearningResource)$/u;
const maxDepth = 100;
const maxSitemapDepth = 2;
const maxAddresses = 50_000;
const maxSitemap = 64 * 1024 * 1024;

export const schemaOrg: Format = {
  recognize({ json, start, resource }) {
    if (json !== undefined) return coursesIn(json).length > 0 ? 'JSON-LD with courses of schema.org' : undefined;
    if (isSitemap(start) || isGzip(resource)) return 'a sitemap, whose pages may describe courses';
    const html = /^\s*<(?:!doctype html|html)/iu.test(start) || /application\/ld\+json/iu.test(start);
    return html && scriptsIn(pageText(resource)).some((value) => coursesIn(value).length > 0)
      ? 'a page that describes courses in JSON-LD'
      : undefined;
  },

  async read(probe, context) {
    const { resource, start } = probe;
    const isMap = probe.json === undefined && (isSitemap(start) || isGzip(resource));
    const pages = isMap ? await pagesOf(resource, context) : { rows: rowsIn(probe, context.remarks), isWhole: true };
    const rows = pages.rows;
    const columns = columnsOf(rows.map(({ value }) => value)).filter(
      (name) => !['address', 'url', '@context', '@type'].includes(name),
    );
    return { rows, fields, columns, day: resource.day, isWhole: pages.isWhole, texts: 'values' };
  },
};

function rowsIn({ json, resource }: Pick<Probe, 'json' | 'resource'>, remarks: Remarks): ObjectRow[] {
  const page = resource.isUrl ? (resource.finalUrl ?? resource.address) : undefined;
  const text = json === undefined ? pageText(resource) : '';
  const values = json === undefined ? scriptsIn(text) : [json];
  const canonical = /<link\b[^>]*\brel=["']?canonical["']?[^>]*>/iu.exec(text)?.[0];
  const own = decodeEntities(/\bhref=["']?([^"'\s>]+)/iu.exec(canonical ?? '')?.[1] ?? '') || page;
  return values.flatMap(coursesIn).map((course, at) => {
    const place = `${resource.address}:record ${at + 1}`;
    const record = withProvider(course, ['provider', 'publisher', 'organizer'], place, remarks);
    return new ObjectRow({ ...record, address: addressOf(course, own) }, place);
  });
}

/** The courses in a value: in arrays, in `@graph`, in lists; an instance within its course is not one of its own. */
function coursesIn(value: unknown): object[] {
  const nodes = new Map<string, object>();
  const courses: object[] = [];
  const visit = (one: unknown, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(one)) for (const item of one) visit(item, depth + 1);
    if (!isObject(one)) return;
    const id = fieldOf(one, '@id');
    if (typeof id === 'string' && Object.keys(one).length > 1) nodes.set(id, one);
    const isCourse = elementsOf(fieldOf(one, '@type')).some((type) => typeof type === 'string' && types.test(type));
    if (isCourse) courses.push(one);
    for (const [name, inner] of Object.entries(one)) {
      if (typeof inner === 'object' && !(isCourse && name !== '@graph')) visit(inner, depth + 1);
    }
  };
  visit(value, 0);
  return courses.map((course) =>
    Object.fromEntries(Object.entries(course).map(([name, one]) => [name, resolved(one, nodes)])),
  );
}

/** A reference by `@id` alone stands for the node with that id. */
function resolved(value: unknown, nodes: ReadonlyMap<string, object>): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, nodes));
  const id = fieldOf(value, '@id');
  return isObject(value) && typeof id === 'string' && Object.keys(value).length === 1
    ? (nodes.get(id) ?? value)
    : value;
}

function addressOf(course: object, page: string | undefined): string {
  const [id] = elementsOf(fieldOf(course, '@id'));
  const instance = elementsOf(fieldOf(course, 'hasCourseInstance')).map((one) => fieldOf(one, 'url'))[0];
  const isAddress = typeof id === 'string' && /^https?:/iu.test(id);
  const found = [...elementsOf(fieldOf(course, 'url')), isAddress ? id : undefined, page, instance];
  const address = found.find((one) => typeof one === 'string' && one.trim() !== '');
  if (typeof address !== 'string') return '';
  return page !== undefined && URL.canParse(address.trim(), page) && !/^\w+:/u.test(address.trim())
    ? new URL(address.trim(), page).href
    : address;
}

function scriptsIn(html: string): unknown[] {
  const scripts = html.matchAll(/<!--[\s\S]*?-->|<script\b([^>]*)>([\s\S]*?)<\/script/giu);
  return [...scripts].flatMap(([, attributes = '', text = '']) => {
    if (!/\btype\s*=\s*["']?application\/ld\+json/iu.test(attributes)) return [];
    try {
      const value: unknown = JSON.parse(
        text.replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/)|(?:-->|\/\*\]\]>\*\/)\s*$/gu, ''),
      );
      return [value];
    } catch {
      return [];
    }
  });
}

function pageText({ file }: Resource): string {
  return file === '' ? '' : textOfFile(file);
}

function isSitemap(start: string): boolean {
  return /<(?:urlset|sitemapindex)[\s>]/u.test(start);
}

function isGzip({ file, address }: Resource): boolean {
  return /\.xml\.gz(?:[?#].*)?$/iu.test(address) && file !== '';
}

/** Reads the pages of a sitemap; those on other hosts are left out. */
async function pagesOf(sitemap: Resource, context: ReadContext): Promise<{ rows: ObjectRow[]; isWhole: boolean }> {
  const { web, remarks, onProgress, signal } = context;
  if (web === undefined) {
    const finding = 'is a sitemap: its pages can only be read from their host';
    const remedy = 'import the address of the sitemap';
    throw new ProblemsError([problemAt(sitemap.address, undefined, '', { rule: 'import-source', finding, remedy })]);
  }
  const addresses = await addressesIn(sitemap, web, 0);
  let isWhole = true;
  let done = 0;
  const read = async (address: string): Promise<ObjectRow[]> => {
    const resource = await web.find(address);
    onProgress({ done: (done += 1), total: addresses.length, what: `${done} of ${addresses.length} pages` });
    if (resource === undefined) isWhole = false;
    const rows = resource === undefined ? [] : rowsIn({ json: undefined, resource }, remarks);
    if (rows.length === 0)
      remarks.add('leftOut', resource ? 'page that describes no course' : 'page that is not there', address);
    return rows;
  };
  const rows = await pMap(addresses, read, { concurrency: web.concurrency, signal });
  return { rows: rows.flat(), isWhole };
}

async function addressesIn(sitemap: Resource, web: Web, depth: number): Promise<string[]> {
  const bytes = readFileSync(sitemap.file);
  const text =
    bytes[0] === 0x1f && bytes[1] === 0x8b
      ? gunzipSync(bytes, { maxOutputLength: maxSitemap }).toString()
      : bytes.toString();
  const { root, element } = readXml(text.replace(/^\ufeff/u, '').trimStart(), sitemap.address);
  const { host } = new URL(sitemap.finalUrl ?? sitemap.address);
  const entries = elementsOf(fieldOf(element, root === 'sitemapindex' ? 'sitemap' : 'url'));
  const found = entries.slice(0, maxAddresses).flatMap((entry) => new ObjectRow(Object(entry), '').get('loc'));
  const addresses = [...new Set(found)].filter((address) => URL.canParse(address) && new URL(address).host === host);
  if (root !== 'sitemapindex') return addresses;
  if (depth >= maxSitemapDepth) return [];
  const lists: string[] = [];
  for (const address of addresses) lists.push(...(await addressesIn(await web.get(address), web, depth + 1)));
  return [...new Set(lists)];
}
