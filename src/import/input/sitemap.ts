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
import type { Web } from './web.ts';
import { readXml } from './xml.ts';

export function isSitemap({ json, start }: Probe): boolean {
  return json === undefined && /<(?:urlset|sitemapindex)[\s>]/u.test(start);
}

type ReadRows = (page: Resource) => Promise<readonly Row[]>;

/** Reads the pages of a sitemap with `readRows`; those on other hosts are left out. Not whole if a page is not read. */
export async function crawlSitemap(
  first: Resource,
  readRows: ReadRows,
  context: ReadContext,
): Promise<{ readonly rows: Rows; readonly isWhole: boolean }> {
  const { web } = context;
  if (web === undefined) {
    const finding = 'is a sitemap: its pages can only be read from their host';
    throw unreadable(first.address, finding, 'import the address of the sitemap');
  }
  const crawl = new SitemapCrawl(web, context);
  const pages = await crawl.pagesOf(first);
  const readPage = async (address: string) => crawl.readPage(address, readRows);
  for await (const rows of readEach([...pages], readPage, 'pages', context)) for (const row of rows) web.rows.push(row);
  return { rows: web.rows, isWhole: crawl.isWhole };
}

class SitemapCrawl {
  /** False once a page or a sitemap was left out. */
  isWhole = true;

  constructor(
    private readonly web: Web,
    private readonly context: ReadContext,
  ) {}

  /** The addresses in a sitemap, or in the sitemaps that it lists. */
  async pagesOf(first: Resource): Promise<ReadonlySet<string>> {
    const { web, context } = this;
    const { isIndex, addresses } = await readSitemap(first, context);
    if (!isIndex) return addresses;
    const pages = new Set<string>();
    for (const [index, address] of [...addresses].entries()) {
      context.signal.throwIfAborted();
      context.onProgress({ done: index, total: addresses.size, what: `${index} of ${addresses.size} sitemaps` });
      const isFull = pages.size > web.maxAddresses;
      const limit = web.reachedLimit ?? (isFull ? `${grouped(web.maxAddresses)} addresses` : undefined);
      if (limit !== undefined) {
        this.leaveOut(`sitemap after ${limit}`, address);
        continue;
      }
      const read = async () => readSitemap(await web.get(address), context);
      const sitemap = await this.attempt('sitemap', address, read);
      if (sitemap?.isIndex) this.leaveOut('list of sitemaps in another, which sitemaps.org forbids', address);
      else for (const page of sitemap?.addresses ?? []) pages.add(page);
    }
    return pages;
  }

  async readPage(address: string, readRows: ReadRows): Promise<readonly Row[]> {
    const { web, context } = this;
    if (web.reachedLimit !== undefined) return this.leaveOut(`page after ${web.reachedLimit}`, address);
    const read = async () => {
      const page = await web.find(address);
      if (page === undefined) return this.leaveOut('page that is not there', address);
      const rows = await readRows(page);
      if (rows.length === 0) context.notes.add('leftOut', 'page that describes no course', address);
      return rows;
    };
    return (await this.attempt('page', address, read)) ?? [];
  }

  private leaveOut(what: string, address: string, finding?: string): readonly Row[] {
    this.isWhole = false;
    this.context.notes.add('leftOut', what, address, finding);
    return [];
  }

  /** Only the first resource is worth an error: a host may forbid, or fail to send, any other. */
  private async attempt<T>(noun: string, address: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ProblemsError)) throw error;
      this.leaveOut(`${noun} that cannot be read`, address, error.problems[0]?.finding);
      return undefined;
    }
  }
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
