// A destination of ResourceSync (ANSI/NISO Z39.99), written from the standard: it knows nothing of this tool, and starts at the well-known address.
import { SaxesParser } from 'saxes';
import { digestOf } from './kept.ts';

interface Entry {
  readonly address: string;
  readonly md: Readonly<Record<string, string>>;
  readonly modified: string;
}

interface Document {
  readonly root: string;
  readonly md: Readonly<Record<string, string>>;
  readonly up: string | undefined;
  readonly index: string | undefined;
  readonly entries: readonly Entry[];
}

const sitemaps = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const terms = 'http://www.openarchives.org/rs/terms/';

export class Destination {
  /** The resources that it has, by address. */
  readonly resources = new Map<string, string>();
  /** Requests since the last synchronization began. */
  requests = 0;
  /** Up to when it is synchronized. */
  private until = '';

  constructor(private readonly source: string) {}

  async synchronize(): Promise<'baseline' | 'incremental'> {
    this.requests = 0;
    const description = await this.document(`${this.source}/.well-known/resourcesync`, 'description');
    const list = await this.document(capability(description, 'capabilitylist'), 'capabilitylist');
    if (list.up !== `${this.source}/.well-known/resourcesync`) throw new Error(`up is ${list.up}`);
    const changes = await this.document(capability(list, 'changelist'), 'changelist');
    const isIncremental = this.until !== '' && (changes.md['from'] ?? '') <= this.until;
    if (!isIncremental) await this.baseline(capability(list, 'resourcelist'));
    const times = changes.entries.map(({ md }) => md['datetime'] ?? '');
    if (times.length > 0 && times[0] !== changes.md['from']) throw new Error('the first change is of another time');
    if (times.join(' ') !== times.toSorted((a, b) => (a < b ? -1 : 1)).join(' ')) throw new Error('not in order');
    for (const entry of changes.entries.filter(({ md }) => (md['datetime'] ?? '') > this.until)) {
      if (entry.md['change'] === 'deleted') this.resources.delete(entry.address);
      else await this.copy(entry);
    }
    this.until = times.findLast((time) => time > this.until) ?? this.until;
    return isIncremental ? 'incremental' : 'baseline';
  }

  private async baseline(address: string): Promise<void> {
    const list = await this.document(address, 'resourcelist');
    const parts =
      list.root === 'urlset'
        ? [list]
        : await Promise.all(list.entries.map(async (part) => this.document(part.address, 'resourcelist')));
    if (list.root !== 'urlset' && parts.some(({ index }) => index !== address)) throw new Error('a part has no index');
    const entries = parts.flatMap((part) => part.entries);
    const known = new Set(entries.map((entry) => entry.address));
    for (const there of this.resources.keys()) if (!known.has(there)) this.resources.delete(there);
    for (const entry of entries) await this.copy(entry);
    this.until = list.md['at'] ?? '';
  }

  /** Copies a resource, unless its digest says that it has it. */
  private async copy({ address, md, modified }: Entry): Promise<void> {
    if (Number.isNaN(Date.parse(modified))) throw new Error(`${address} has no lastmod`);
    if (`sha-256:${digestOf(Buffer.from(this.resources.get(address) ?? ''))}` === md['hash']) return;
    const { text, type } = await this.get(address);
    const length = Buffer.byteLength(text);
    if (
      `sha-256:${digestOf(Buffer.from(text))}` !== md['hash'] ||
      String(length) !== md['length'] ||
      type !== md['type']
    )
      throw new Error(`${address} is not as it is listed`);
    this.resources.set(address, text);
  }

  private async document(address: string, expected: string): Promise<Document> {
    const document = parse((await this.get(address)).text);
    if (document.md['capability'] !== expected) throw new Error(`${address} is no ${expected}`);
    return document;
  }

  private async get(address: string) {
    this.requests += 1;
    const response = await fetch(address);
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}`);
    return { text: await response.text(), type: response.headers.get('content-type') };
  }
}

function capability({ entries }: Document, name: string): string {
  const found = entries.find(({ md }) => md['capability'] === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found.address;
}

/** Reads an extended sitemap; throws an error if it is no well-formed XML. */
export function parse(text: string): Document {
  const parser = new SaxesParser({ xmlns: true });
  const open: string[] = [];
  let [root, content] = ['', ''];
  let md: Record<string, string> = {};
  const links = new Map<string, string>();
  let entry: { address: string; md: Record<string, string>; modified: string } = { address: '', md: {}, modified: '' };
  const entries: Entry[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const values = Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value]));
    if (open.length === 0) root = uri === sitemaps ? local : '';
    if (uri === sitemaps && (local === 'url' || local === 'sitemap')) entry = { address: '', md: {}, modified: '' };
    if (uri === terms && local === 'md' && open.length === 1) md = values;
    else if (uri === terms && local === 'md') entry.md = values;
    if (uri === terms && local === 'ln') links.set(values['rel'] ?? '', values['href'] ?? '');
    content = '';
    open.push(local);
  });
  parser.on('text', (more) => (content += more));
  parser.on('closetag', ({ local }) => {
    if (local === 'loc') entry.address = content;
    if (local === 'lastmod') entry.modified = content;
    if (local === 'url' || local === 'sitemap') entries.push(entry);
    open.pop();
  });
  parser.write(text).close();
  return { root, md, up: links.get('up'), index: links.get('index'), entries };
}
