// Sitemaps: the pages that one lists, itself or in others, are fetched and read one by one.
import { fieldOf } from '../catalog/reading.ts';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pMap from 'p-map';
import { problemAt, ProblemsError } from '../problems.ts';
import type { Probe, ReadContext, Resource, Web } from './format.ts';
import { elementsOf, ObjectRow } from './rows.ts';
import { readXml } from './xml.ts';

const maxDepth = 2;
const maxAddresses = 50_000;
const maxBytes = 64 * 1024 * 1024;

/** Whether a resource is a sitemap, by its start or as the gzipped file that it is by its name. */
export function isSitemap({ json, start, resource: { file, address } }: Probe): boolean {
  if (json !== undefined) return false;
  return /<(?:urlset|sitemapindex)[\s>]/u.test(start) || (/\.xml\.gz(?:[?#].*)?$/iu.test(address) && file !== '');
}

/** Reads the pages of a sitemap with `rowsOf`; those on other hosts are left out. */
export async function crawlSitemap(
  sitemap: Resource,
  rowsOf: (page: Resource) => Promise<readonly ObjectRow[]>,
  context: ReadContext,
): Promise<{ rows: ObjectRow[]; isWhole: boolean }> {
  const { web, remarks, onProgress, signal } = context;
  if (web === undefined) {
    const finding = 'is a sitemap: its pages can only be read from their host';
    const remedy = 'import the address of the sitemap';
    throw new ProblemsError([problemAt(sitemap.address, undefined, '', { rule: 'import-source', finding, remedy })]);
  }
  const addresses = await addressesIn(sitemap, web, context, 0);
  let isWhole = true;
  let done = 0;
  const read = async (address: string): Promise<readonly ObjectRow[]> => {
    const page = await web.find(address);
    onProgress({ done: (done += 1), total: addresses.length, what: `${done} of ${addresses.length} pages` });
    if (page === undefined) isWhole = false;
    const rows = page === undefined ? [] : await rowsOf(page);
    if (rows.length === 0)
      remarks.add('leftOut', page ? 'page that describes no course' : 'page that is not there', address);
    return rows;
  };
  const rows = await pMap(addresses, read, { concurrency: web.concurrency, signal });
  return { rows: rows.flat(), isWhole };
}

async function addressesIn(sitemap: Resource, web: Web, context: ReadContext, depth: number): Promise<string[]> {
  const bytes = readFileSync(sitemap.file);
  const blocks =
    bytes[0] === 0x1f && bytes[1] === 0x8b
      ? [new TextDecoder().decode(gunzipSync(bytes, { maxOutputLength: maxBytes }))]
      : context.texts.blocksOf(sitemap);
  const { root, element } = await readXml(blocks, sitemap.address, context.signal);
  const { host } = new URL(sitemap.finalUrl ?? sitemap.address);
  const entries = elementsOf(fieldOf(element, root === 'sitemapindex' ? 'sitemap' : 'url'));
  const found = entries.slice(0, maxAddresses).flatMap((entry) => new ObjectRow(Object(entry), '').get('loc'));
  const addresses = [...new Set(found)].filter((address) => URL.canParse(address) && new URL(address).host === host);
  if (root !== 'sitemapindex') return addresses;
  if (depth >= maxDepth) return [];
  const lists: string[] = [];
  for (const address of addresses) lists.push(...(await addressesIn(await web.get(address), web, context, depth + 1)));
  return [...new Set(lists)];
}
