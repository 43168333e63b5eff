// The formats that platforms publish, in several pages, with what servers send that their schemas do not have.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readXml } from '../../src/import/xml.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { importText, problemsOf, recordsIn, remarksOf, runImport, type Chosen } from './imported.ts';
import { serving } from './served.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const given: Chosen = { provider: 'P', language: 'English' };

/** Serves files, whose texts may name the address of the host as BASE, and imports one of them. */
async function importServed(files: Record<string, string | Uint8Array>, path: string, chosen: Chosen = {}) {
  const site = join(folder, 'site');
  return serving(site, async ({ base, log }) => {
    const texts = Object.entries(files).map(([name, text]) => [
      name,
      typeof text === 'string' ? text.replaceAll('BASE', base) : text,
    ]);
    writeFiles(site, Object.fromEntries(texts));
    return { base, log, result: await runImport(`${base}/${path}`, join(folder, 'data'), chosen) };
  });
}

describe('moochub', () => {
  const page = (name: string, next: unknown, more: object = {}) =>
    JSON.stringify({
      links: { next },
      data: [{ id: name, attributes: { name, url: `https://a.example/${name}`, ...more } }],
    });

  it('is followed to its last page, with the names of all versions', async () => {
    const files = {
      'courses.json': page('one', 'BASE/two.json', {
        publisher: { name: 'Uni' },
        inLanguage: ['de-DE'],
        startDate: ['2024-05-01T00:00:00Z'],
        creator: [{ name: 'Ada' }],
        instructors: [{ name: 'Bob' }],
        keywords: ['x', 'y'],
      }),
      'two.json': page(
        'two',
        { href: '/three.json' },
        { moocProvider: { name: 'Uni' }, languages: ['en'], abtract: 'Short' },
      ),
      'three.json': page('three', '', { publisher: [{ name: 'Uni' }], inLanguage: ['fr'], dateCreated: '2020-01-02' }),
    };
    const { result } = await importServed(files, 'courses.json');
    expect([result.format, result.isWhole]).toEqual(['moochub', true]);
    expect(recordsIn(folder)).toMatchObject([
      { title: 'one', language: ['German'], date_published: '2024-05-01T00:00:00Z', author: 'Ada; Bob', tags: 'x, y' },
      { title: 'two', language: ['English'], description: 'Short', date_published: '2026-03-02' },
      { title: 'three', language: ['French'], date_published: '2020-01-02', provider: 1 },
    ]);
  });

  it('is not taken as whole if its pages form a loop', async () => {
    const files = { 'courses.json': page('one', 'BASE/two.json'), 'two.json': page('two', 'BASE/courses.json') };
    const { result } = await importServed(files, 'courses.json', given);
    expect([result.isWhole, result.plan.added.length]).toEqual([false, 2]);
  });

  it.each([
    ['is no JSON', '<html>Please log in</html>', 'import-request: is not JSON'],
    ['has no list', '{"links":{},"data":null}', 'import-request: has no list "data"'],
  ])('loses no course with --prune if one of its pages %s', async (_, text, problem) => {
    const site = { 'courses.json': page('one', 'BASE/two.json'), 'two.json': page('two', '') };
    const importing = serving(join(folder, 'site'), async ({ base }) => {
      const write = (files: Record<string, string>) =>
        writeFiles(join(folder, 'site'), JSON.parse(JSON.stringify(files).replaceAll('BASE', base)));
      write(site);
      await runImport(`${base}/courses.json`, join(folder, 'data'), given);
      write({ 'two.json': text });
      await runImport(`${base}/courses.json`, join(folder, 'data'), { ...given, prune: true });
    });
    expect(await problemsOf(importing)).toEqual([problem]);
    expect(recordsIn(folder)).toHaveLength(2);
  });

  it('is not taken as whole if it names a next page that is no address', async () => {
    const { result } = await importServed({ 'courses.json': page('one', 'http://[') }, 'courses.json', given);
    expect(result.isWhole).toBe(false);
  });

  it('changes nothing if one of its pages is missing', async () => {
    const importing = importServed({ 'courses.json': page('one', 'BASE/none.json') }, 'courses.json', given);
    expect(await problemsOf(importing)).toEqual(['import-request: answered 404']);
  });
});

describe('openedx', () => {
  const course = (id: string, more: object = {}) => ({
    course_id: id,
    name: id,
    org: 'EdU',
    short_description: 'S',
    ...more,
  });

  it('is read by `next` alone, with addresses on the platform and without invented starts', async () => {
    const first = [
      course('course-v1:EdU+A+1', { start: '2024-01-01T00:00:00Z', start_type: 'timestamp' }),
      course('course-v1:EdU+B+1', {
        start: '2030-01-01T00:00:00Z',
        start_type: 'empty',
        enrollment_start: '2023-02-01T00:00:00Z',
      }),
    ];
    const files = {
      'api/courses/v1/courses/index.json': JSON.stringify({
        pagination: { next: 'BASE/two.json', num_pages: 9 },
        results: first,
      }),
      'two.json': JSON.stringify({ pagination: { next: null, num_pages: 9 }, results: [course('course-v1:EdU+C+1')] }),
    };
    const { base, result } = await importServed(files, 'api/courses/v1/courses/', { language: 'English' });
    expect([result.format, result.isWhole]).toEqual(['openedx', true]);
    expect(recordsIn(folder)).toMatchObject([
      { linkurl: `${base}/courses/course-v1:EdU+A+1/about`, date_published: '2024-01-01T00:00:00Z' },
      { date_published: '2023-02-01T00:00:00Z' },
      { date_published: '2026-03-02' },
    ]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'EdU' }]);
  });
});

describe('feed', () => {
  const rss = (items: string, head = '') =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Uni &amp; more</title><language>en-us</language>${head}${items}</channel></rss>`;

  it('of RSS 2.0 is read in all its pages', async () => {
    const item = (name: string) =>
      `<item><title>${name}</title><link>https://a.example/${name}</link><pubDate>Tue, 12 Jan 2016 11:52:58 -0500</pubDate><category>X</category></item>`;
    const files = {
      'feed.xml': rss(item('a'), '<atom:link rel="next" href="BASE/two.xml"/>'),
      'two.xml': rss(item('b')),
    };
    const { result } = await importServed(files, 'feed.xml');
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
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'Uni & more' }]);
  });

  it('takes a guid as the address unless it says that it is none', async () => {
    const text = rss(
      '<item><title>A</title><guid>https://a.example/a</guid></item><item><title>B</title><guid isPermaLink="false">https://a.example/b</guid></item>',
    );
    const result = await importText(folder, 'feed.xml', text);
    expect(recordsIn(folder)).toMatchObject([{ linkurl: 'https://a.example/a' }]);
    expect(remarksOf(result)).toContain('1 no address');
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
      <entry><title>A</title><link rel="self" href="https://a.example/x"/><link rel="alternate" href="https://a.example/a"/><id>urn:1</id><published>2012-03-04T05:06:07Z</published>
      <author><name>Ada</name></author><category term="X"/><summary>S</summary></entry></feed>`;
    await importText(folder, 'feed.atom', text);
    expect(recordsIn(folder)).toMatchObject([
      {
        linkurl: 'https://a.example/a',
        language: ['German'],
        date_published: '2012-03-04T05:06:07Z',
        author: 'Ada',
        categories: [1],
        description: 'S',
      },
    ]);
  });
});

describe('XML', () => {
  it.each([
    ['a DTD', '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><r>&b;</r>', /has a <!DOCTYPE>/u],
    ['a wrong end', '<r><a></b></r>', /<\/b> where <\/a> should be/u],
    ['an end in the middle', '<r><a>', /ends within an element/u],
    ['no element', 'text', /ends within an element/u],
    ['too many levels', '<a>'.repeat(1000), /more than 100 deep/u],
    ['a bare sign', '<r>a < b</r>', /a < stands alone/u],
  ])('with %s is refused', (_, text, reason) => {
    expect(() => readXml(text, 'x.xml')).toThrow(reason);
  });

  it('keeps texts, attributes and children, and expands only characters', () => {
    const { element } = readXml(
      '<?xml version="1.0"?><!-- a --><r a="1 &lt; 2" b=\'"\'><x>&#233;<![CDATA[<&>]]></x><x/>&unknown;</r>',
      'x.xml',
    );
    expect(element).toEqual({
      '@a': '1 < 2',
      '@b': '"',
      '@value': '&unknown;',
      x: [{ '@value': 'é<&>' }, { '@value': '' }],
    });
  });

  it('without an end of an attribute is read in no time', () => {
    expect(() => readXml(`<r ${'a="'.repeat(50_000)}`, 'x.xml')).toThrow('a < stands alone');
  });
});

describe('schema-org', () => {
  const page = (value: unknown, head = '') =>
    `<!DOCTYPE html><html><head>${head}<!-- <script type="application/ld+json">{"@type":"Course","name":"No"}</script> --><script type="application/ld+json">${JSON.stringify(value)}</script></head></html>`;

  it('is found in a page, in graphs and behind references', async () => {
    const graph = {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Organization', '@id': '#uni', name: 'Uni' },
        {
          '@type': ['Course', 'Product'],
          name: 'A &amp; B',
          url: '/a',
          provider: { '@id': '#uni' },
          inLanguage: 'en-GB',
          about: [{ name: 'X' }],
          hasCourseInstance: {
            '@type': 'CourseInstance',
            name: 'Run',
            startDate: '2024-02-03',
            instructor: { name: 'Ada' },
          },
        },
        {
          '@type': 'http://schema.org/LearningResource',
          headline: 'B',
          provider: 'Uni',
          inLanguage: { name: 'German' },
        },
      ],
    };
    const { base, result } = await importServed(
      { 'index.html': page(graph, '<link rel="canonical" href="BASE/page">') },
      'index.html',
    );
    expect(result.format).toBe('schema-org');
    expect(recordsIn(folder)).toMatchObject([
      {
        title: 'A & B',
        linkurl: `${base}/a`,
        provider: 1,
        language: ['English'],
        date_published: '2024-02-03',
        author: 'Ada',
        categories: [1],
      },
      { title: 'B', linkurl: `${base}/page`, provider: 1, language: ['German'] },
    ]);
  });

  it('is read from all pages of a sitemap and its index, on the same host only', async () => {
    const course = (name: string) => page({ '@type': 'Course', name, provider: 'Uni', inLanguage: 'en' });
    const site = (addresses: string[]) =>
      `<urlset>${addresses.map((one) => `<url><loc>\n  ${one}\n</loc></url>`).join('')}</urlset>`;
    const files = {
      'sitemap.xml':
        '<sitemapindex><sitemap><loc>BASE/one.xml</loc></sitemap><sitemap><loc>BASE/two.xml.gz</loc></sitemap></sitemapindex>',
      'one.xml': site(['BASE/a.html', 'BASE/none.html', 'https://other.example/x']),
      'a.html': course('A'),
      'b.html': course('B'),
      'plain.html': '<html></html>',
    };
    const { base, result } = await serving(join(folder, 'site'), async ({ base: at }) => {
      const texts = Object.entries(files).map(([name, text]) => [name, text.replaceAll('BASE', at)]);
      writeFiles(join(folder, 'site'), {
        ...Object.fromEntries(texts),
        'two.xml.gz': gzipSync(site([`${at}/b.html`, `${at}/plain.html`])),
      });
      return { base: at, result: await runImport(`${at}/sitemap.xml`, join(folder, 'data')) };
    });
    expect(recordsIn(folder).map(({ linkurl }) => linkurl)).toEqual([`${base}/a.html`, `${base}/b.html`]);
    expect(result.isWhole).toBe(false);
    expect(remarksOf(result).slice(0, 2).toSorted()).toEqual([
      '1 page that describes no course',
      '1 page that is not there',
    ]);
  });
});

it.each([
  ['openedx', '{"pagination":{"next":"/two"},"results":[{"course_id":"A","name":"A","org":"E"}]}', 'is not JSON'],
  [
    'feed',
    '<rss><channel><link rel="next" href="/two"/><item><title>A</title><link>https://a.example/a</link></item></channel></rss>',
    'is no feed: it is a <html>',
  ],
])('%s stops at a page of another kind', async (_, first, problem) => {
  const importing = importServed({ one: first, two: '<html>Please log in</html>' }, 'one', given);
  expect(await problemsOf(importing)).toEqual([`import-request: ${problem}`]);
});

it('asks a source again whose records were corrected', async () => {
  const write = (language: string) =>
    writeFiles(join(folder, 'site'), {
      'list.csv': `title,url,provider,language\nA,https://a.example/a,P,${language}`,
    });
  await serving(join(folder, 'site'), async ({ base }) => {
    write('');
    const run = () => runImport(`${base}/list.csv`, join(folder, 'data'));
    expect((await problemsOf(run()))[0]).toMatch(/^value-missing/u);
    write('English');
    expect((await run()).hasWritten).toBe(true);
  });
});

it('an XML name that does not end takes no longer than its length', () => {
  const began = performance.now();
  expect(() => readXml(`<rss><channel><${'a'.repeat(100_000)}`, 'feed')).toThrow('a < stands alone');
  expect(performance.now() - began).toBeLessThan(2000);
});

describe('what fits no format', () => {
  it.each([
    ['nothing', '', 'it is empty'],
    ['a page without data', '<!doctype html><html><body>Hi</body></html>', 'it begins with'],
    ['bytes', '\0\u0001\u0002', 'it begins with'],
    ['a number', '[1, 2]', 'it begins with'],
  ])('such as %s is refused with what was seen', async (_, text, seen) => {
    const [problem] = await problemsOf(importText(folder, 'list.txt', text, given));
    expect(problem).toContain(seen);
    expect(problem).toMatch(/^import-format: is of no known format/u);
  });

  it('is read as a format that is named', async () => {
    await importText(folder, 'list.txt', 'title,url\nA,https://a.example/a', { ...given, from: 'table' });
    expect(recordsIn(folder)).toHaveLength(1);
  });
});
