// The format `feed`: RSS 2.0, RSS 1.0, Atom and JSON Feed, one item per course.
import { fieldOf } from '../../catalog/source/record.ts';
import { parseUrl } from '../../text/parse-url.ts';
import { hasWebScheme } from '../../text/web-address.ts';
import type { FieldColumns } from '../fields/fields.ts';
import { parseJson } from '../../catalog/source/json.ts';
import type { ReadContext } from '../input/probe.ts';
import { readPages } from '../input/pages.ts';
import { requestError, type Resource } from '../input/resource.ts';
import { readXml, type XmlElement } from '../input/xml.ts';
import { columnsOf, elementsOf, Row } from '../rows.ts';
import type { ImportFormat } from './format.ts';

const fields: FieldColumns = {
  title: [['title']],
  linkurl: [['address']],
  provider: [['feed.title']],
  language: [['dc:language'], ['@xml:lang'], ['feed.language'], ['feed.dc:language'], ['feed.@xml:lang']],
  date_published: [['pubDate'], ['dc:date'], ['published'], ['updated']],
  description: [['content:encoded'], ['content'], ['summary'], ['description']],
  author: [['dc:creator'], ['author.name'], ['author'], ['course:instructors.course:staff.staff:name']],
  categories: [['category'], ['course:subject']],
  license: [
    ['license'],
    ['creativeCommons:license'],
    ['cc:license.@rdf:resource'],
    ['feed.license'],
    ['feed.creativeCommons:license'],
  ],
  date_modified: [['updated'], ['dcterms:modified']],
  start_date: [['course:start']],
  end_date: [['course:end']],
  duration: [['course:length']],
  workload: [['course:effort']],
  image: [['course:image-thumbnail'], ['course:image-banner']],
  prerequisites: [['course:prerequisites']],
  provider_url: [['feed.link']],
  key: [['guid'], ['id'], ['@rdf:about']],
};

const roots = { rss: 'an RSS feed', 'rdf:RDF': 'an RSS 1.0 feed', feed: 'an Atom feed' };

export const feed: ImportFormat = {
  recognize({ start, json }) {
    if (isJsonFeed(json)) return 'a JSON Feed';
    const [root, kind] = Object.entries(roots).find(([name]) => new RegExp(`<${name}[\\s>]`, 'u').test(start)) ?? [];
    return root === undefined || !start.trimStart().startsWith('<') ? undefined : kind;
  },

  async read({ resource, json }, context) {
    if (isJsonFeed(json)) return readJsonFeed(resource, context);
    const readFeed = async (page: Resource) => {
      const document = await readXml(context.decoder.blocksOf(page), page.address, context.signal);
      if (!Object.hasOwn(roots, document.root))
        throw requestError(page.address, `expected a feed, got <${document.root}>`);
      return document;
    };
    const read = await readPages(resource, readFeed, nextPage, rowsIn, context);
    return { ...read, fields, columns: columnsOf(read.rows, ['link', 'address', 'feed', '@value']), texts: 'values' };
  },
};

const jsonFeedFields: FieldColumns = {
  ...fields,
  linkurl: [['url'], ['external_url']],
  language: [['language'], ['feed.language']],
  date_published: [['date_published']],
  description: [['content_html'], ['content_text'], ['summary']],
  tags: [['tags']],
  author: [['authors.name'], ['author.name']],
  date_modified: [['date_modified']],
  provider_url: [['feed.home_page_url']],
};

function isJsonFeed(json: unknown): boolean {
  const version = fieldOf(json, 'version');
  return typeof version === 'string' && /^https?:\/\/jsonfeed\.org\/version\//u.test(version);
}

async function readJsonFeed(resource: Resource, context: ReadContext) {
  const readFeed = (page: Resource) => parseJson(context.decoder.textOf(page));
  const rowsOf = (page: unknown, { address }: Resource) => {
    const { items, ...about }: { readonly items?: unknown } = Object(page);
    return elementsOf(items).map(
      (item, index) => new Row({ ...Object(item), feed: about }, `${address}:item ${index + 1}`),
    );
  };
  const read = await readPages(resource, readFeed, (page) => fieldOf(page, 'next_url'), rowsOf, context);
  return { ...read, fields: jsonFeedFields, columns: columnsOf(read.rows, ['feed']), texts: 'values' as const };
}

type FeedDocument = Awaited<ReturnType<typeof readXml>>;

function nextPage(document: FeedDocument): unknown {
  const channel = channelOf(document);
  const links = [...elementsOf(fieldOf(channel, 'atom:link')), ...elementsOf(fieldOf(channel, 'link'))];
  const next = links.find((link) => fieldOf(link, '@rel') === 'next');
  return fieldOf(next, '@href');
}

function rowsIn(document: FeedDocument, { address, finalUrl }: Resource): Row[] {
  const { element: root } = document;
  const channel = channelOf(document);
  const rootBase = baseIn(root, finalUrl);
  const base = channel === root ? rootBase : baseIn(channel, rootBase);
  // Links of RSS may be relative to the website that the channel names.
  const [site] = elementsOf(fieldOf(channel, 'link')).map((link) => resolveFrom(undefined, fieldOf(link, '@value')));
  const { item: _, entry: __, ...description } = channel;
  // Every item shows it.
  const about = Object.fromEntries(
    Object.entries(description).map(([name, values]) => [name, values.slice(0, name.startsWith('@') ? undefined : 20)]),
  );
  // Items of RSS 1.0 stand beside the channel.
  const parents = [...new Set([channel, root])];
  const items = parents.flatMap((parent) => ['item', 'entry'].flatMap((name) => elementsOf(fieldOf(parent, name))));
  return items.map((item, index) => {
    const { category } = Object(item);
    const named = category === undefined ? {} : { category: elementsOf(category).map(categoryName) };
    const record = { ...Object(item), ...named, feed: about, address: itemAddress(item, base, site) };
    return new Row(record, `${address}:item ${index + 1}`);
  });
}

/** What people call a category: its text in RSS; in Atom its label, or else its term. */
function categoryName(category: unknown): unknown {
  const names = ['@value', '@label', '@term'].map((field) => fieldOf(category, field));
  return names.find((name) => name !== undefined && name !== '') ?? '';
}

/** The element that describes the feed: the channel of RSS, the root of Atom. */
function channelOf({ root, element }: FeedDocument): XmlElement {
  const { channel } = element;
  if (root === 'feed' || channel === undefined || typeof channel === 'string') return element;
  return channel[0] ?? element;
}

/** The base of the relative addresses in an element, which `xml:base` may change. */
function baseIn(element: unknown, outerBase: string | undefined): string | undefined {
  return resolveFrom(outerBase, fieldOf(element, '@xml:base')) ?? outerBase;
}

function resolveFrom(base: string | undefined, address: unknown): string | undefined {
  return typeof address === 'string' ? parseUrl(address, base)?.href : undefined;
}

/** The address of an item: its link, or an id that is one. The link of Atom may be relative to `base`. */
function itemAddress(item: unknown, base: string | undefined, site: string | undefined): string {
  const links = elementsOf(fieldOf(item, 'link'));
  const isAlternate = (link: unknown) => (fieldOf(link, '@rel') ?? 'alternate') === 'alternate';
  const alternate = links.find((link) => isAlternate(link) && fieldOf(link, '@href') !== undefined);
  const [guid] = elementsOf(fieldOf(item, 'guid'));
  const candidates = [
    ...links.map((link) => fieldOf(link, '@value')),
    fieldOf(alternate, '@href'),
    resolveFrom(baseIn(alternate, baseIn(item, base)), fieldOf(alternate, '@href')),
    fieldOf(guid, '@isPermaLink') === 'false' ? undefined : fieldOf(guid, '@value'),
    fieldOf(elementsOf(fieldOf(item, 'id'))[0], '@value'),
    fieldOf(item, '@rdf:about'),
  ];
  const texts = candidates.filter((candidate) => typeof candidate === 'string');
  const address = texts.find(hasWebScheme);
  const relative = links
    .map((link) => fieldOf(link, '@value'))
    .find((text) => typeof text === 'string' && text.startsWith('/'));
  return address ?? resolveFrom(site, relative) ?? '';
}
