// Documents of hostile pieces, in every format that is read: each is read or refused within seconds and little memory.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { eventLimit } from '../helpers/limits.ts';
import { ods, odsCell, odsRow, row, stylesheet, workbook, zip } from './archives.ts';
import type { Asked, Reading } from './read-documents.ts';

const maxSize = 300_000;
const maxSeconds = 15;
const maxMegabytes = 320;

/** Few documents are as long as may be. */
const sizes = fc.oneof(
  { weight: 13, arbitrary: fc.constantFrom(500, 2000, 2000, 10_000) },
  { weight: 2, arbitrary: fc.constant(50_000) },
  { weight: 1, arbitrary: fc.constant(maxSize) },
);

/** Some of the pieces one after another, each of them once or very often. */
function textOf(pieces: readonly string[], factor = 1): fc.Arbitrary<string> {
  const times = fc.constantFrom(1, 1, 1, 2, 5, 50, 1000, 100_000);
  const runs = fc.array(fc.tuple(fc.constantFrom(...pieces), times), { minLength: 1, maxLength: 6 });
  return fc.tuple(runs, sizes).map(([all, size]) => {
    const most = (size * factor) / all.length;
    return all.map(([piece, count]) => piece.repeat(Math.max(1, Math.min(count, most / piece.length)))).join('');
  });
}

const signs = [
  'a',
  ' ',
  '\t',
  '\n',
  '\r',
  '0',
  '"',
  "'",
  '&',
  ';',
  '<',
  '\u0301',
  'É',
  '٣',
  '2024-',
  'https://a.example/',
];
const xml = [
  '<a/>',
  '<a b="c"/>',
  '&amp;',
  '<a>a</a>',
  '<![CDATA[a]]>',
  '<!--a-->',
  '<a b="&#10;">'.padEnd(40, ' ') + '</a>',
];
const brokenXml = ['<a>', '</a>', '&nbsp;', '<![CDATA[', ']]>', '<!--', '-->', '<?a?>', '<a ', '&'];
const values = [
  '{},',
  '{"a":1},',
  '{"name":"A","url":"https://a.example/1"},',
  '{"title":["a",["b"]]},',
  '{"a":{"a":{}}},',
];
const brokenJson = ['[', ']', '{', '}', ',', ':', '"a"', '"title":', '1,', 'null,', '\n'];
const items = [
  '<item/>',
  '<item><title>A</title><link>https://a.example/1</link></item>',
  '<title>A</title>',
  '<link href="a"/>',
  '<category>a</category>',
  '<entry><link href="a"/></entry>',
  ...xml,
];
const graph = [
  '{"@type":"Course","name":"A","provider":{"@id":"k"}},',
  '{"@type":"Course","name":{"@id":"k"},"about":[[{"@id":"k"}]]},',
  '{"@id":"k","name":"K","about":[1]},',
  '{"@id":"k"},',
  '{"@graph":[{}]},',
];

/** A text of pieces between others; most often without the broken ones. */
function between(before: string, whole: readonly string[], broken: readonly string[], after: string, factor = 1) {
  const texts = [whole, whole, [...whole, ...broken]].map((pieces) => textOf(pieces, factor));
  return fc.oneof(...texts).map((text) => `${before}${text}${after}`);
}

const factor = 4;
const cells = [
  '<row/>',
  '<row><c r="AMJ1" t="b"><v>1</v></c></row>',
  '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>',
  '<row><c t="inlineStr"><is><t>A</t></is></c><c t="str"><f>HYPERLINK("https://a.example/1")</f><v>a</v></c></row>',
  '<row r="1048576"><c s="1"><v>45000</v></c></row>',
  '<col hidden="1" min="1" max="16384"/>',
  '<mergeCell ref="A1:XFD1048576"/>',
  '<hyperlink ref="A1:A1048576" r:id="a"/>',
  '<conditionalFormatting sqref="A1"><cfRule/></conditionalFormatting>',
  ...xml,
];
const strings = ['<si/>', '<si><t>a</t></si>', '<si><r><t>a b</t></r><r><t>_x0041_</t></r></si>', ...xml];
/** Number formats, and cells that have them. */
const stylesheets = fc
  .array(fc.string({ unit: fc.constantFrom('[', ']', '&quot;', 'm', 'd', '_', '*', '0'), maxLength: 900 }))
  .map((codes) => codes.map((code) => `<numFmt numFmtId="200" formatCode="${code}"/>`).join(''))
  .map((formats) => `${formats}<cellXfs>${'<xf numFmtId="200"/>'.repeat(1000)}</cellXfs>`);
const main = [
  '<sheet name="a" r:id="a"/>',
  '<sheet name="b" r:id="c" state="hidden"/>',
  '<definedName>a</definedName>',
  ...xml,
];
const heading = row('Title', 'Link') + row('Optics', 'https://a.example/1');
const xlsx = fc
  .record(
    {
      sheet: between(heading, cells, brokenXml, '', factor),
      texts: between('<si><t>A</t></si>', strings, brokenXml, '', factor),
      styles: stylesheets,
      sheets: between('<sheet name="List" r:id="a"/>', main, brokenXml, '', factor),
    },
    { requiredKeys: ['sheet'] },
  )
  .map(({ sheet, texts = '<si><t>A</t></si>', styles, sheets }) =>
    zip({
      ...workbook(sheet, texts),
      ...(styles !== undefined && stylesheet(styles)),
      ...(sheets !== undefined && { 'xl/workbook.xml': `<workbook xmlns:r="r">${sheets}</workbook>` }),
    }),
  );
const cell = (attributes: string, text: string) => odsRow(odsCell(text, attributes));
const tables = [
  cell('', 'Title'),
  cell('table:number-columns-repeated="99999"', 'a'),
  cell('table:number-rows-spanned="99999" table:number-columns-spanned="99999"', 'a'),
  cell('', '<text:s text:c="99999"/><text:a xlink:href="https://a.example/1">a</text:a>'),
  '<table:table-row table:number-rows-repeated="1048576"/>',
  '<table:table-column table:visibility="collapse" table:number-columns-repeated="99999"/>',
  '</table><table table:name="b">',
  ...xml,
];
const odsTitles = odsRow(odsCell('Title'), odsCell('Link'));
const sheets = between(
  odsTitles + odsRow(odsCell('Optics'), odsCell('https://a.example/1')),
  tables,
  brokenXml,
  '',
  factor,
).map(ods);

interface Reader {
  readonly ending: string;
  readonly document: fc.Arbitrary<string | Buffer>;
}

const page = '<html><script type="application/ld+json">{"@type":"Course"}</script>';
const elements = [
  '<div>',
  '<script type="application/ld+json">[',
  '0]</script>',
  '<script>',
  '<link rel="canonical" href="',
];
/** Lists in lists, anchors and what refers to them, texts of every kind, and lines that end within one. */
const yaml = [
  '- title: A\n',
  '  url: https://a.example/1\n',
  '- &a [a]\n',
  '- *a\n',
  '- &b [*a, *a, *a]\n',
  '- {title: A, url: *b}\n',
  '- <<: *a\n',
  '- |\n  a\n',
  '- >-\n  a\n\n',
  '# a\n',
  '- ? a\n  : b\n',
];
const brokenYaml = [
  '- ',
  '? ',
  '[',
  ']',
  '{',
  '}',
  ', ',
  ': ',
  '"',
  "'",
  '\t',
  '\n',
  '---\n',
  '...\n',
  '!!a ',
  '&a ',
  '*a ',
  '%a\n',
];

const markdown = [
  '- [a](https://a.example/1)\n',
  '  - [b](https://a.example/2) - A (B) *(free)* `c`\n',
  '# a\n',
  '\n',
  '| [a](https://a.example/3) | b |\n',
  '| a | b |\n|---|---|\n',
  '[a]: https://a.example/4\n',
  '- [a][a] ([b](https://a.example/5)) | [c](https://a.example/6)\n',
  '<details><summary>a</summary>\n',
  'a <b>b</b> :es: 🇬🇧\n',
];
const brokenMarkdown = [
  '> ',
  '- ',
  '  ',
  '[',
  ']',
  '![',
  '](',
  '*',
  '_',
  '~~',
  '`',
  '```\n',
  '|',
  '|-',
  '<a ',
  '<!--',
  '[^a]',
];
const lists = [
  '<li><a href="https://a.example/1">a</a> - b',
  '<ul><li>a</ul>',
  '<h2>a</h2>',
  '<table><tr><th rowspan="9999" colspan="9999">a<td><a href="b">b</a></table>',
  '<dl><dt>a<dd>b</dl>',
  '<p><del>a</del>',
];
const brokenLists = [
  '<ul>',
  '<li>',
  '<table>',
  '<tr>',
  '<td rowspan=9999>',
  '<div>',
  '</div>',
  '<h1>',
  '<a href="',
  '<nav>',
  '&',
];

const address = '<url><loc>http://127.0.0.1/a</loc></url>';

const readers: Readonly<Record<string, Reader>> = {
  xlsx: { ending: 'xlsx', document: xlsx },
  ods: { ending: 'ods', document: sheets },
  csv: {
    ending: 'csv',
    document: between('title,url\n', ['A,https://a.example/1\n', ',', ...signs], ['"a\n",', '|', 'sep=;\n'], ''),
  },
  'any text': { ending: 'txt', document: textOf([...signs, '[', '{', '\0', '%PDF-', 'sep=;\n']) },
  json: { ending: 'json', document: between('[', values, brokenJson, '{}]') },
  ndjson: {
    ending: 'ndjson',
    document: between('{"title":"A"}\n', ['{"a":1}\n', '{"b":[[]]}\n', '\n'], brokenJson, ''),
  },
  yaml: { ending: 'yml', document: between('- title: A\n', yaml, brokenYaml, '') },
  'JSON:API': {
    ending: 'json',
    document: between('{"data":[{"attributes":{"name":"A"}},', ['{"attributes":{}},', ...values], brokenJson, '{}]}'),
  },
  'Open edX': {
    ending: 'json',
    document: between(
      '{"pagination":{},"results":[{"course_id":"a"},',
      ['{"org":"a"},', ...values],
      brokenJson,
      '{}]}',
    ),
  },
  'JSON-LD': { ending: 'json', document: between('[{"@type":"Course"},', graph, brokenJson, '1]') },
  'JSON-LD in HTML': { ending: 'html', document: between(page, [...elements, ...graph, ...xml], brokenXml, '') },
  Markdown: { ending: 'md', document: between('- [A](https://a.example/)\n', markdown, brokenMarkdown, '') },
  HTML: {
    ending: 'html',
    document: between('<html><h1>A</h1><ul><li><a href="https://a.example/">A</a></ul>', lists, brokenLists, ''),
  },
  RSS: { ending: 'xml', document: between('<rss><channel>', items, brokenXml, '</channel></rss>') },
  Atom: { ending: 'xml', document: between('<feed>', items, brokenXml, '</feed>') },
  sitemap: { ending: 'xml', document: between('<urlset>', [address, '<url/>', ...xml], brokenXml, '</urlset>') },
};

describe.skipIf(!existsSync('/proc/self/clear_refs'))('a document of hostile pieces is read or refused', () => {
  let reader: ChildProcess;
  beforeAll(async () => {
    reader = startReader();
    await once(reader, 'message');
  });
  afterAll(() => void reader.kill('SIGKILL'));

  it.for(Object.entries(readers))('in time and memory: %s', async ([name, { ending, document }], { folder }) => {
    const path = join(folder, `list.${ending}`);
    let read = 0;
    await forAll({ numRuns: 40, endOnFailure: true }, [document], async (bytes) => {
      if (bytes.length > maxSize) return;
      writeFiles(folder, { [`list.${ending}`]: bytes });
      const { fault, isRefused, seconds, peak } = await readBy(reader, {
        path,
        how: name === 'sitemap' ? 'served' : 'read',
      });
      expect(fault).toBeUndefined();
      expect(seconds).toBeLessThan(maxSeconds);
      expect(peak).toBeLessThan(maxMegabytes);
      if (!isRefused) read += 1;
    });
    // If all were malformed, most of each reader would not be tried. The pages of a sitemap are not there, and few texts are a list.
    expect(read).toBeGreaterThanOrEqual(name === 'sitemap' || name === 'any text' ? 0 : 4);
  });

  it('in time: a table of numbers whose rows are all at one address, of which the last two are alike', async ({
    folder,
  }) => {
    const columns = Array.from({ length: 22 }, (_, column) => column + 1);
    const rows = Array.from({ length: 10_000 }, (_, index) => {
      const numbers = columns.map((column) => column * Math.min(index, 9998));
      return `Course ${index},https://a.example/,${numbers.join(',')}\n`;
    });
    writeFiles(folder, {
      'list.csv': `Title,Link,${columns.map((column) => `N${column}`).join(',')}\n${rows.join('')}`,
    });
    const { fault, isRefused, seconds } = await readBy(reader, { path: join(folder, 'list.csv'), how: 'imported' });
    expect([fault, isRefused]).toEqual([undefined, false]);
    expect(seconds).toBeLessThan(maxSeconds);
  });
});

function startReader(): ChildProcess {
  const script = fileURLToPath(new URL('read-documents.ts', import.meta.url));
  // Without limits, how much garbage lies about is a choice of Node's, and Node 24 chooses twice what Node 20 does.
  return fork(script, {
    execArgv: ['--max-old-space-size=96', '--max-semi-space-size=16', '--single-threaded-gc', '--import', 'tsx'],
  });
}

/** What became of a document. Rejects if the process ends, or does not answer. */
async function readBy(reader: ChildProcess, asked: Asked): Promise<Reading> {
  const answer = new AbortController();
  const signal = AbortSignal.any([answer.signal, AbortSignal.timeout(eventLimit)]);
  const exit = once(reader, 'exit', { signal }).then(([code, killer]) => {
    throw new Error(`the process ended: ${code ?? killer}`);
  });
  reader.send(asked);
  try {
    const [reading]: Reading[] = await Promise.race([once(reader, 'message', { signal }), exit]);
    if (reading === undefined) throw new Error('no answer');
    return reading;
  } finally {
    exit.catch(() => {});
    answer.abort();
  }
}
