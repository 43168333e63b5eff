// XML, as feeds and spreadsheets are written in it: what is refused, what is kept, and interruptions.
import { describe, expect, it } from 'vitest';
import { readXml } from '../../src/import/xml.ts';

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
