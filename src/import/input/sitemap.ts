// Sitemaps: the pages that one lists, itself or in others, are fetched and read one by one.
import { fieldOf } from '../../catalog/reading.ts';
import { requestableUrl } from '../../client/addresses.ts';
import { ProblemsError } from '../../problems.ts';
import { grouped } from '../../text/format.ts';
import { elementsOf, Row, type Rows } from '../rows.ts';
import { readEach } from './pages.ts';
import type { Probe } from './probe.ts';
import type { ReadContext } from './read-context.ts';
import { unreadable, type Resource } from './resource.ts';
import { readXml } from './xml.ts';

export function isSitemap({ json, start }: Probe): boolean {
  return json === undefined && /<(?:urlset|sitemapindex)[\s>]/u.test(start);
}

/** Reads the pages of a sitemap with `rowsOf`; those on other hosts are left out. Not whole if a page is not read. */
export async function crawlSitemap(
  first: Resource,
  rowsOf: (page: Resource) => Promise<readonly Row[]>,
  context: ReadContext,
): Promise<{ readonly rows: Rows; readonly isWhole: boolean }> {
  const { web, notes, onProgress, signal } = context;
  if (web === undefined) {
    const finding = 'is a sitemap: its pages can only be read from their host';
    throw unreadable(first.address, finding, 'import the address of the sitemap');
  }
  let isWhole = true;
  const leaveOut = (what: string, place: string, why?: string): readonly Row[] => {
    isWhole = false;
    notes.add('leftOut', what, place, why);
    return [];
  };
  /** Only the first resource is worth an error: a host may forbid, or fail to send, any other. */
  const attempt = async <T>(what: string, address: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      leaveOut(`${what} that cannot be read`, address, error.problems[0]?.finding);
      return undefined;
    }
  };
  const { isIndex, addresses } = await readSitemap(first, context);
  const pages = isIndex ? new Set<string>() : addresses;
  for (const [at, address] of (isIndex ? [...addresses] : []).entries()) {
    signal.throwIfAborted();
    onProgress({ done: at, total: addresses.size, what: `${at} of ${addresses.size} sitemaps` });
    const spent = web.spent ?? (pages.size > web.maxAddresses ? `${grouped(web.maxAddresses)} addresses` : undefined);
    if (spent !== undefined) leaveOut(`sitemap after ${spent}`, address);
    const readListed = async () => readSitemap(await web.get(address), context);
    const found = spent === undefined ? await attempt('sitemap', address, readListed) : undefined;
    if (found?.isIndex === true) leaveOut('list of sitemaps in another, which sitemaps.org forbids', address);
    else for (const one of found?.addresses ?? []) pages.add(one);
  }
  const read = async (address: string): Promise<readonly Row[]> => {
    const spent = web.spent;
    if (spent !== undefined) return leaveOut(`page after ${spent}`, address);
    const found = await attempt('page', address, async () => {
      const page = await web.find(address);
      if (page === undefined) return leaveOut('page that is not there', address);
      const rows = await rowsOf(page);
      if (rows.length === 0) notes.add('leftOut', 'page that describes no course', address);
      return rows;
    });
    return found ?? [];
  };
  for await (const found of readEach([...pages], read, 'pages', context)) for (const row of found) web.rows.push(row);
  return { rows: web.rows, isWhole };
}

async function readSitemap(sitemap: Resource, { decoder, notes, signal }: ReadContext) {
  const { root, element } = await readXml(decoder.blocksOf(sitemap), sitemap.address, signal);
  const { host } = new URL(sitemap.finalUrl ?? sitemap.address);
  const isIndex = root === 'sitemapindex';
  const addresses = new Set<string>();
  for (const entry of elementsOf(fieldOf(element, isIndex ? 'sitemap' : 'url'))) {
    for (const address of new Row(Object(entry), '').get('loc')) {
      const url = requestableUrl(address);
      if (typeof url !== 'string' && url.host === host) addresses.add(address);
      else notes.add('leftOut', 'address in a sitemap that is no page of its host', sitemap.address);
    }
  }
  return { isIndex, addresses };
}
