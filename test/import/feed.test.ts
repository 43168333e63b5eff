// Feeds, and the XML that they are written in.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readXml } from '../../src/import/xml.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import { importServed, importText, recordsIn, notesOf } from './imported.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

describe('feed', () => {
  const rss = (items: string, head = '') =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Uni &amp; more</title><link>https://uni.example/</link><language>en-us</language>${head}${items}</channel></rss>`;

  it('of RSS 2.0 is read in all its pages', async () => {
    const item = (name: string) =>
      `<item><title>${name}</title><link>https://a.example/${name}</link><pubDate>Tue, 12 Jan 2016 11:52:58 -0500</pubDate><category>X</category></item>`;
    const files = {
      'feed.xml': rss(item('a'), '<atom:link rel="next" href="BASE/two.xml"/>'),
      'two.xml': rss(item('b')),
    };
    const { result } = await importServed(folder, files, 'feed.xml');
    expect([result.format, result.isWhole]).toEqual(['feed', true]);
    expect(recordsIn(folder)).toMatchObject([
      {
        title: 'a',
        linkurl: 'https://a.example/a',
        language: ['English'],
        date_published: '2016-01-12T11:52:58-0500',
        categories: [1],
      },
      { title: 'b' },
    ]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([
      { id: 1, name: 'Uni & more', url: 'https://uni.example/' },
    ]);
  });

  it('does not give its website to a provider that a map or an option names', async () => {
    const item = '<item><title>A</title><link>https://a.example/a</link><dc:creator>Ada</dc:creator></item>';
    const providers = () => recordsIn(folder, 'providers/list.ndjson');
    await importText(folder, 'feed.xml', rss(item), { map: 'provider=dc:creator' });
    expect(providers()).toEqual([{ id: 1, name: 'Ada' }]);
    await importText(folder, 'feed.xml', rss(item).replace('Uni &amp; more', ''), { provider: 'P', prune: true });
    expect(providers()).toEqual([{ id: 2, name: 'P' }]);
  });

  it('takes a guid as the address unless it says that it is none', async () => {
    const text = rss(
      '<item><title>A</title><guid>https://a.example/a</guid></item><item><title>B</title><guid isPermaLink="false">https://a.example/b</guid></item>',
    );
    const result = await importText(folder, 'feed.xml', text);
    expect(recordsIn(folder)).toMatchObject([{ linkurl: 'https://a.example/a' }]);
    expect(notesOf(result)).toContain('1 no address');
  });

  it('of RSS 1.0 is read', async () => {
    const text = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel><title>Uni</title></channel>
      <item rdf:about="https://a.example/a"><title><![CDATA[<b>A</b>]]></title><dc:language>fr</dc:language><dc:date>2012-03-04</dc:date><dc:creator>Ada</dc:creator></item></rdf:RDF>`;
    await importText(folder, 'feed.rdf', text);
    expect(recordsIn(folder)).toMatchObject([
      { title: 'A', linkurl: 'https://a.example/a', language: ['French'], date_published: '2012-03-04', author: 'Ada' },
    ]);
  });

  it('of Atom is read', async () => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Uni</title>
      <entry><title>A</title><link rel="self" href="https://a.example/x"/><link rel="alternate" href="https://a.example/a"/><id>urn:1</id><published>2012-03-04T05:06:07Z</published><updated>2013-03-04T05:06:07Z</updated>
      <author><name>Ada</name></author><category term="X"/><summary>S</summary></entry></feed>`;
    await importText(folder, 'feed.atom', text);
    expect(recordsIn(folder)).toMatchObject([
      {
        linkurl: 'https://a.example/a',
        language: ['German'],
        date_published: '2012-03-04T05:06:07Z',
        date_modified: '2013-03-04T05:06:07Z',
        author: 'Ada',
        categories: [1],
        description: 'S',
      },
    ]);
  });
});

describe('relative links of Atom', () => {
  const entry = (name: string, rest: string) =>
    `<entry><title>${name}</title>${rest}<updated>2013-03-04</updated></entry>`;
  const atom = (entries: string, base = '') =>
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"${base}><title>Uni</title>${entries}</feed>`;
  const linksIn = () => recordsIn(folder).map(({ linkurl }) => linkurl);

  it('are resolved against the address of the feed', async () => {
    const text = atom(entry('A', '<id>urn:a</id><link href="/c/1"/>') + entry('B', '<link href="../d?x=1"/>'));
    const { base } = await importServed(folder, { 'feeds/all.atom': text }, 'feeds/all.atom');
    expect(linksIn()).toEqual([`${base}/c/1`, `${base}/d?x=1`]);
  });

  it('are resolved against xml:base of the feed, the entry and the link', async () => {
    const entries = [
      entry('A', '<link href="c/1"/>'),
      entry('B', '<link href="2"/>').replace('<entry>', '<entry xml:base="sub/">'),
      entry('C', '<link xml:base="https://c.example/" href="3"/>'),
      entry('D', '<link href="https://d.example/Ä"/>'),
    ];
    await importText(folder, 'feed.atom', atom(entries.join(''), ' xml:base="https://a.example/x/"'));
    expect(linksIn()).toEqual([
      'https://a.example/x/c/1',
      'https://a.example/x/sub/2',
      'https://c.example/3',
      'https://d.example/Ä',
    ]);
  });

  it('are resolved once against a base that is relative itself', async () => {
    const text = atom(entry('A', '<link href="c/1"/>'), ' xml:base="en/"');
    const { base } = await importServed(folder, { 'feeds/all.atom': text }, 'feeds/all.atom');
    expect(linksIn()).toEqual([`${base}/feeds/en/c/1`]);
  });

  it('lead nowhere in a file that states no base', async () => {
    const text = atom(entry('A', '<link href="/c/1"/><id>https://a.example/id</id>') + entry('B', '<link href="2"/>'));
    const result = await importText(folder, 'feed.atom', text);
    expect(linksIn()).toEqual(['https://a.example/id']);
    expect(notesOf(result)).toContain('1 no address');
  });
});

describe('XML', () => {
  const { signal } = new AbortController();
  const read = (text: string) => readXml([text], 'x.xml', signal);

  it.each([
    ['a DTD', '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><r>&b;</r>', /has a <!DOCTYPE>/u],
    ['a wrong end', '<r><a></b></r>', /unexpected close tag/u],
    ['an end in the middle', '<r><a>', /unclosed tag: a/u],
    ['no element', 'text', /text data outside of root node/u],
    ['nothing', ' ', /must contain a root element/u],
    ['two roots', '<a/><b/>', /root/u],
    ['too many levels', '<a>'.repeat(1000), /more than 100 deep/u],
    ['a bare sign', '<r>a < b</r>', /disallowed character in tag name/u],
    ['an attribute that does not end', `<r ${'a="'.repeat(50_000)}`, /no whitespace between attributes/u],
    ['a name that does not end', `<r><${'a'.repeat(300_000)}`, /unclosed tag: r/u],
  ])(
    'with %s is refused within moments, with the position',
    async (_, text, reason) => {
      await expect(read(text)).rejects.toMatchObject({
        problems: [
          {
            file: 'x.xml',
            position: { line: 1 },
            finding: expect.stringMatching(reason) as unknown,
            remedy: 'correct it, or save it as well-formed XML without a <!DOCTYPE> and import that file',
          },
        ],
      });
    },
    30_000,
  );

  it('keeps texts, attributes and children, and decodes the references of XML', async () => {
    const text =
      '\n<?xml version="1.0"?><!-- a --><r a="1 &lt; 2" b=\'"\'><x>&#233;<![CDATA[<&>]]></x><x/>&eacute;&unknown;</r>';
    expect(await read(text)).toEqual({
      root: 'r',
      element: {
        '@a': '1 < 2',
        '@b': '"',
        '@value': '&eacute;&unknown;',
        x: [{ '@value': 'é<&>' }, { '@value': '' }],
      },
    });
  });

  it('is read in pieces, between which an interruption is noticed', async () => {
    const interrupt = new AbortController();
    const reading = readXml([`<r>${'<a b="1"/>'.repeat(100_000)}</r>`], 'x.xml', interrupt.signal);
    setTimeout(() => interrupt.abort(new Error('interrupted')), 1);
    await expect(reading).rejects.toThrow('interrupted');
  });
});
