// Sitemaps: the pages that one lists, itself or in others, are fetched and read one by one.
import { fieldOf } from '../../catalog/source/record.ts';
import { requestableUrl } from '../../http/addresses.ts';
import { ProblemsError } from '../../text/problems.ts';
import { grouped } from '../../text/number-format.ts';
import { elementsOf, Row, type Rows } from '../rows.ts';
import { readEach } from './pages.ts';
import type { Probe, ReadContext } from './probe.ts';
import { inputError, type Resource } from './resource.ts';
import { readXml } from './xml.ts';

export function isSitemap({ json, start }: Probe): boolean {
  return json === undefined && /<(?:urlset|sitemapindex)[\s>]/u.test(start);
}

/** Reads the pages of a sitemap with `read`, and skips those on other hosts. Not whole if a page is not read. */
export async function crawlSitemap(
  first: Resource,
  read: (page: Resource) => Promise<{ readonly rows: readonly Row[]; readonly isComplete: boolean }>,
  context: ReadContext,
): Promise<{ readonly rows: Rows; readonly isComplete: boolean }> {
  const { web, notes, onProgress, signal } = context;
  if (web === undefined) {
    const finding = 'is a sitemap: its pages can only be read from their host';
    throw inputError(first.address, finding, 'import the address of the sitemap');
  }
  let isComplete = true;
  const leaveOut = (what: string, address: string, finding?: string) => {
    isComplete = false;
    notes.add('skipped', what, address, finding);
  };
  /** Only the first resource may end the import: a host may forbid, or fail to send, any other. */
  const attempt = async <T>(noun: string, address: string, limit: string | undefined, work: () => Promise<T>) => {
    try {
      if (limit === undefined) return await work();
      leaveOut(`${noun} after ${limit}`, address);
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      const [{ position, finding } = {}] = error.problems;
      const place = position === undefined ? '' : `:${position.line}:${position.column}`;
      leaveOut(`${noun} that cannot be read`, `${address}${place}`, finding);
    }
    return undefined;
  };
  const { isIndex, addresses } = await readSitemap(first, context);
  const pages = isIndex ? new Set<string>() : addresses;
  for (const [index, address] of isIndex ? [...addresses].entries() : []) {
    signal.throwIfAborted();
    onProgress({ done: index, total: addresses.size, what: `${index} of ${addresses.size} sitemaps` });
    const isFull = pages.size > web.maxAddresses;
    const limit = web.reachedLimit ?? (isFull ? `${grouped(web.maxAddresses)} addresses` : undefined);
    const sitemap = await attempt('sitemap', address, limit, async () => readSitemap(await web.get(address), context));
    if (sitemap?.isIndex) leaveOut('list of sitemaps in another, which sitemaps.org forbids', address);
    else for (const page of sitemap?.addresses ?? []) pages.add(page);
  }
  const readPage = async (address: string) =>
    attempt('page', address, web.reachedLimit, async () => {
      const page = await web.find(address);
      const found = page && (await read(page));
      if (found === undefined) leaveOut('page that is not there', address);
      else if (found.rows.length === 0) notes.add('skipped', 'page that describes no course', address);
      isComplete &&= found?.isComplete !== false;
      return found?.rows;
    });
  for await (const rows of readEach([...pages], readPage, 'pages', context))
    for (const row of rows ?? []) web.rows.push(row);
  return { rows: web.rows, isComplete };
}

async function readSitemap(sitemap: Resource, { decoder, web, notes, signal }: ReadContext) {
  const { root, element } = await readXml(decoder.blocksOf(sitemap), sitemap.address, signal);
  const { host } = new URL(sitemap.finalUrl ?? sitemap.address);
  const isIndex = root === 'sitemapindex';
  const addresses = new Set<string>();
  for (const entry of elementsOf(fieldOf(element, isIndex ? 'sitemap' : 'url'))) {
    for (const address of new Row(Object(entry), '').get('loc')) {
      const url = requestableUrl(address);
      if (typeof url !== 'string' && url.host === host) addresses.add(web?.hide(address) ?? address);
      else notes.add('skipped', 'address on another host in a sitemap', sitemap.address);
    }
  }
  return { isIndex, addresses };
}
