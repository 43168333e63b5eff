// Pages as browsers read them, with parse5 as an oracle; and XML, as feeds and spreadsheets are written in it.
import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../src/import/input/page.ts';
import { readXml } from '../../src/import/input/xml.ts';
import { forAll } from '../helpers/for-all.ts';
import { moments, processorClock } from '../helpers/limits.ts';

type Node = DefaultTreeAdapterTypes.Node;

const { signal } = new AbortController();

/** The same fields by parse5. */
function pageByOracle(html: string): Awaited<ReturnType<typeof readPage>> {
  const values: unknown[] = [];
  const addresses: string[] = [];
  const visit = (node: Node): void => {
    const attributes = 'attrs' in node ? new Map(node.attrs.map(({ name, value }) => [name, value])) : new Map();
    const [text] = 'childNodes' in node ? node.childNodes : [];
    if (node.nodeName === 'script' && attributes.get('type') === 'application/ld+json' && text && 'value' in text)
      values.push(JSON.parse(text.value));
    if (node.nodeName === 'link' && attributes.get('rel') === 'canonical') addresses.push(attributes.get('href'));
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return { values, faults: [], canonical: addresses[0] };
}

const markup = fc.constantFrom(
  ...`<!DOCTYPE html>  <html>  <head>  </head>  <body class=a>  <div>  </div>  <p>  <table><td>  <a b="  ">  <b  </  '  "
    <!--  -->  <!  <?x  <title>  </title>  <style>  </style>  <textarea>  </textarea>  <iframe>  </iframe>  <form><form>
    <script>  <script src="a>b">  </script>  </SCRIPT >  &amp;  <br/>  <link rel=canonical href=https://a.example/?a&amp;b>
    <LINK HREF="/c" REL="canonical">  <link rel=canonical href="x"/>  <script type='application/ld+json'>1</script\t>
    <script type="application/ld+json">{"a":"<b>&amp;"}</script>`.split(/ {2,}|\n +/u),
);

const script = (text: string) => `<script type="application/ld+json; charset=utf-8">${text}</script>`;

describe('a page', () => {
  it('is read as parse5 reads it, in pieces of any size', () =>
    forAll(500, [fc.array(markup, { maxLength: 12 }), fc.integer({ min: 1, max: 30 })], async (parts, size) => {
      const html = parts.join('');
      // htmlparser2 ends a script that holds a comment that holds a script one end tag earlier.
      fc.pre(!/<script[^]*<!--[^]*<script/iu.test(html));
      const pieces = html.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
      expect(await readPage(pieces, signal)).toEqual(pageByOracle(html));
    }));

  it.each(['<link ', '<!--', '<script', '<script>', '<div>', '<a b="', '<svg>', '</p>', '&am', '<table>'])(
    'of 1.2 MB of %s is read within moments',
    async (text) => {
      const spent = processorClock();
      const html = `${text.repeat(1_200_000 / text.length)}<script type="application/ld+json">{}</script>`;
      expect(await readPage([html], signal)).toEqual(expect.anything());
      expect(spent()).toBeLessThan(moments);
    },
  );

  it('may hide its data from browsers of old', async () => {
    const html = ['<!-- {"a":1} -->', '/*<![CDATA[*/ 2 /*]]>*/', '[3]'].map(script).join('');
    expect(await readPage([html], signal)).toEqual({ values: [{ a: 1 }, 2, [3]], faults: [], canonical: undefined });
  });

  it.each([1, 2, 7, 1000])('in pieces of %s characters says where its data are no JSON', async (size) => {
    const html = `<p>\n\n a <b>${script('[1,]')}\r\n${script('\n{"a":1,\n}')}<p>${script('{"b":')}`;
    const pieces = html.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
    const { faults } = await readPage(pieces, signal);
    const lines = html.split('\n');
    const columnOf = (text: string) => (lines.find((line) => line.includes(text)) ?? '').indexOf(text) + 1;
    expect(faults).toEqual([
      { position: { line: 3, column: columnOf(']') }, finding: expect.stringContaining('an extra comma') as unknown },
      { position: { line: 6, column: 1 }, finding: expect.stringContaining('an extra comma') as unknown },
      { position: { line: 6, column: columnOf('{"b":') + 5 }, finding: expect.stringContaining('value') as unknown },
    ]);
  });

  it('is no longer read once the user interrupts', async () => {
    const interrupt = new AbortController();
    const reading = readPage(['<div>'.repeat(1_000_000)], interrupt.signal);
    setTimeout(() => interrupt.abort(new Error('interrupted')), 1);
    await expect(reading).rejects.toThrow('interrupted');
  });
});

describe('XML', () => {
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
  ])('with %s is refused within moments, with the position', async (_, text, reason) => {
    const spent = processorClock();
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
    expect(spent()).toBeLessThan(moments);
  });

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
