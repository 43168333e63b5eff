// The format `feed`: RSS 2.0, RSS 1.0 and Atom, one item a course.
import { fieldOf } from '../../catalog/reading.ts';
import { parseUrl } from '../../text/urls.ts';
import type { FieldTable } from '../fields/fields.ts';
import { readPages } from '../input/pages.ts';
import { unusable, type Resource } from '../input/resource.ts';
import { readXml, type XmlElement } from '../input/xml.ts';
import { columnsOf, elementsOf, Row } from '../rows.ts';
import type { Format } from './format.ts';

const fields: FieldTable = {
  title: [['title']],
  linkurl: [['address']],
  provider: [['feed.title']],
  language: [['dc:language'], ['@xml:lang'], ['feed.language'], ['feed.dc:language'], ['feed.@xml:lang']],
  date_published: [['pubDate'], ['dc:date'], ['published'], ['updated']],
  description: [['content:encoded'], ['content'], ['summary'], ['description']],
  author: [['dc:creator'], ['author.name'], ['author'], ['course:instructors.course:staff.staff:name']],
  categories: [['category'], ['category.@term'], ['course:subject']],
  license: [
    ['license'],
    ['creativeCommons:license'],
    ['cc:license.@rdf:resource'],
    ['feed.license'],
    ['feed.creativeCommons:license'],
  ],
  date_modified: [['updated'], ['dcterms:modified']],
  provider_url: [['feed.link']],
  key: [['guid'], ['id'], ['@rdf:about']],
};

const kinds = { rss: 'an RSS feed', 'rdf:RDF': 'an RSS 1.0 feed', feed: 'an Atom feed' };

export const feed: Format = {
  recognize({ start }) {
    const [root, kind] = Object.entries(kinds).find(([name]) => new RegExp(`<${name}[\\s>]`, 'u').test(start)) ?? [];
    return root === undefined || !start.trimStart().startsWith('<') ? undefined : kind;
  },

  async read({ resource: first }, context) {
    const read = async (one: Resource) => {
      const document = await readXml(context.decoder.blocksOf(one), one.address, context.signal);
      if (!Object.hasOwn(kinds, document.root)) throw unusable(one.address, `is no feed: it is a <${document.root}>`);
      return document;
    };
    const nextOf = ({ root, element }: Awaited<ReturnType<typeof read>>) => {
      const head = headOf(root, element);
      const links = [...elementsOf(fieldOf(head, 'atom:link')), ...elementsOf(fieldOf(head, 'link'))];
      const next = links.find((one) => fieldOf(one, '@rel') === 'next');
      return fieldOf(next, '@href');
    };
    const rowsOf = ({ root, element }: Awaited<ReturnType<typeof read>>, resource: Resource) => {
      const { address } = resource;
      const head = headOf(root, element);
      const above = baseIn(element, resource.finalUrl);
      const base = head === element ? above : baseIn(head, above);
      const { item: _, entry: __, ...about } = head;
      const holders = [...new Set([head, element])];
      const items = holders.flatMap((one) => ['item', 'entry'].flatMap((name) => elementsOf(fieldOf(one, name))));
      return items.map((item, at) => {
        const record = { ...Object(item), feed: about, address: addressOf(item, base) };
        return new Row(record, `${address}:item ${at + 1}`);
      });
    };
    const { rows, isWhole } = await readPages(first, read, nextOf, rowsOf, context);
    const columns = columnsOf(rows, ['link', 'address', 'feed', '@value']);
    return { rows, fields, columns, isWhole, texts: 'values' };
  },
};

function headOf(root: string, element: XmlElement): XmlElement {
  const { channel } = element;
  const [head] = root === 'feed' || channel === undefined || typeof channel === 'string' ? [element] : channel;
  return head ?? element;
}

/** The base of the relative addresses in an element, which `xml:base` may change. */
function baseIn(element: unknown, above: string | undefined): string | undefined {
  return resolvedFrom(above, fieldOf(element, '@xml:base')) ?? above;
}

function resolvedFrom(base: string | undefined, address: unknown): string | undefined {
  return typeof address === 'string' ? parseUrl(address, base)?.href : undefined;
}

/** The address of an item: its link, or an id that is one. The link of Atom may be relative to `above`. */
function addressOf(item: unknown, above: string | undefined): string {
  const links = elementsOf(fieldOf(item, 'link'));
  const isAlternate = (link: unknown) => (fieldOf(link, '@rel') ?? 'alternate') === 'alternate';
  const alternate = links.find((one) => isAlternate(one) && fieldOf(one, '@href') !== undefined);
  const [guid] = elementsOf(fieldOf(item, 'guid'));
  const permanent = fieldOf(guid, '@isPermaLink') === 'false' ? undefined : fieldOf(guid, '@value');
  const id = fieldOf(elementsOf(fieldOf(item, 'id'))[0], '@value');
  const found = [
    ...links.map((one) => fieldOf(one, '@value')),
    fieldOf(alternate, '@href'),
    resolvedFrom(baseIn(alternate, baseIn(item, above)), fieldOf(alternate, '@href')),
    permanent,
    id,
    fieldOf(item, '@rdf:about'),
  ];
  return found.find((one) => typeof one === 'string' && /^https?:\/\//iu.test(one))?.toString() ?? '';
}
