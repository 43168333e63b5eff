// The feeds: the Atom feed as a browser parses it, descriptions in plain text, and the JSON Feed by the rules of version 1.1.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderAtom, renderJsonFeed, type Feed } from '../../src/outputs/feeds/output.ts';
import { descriptionText } from '../../src/text/description-text.ts';
import { visit } from '../browser/chromium.ts';
import { isChromiumMissing, neededForChromium } from '../browser/program.ts';
import { forAll } from '../for-all.ts';
import { anyCourse, anyText, baseUrl, course, feedOf, courseWith } from './courses.ts';

/** An element: its name, its attributes, and its text or its children. */
type Element = readonly [string, Readonly<Record<string, string>>, string | readonly Element[]];

const read = `(source) => {
  const parsed = new DOMParser().parseFromString(source, 'application/xml');
  const elementOf = (element) => [
    element.namespaceURI === 'http://www.w3.org/2005/Atom' ? element.localName : element.nodeName + ' of no feed',
    Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    element.children.length > 0 ? [...element.children].map(elementOf) : element.textContent,
  ];
  return elementOf(parsed.documentElement);
}`;

describe.skipIf(isChromiumMissing)(`the Atom feed${neededForChromium}`, () => {
  it('has the fields of a course as the API has them', async () => {
    const parse = await reading();
    const view = 'courses/view/0123456789abcdef0123456789abcdef/';
    const scheme = `${baseUrl}/api/v1/categories/`;
    expect(await parse(feedOf(course))).toEqual([
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      [
        ['id', {}, `${baseUrl}/feed.xml`],
        ['title', { type: 'text' }, 'Courses <of> "Example"'],
        ['subtitle', { type: 'text' }, 'Open & free'],
        ['updated', {}, '2024-02-29T12:34:56.123Z'],
        ['author', {}, [['name', {}, 'Courses <of> "Example"']]],
        ['link', { rel: 'self', type: 'application/atom+xml', href: `${baseUrl}/feed.xml` }, ''],
        ['link', { rel: 'alternate', type: 'text/html', href: `${baseUrl}/` }, ''],
        [
          'entry',
          { 'xml:lang': 'fr' },
          [
            ['id', {}, `${baseUrl}/api/v1/${view}`],
            ['title', { type: 'text' }, course.title],
            ['published', {}, '2024-02-29T12:34:56.123Z'],
            ['updated', {}, '2024-02-29T12:34:56.123Z'],
            ['link', { rel: 'alternate', type: 'text/html', href: `${baseUrl}/#/${view}` }, ''],
            ['link', { rel: 'alternate', type: 'application/json', href: `${baseUrl}/api/v1/${view}` }, ''],
            [
              'link',
              { rel: 'related', href: 'https://example.org/a%20b?x=%221%22&y=%3C2%3E&z=%7B3%7D%7C%5B4%5D%25' },
              '',
            ],
            ['author', {}, [['name', {}, 'Ann Example']]],
            ['author', {}, [['name', {}, 'Bob "B" Example']]],
            ['category', { scheme, term: '7', label: 'Computing' }, ''],
            ['category', { scheme, term: '71', label: 'Computing/Web & more' }, ''],
            ['category', { term: 'web' }, ''],
            ['category', { term: 'html' }, ''],
            ['content', { type: 'text' }, 'One & two'],
          ],
        ],
      ],
    ]);
  });

  it('of an empty catalog has a date, and otherwise that of its first course', async () => {
    const parse = await reading();
    const updated = async (feed: Feed) => textsIn(await parse(feed), 'updated')[0];
    expect(await updated(feedOf())).toBe('1970-01-01T00:00:00Z');
    const [newest, oldest] = ['2024-02-02T00:00:00.5', '2024-01-01T00:00:00.000000'];
    const both = feedOf(courseWith({ date_published: newest }), courseWith({ date_published: oldest }));
    expect(textsIn(await parse(both), 'updated')).toEqual([
      '2024-02-02T00:00:00.5Z',
      '2024-02-02T00:00:00.5Z',
      '2024-01-01T00:00:00.000Z',
    ]);
  });

  it('names the provider if the author is unknown, and has no link to an address outside the web', async () => {
    const parse = await reading();
    const bare = await parse(feedOf(courseWith({ author: '', linkurl: 'javascript:alert(1)' })));
    expect(textsIn(bare, 'name')).toEqual(['Courses <of> "Example"', 'A & B']);
    expect(JSON.stringify(bare)).not.toContain('related');
  });

  it('is well-formed and preserves every text, whatever the texts are', async () => {
    const parse = await reading();
    await forAll(100, [fc.array(anyCourse), anyText], async (courses, title) => {
      const feed = await parse({ ...feedOf(...courses), title });
      expect(textsIn(feed, 'title')).toEqual([title, ...courses.map((one) => one.title)].map(inXml));
      expect(textsIn(feed, 'content')).toEqual(courses.map((one) => inXml(descriptionText(one.description))));
      expect(attributesIn(feed, 'label')).toEqual(courses.flatMap((one) => one.categories.map(withoutRoot).map(inXml)));
      expect(renderAtom({ ...feedOf(...courses), title })).toSatisfy((text: string) => text.isWellFormed());
    });
  });
});

/** Parses feeds in a browser. */
async function reading(): Promise<(feed: Feed) => Promise<Element>> {
  const { page } = await visit('about:blank');
  return (feed) => page.evaluate(`(${read})(${JSON.stringify(renderAtom(feed))})`);
}

/** The characters that XML 1.0 can hold, as its grammar lists them. */
function inXml(text: string): string {
  return Array.from(text)
    .filter((character) => isChar(character.codePointAt(0) ?? 0))
    .join('');
}

function isChar(point: number): boolean {
  if (point < 0x20) return [0x9, 0xa, 0xd].includes(point);
  return point < 0xd800 || (point > 0xdfff && point !== 0xfffe && point !== 0xffff);
}

function withoutRoot(path: string): string {
  return path.slice('All/'.length);
}

function textsIn([name, , content]: Element, wanted: string): string[] {
  if (typeof content === 'string') return name === wanted ? [content] : [];
  return content.flatMap((element) => textsIn(element, wanted));
}

function attributesIn([, attributes, content]: Element, wanted: string): string[] {
  const own = attributes[wanted];
  const below = typeof content === 'string' ? [] : content.flatMap((element) => attributesIn(element, wanted));
  return own === undefined ? below : [own, ...below];
}

describe('the plain text of a description', () => {
  it.each([
    [
      'is unchanged if it has no tag but its references',
      'a < b && c;\n d &alpha; &radic;&#13;',
      'a < b && c;\n d \u{3b1} \u{221a}\n',
    ],
    ['has a line for each paragraph', '<p>One &amp; two</p><p>Three&nbsp;four</p>', 'One & two\n\nThree four'],
    ['has a dash for each item', '<ul>\n<li>a</li>\n<li class="x">b</li></ul>', '- a\n- b'],
    ['keeps its lines where it has no markup', 'a\n b\n\n\nc', 'a\n b\n\n\nc'],
    ['has the line ends of Unix', 'a\r\nb\rc', 'a\nb\nc'],
    ['has the line ends of Unix beside tags', '<pre>a\r\nb</pre>c&#13;\r\nd', 'a\nb\nc\nd'],
    ['has no comments', 'a<!-- <b>x</b>\n> -->b<!---->c<!-- d', 'abc'],
    ['has no comment that would hide the end of a script', '<script><!-- x </script>b', 'b'],
    ['has no comments that end early or with an exclamation mark', 'a<!-->b<!--->c<!-- d --!>e', 'abce'],
    ['has no declarations', '<!DOCTYPE html><![if !supportLists]>1.<![endif]> a <?xml:namespace prefix=o?>b', '1. a b'],
    [
      'has no scripts and style sheets after whose name a slash stands',
      'a<script/src=x>b</script/><style/x>c</style>d',
      'ad',
    ],
    [
      'has no content of hidden elements within others of their kind',
      'a<template>b<template>c</template>d</template>e',
      'ae',
    ],
    ['has no content of drawings within drawings', 'a<svg><svg/><svg>b</svg>c</svg >d', 'ad'],
    ['keeps names with a slash in angle brackets', '<b>a</b> <owner/name>', 'a <owner/name>'],
    ['has no tags of other vocabularies', '<o:p>a</o:p> <my-box x="y">b</my-box><m:r/>', 'a b'],
    [
      'keeps addresses in angle brackets',
      '<b>a</b> <https://example.org/> <a@example.org>',
      'a <https://example.org/> <a@example.org>',
    ],
    [
      'decodes named references',
      '<p>&Eacute;t&eacute; &ndash; &ldquo;x&rdquo;&hellip; 5&nbsp;&euro; &AMP; &unknown;</p>',
      '\u{c9}t\u{e9} \u{2013} \u{201c}x\u{201d}\u{2026} 5 \u{20ac} & &unknown;',
    ],
    ['decodes a reference once', '<p>&amp;lt;b&amp;gt;</p>', '&lt;b&gt;'],
    ['is not broken where its source is', '<p>One\n   and\ttwo</p>\n\n\n<p>three</p>', 'One and two\n\nthree'],
    ['keeps the lines of preformatted text', '<pre>a\nb</pre>', 'a\nb'],
    [
      'has a line for each row, with spaces between cells',
      '<table>\n<tr>\n<th>a</th><td>b</td></tr>\n<tr><td>c</td><td>d</td></tr></table>',
      'a b\nc d',
    ],
    ['has a line for each section', 'a<section>b</section><footer>c</footer><hr>d', 'a\nb\n\nc\n\nd'],
    ['has no links, images and handlers', '<a href="javascript:x">go</a><img src=x onerror=y>!', 'go!'],
    ['decodes numeric character references', '<b>&#233;&#xe9;&#1114112;</b>', '\u{e9}\u{e9}\u{fffd}'],
    ['has no scripts', '<p>a</p><script>alert(1 < 2)</script ><p>b</p>', 'a\n\nb'],
    ['has no style sheets, whatever their case and attributes', 'a<STYLE media="print">p { }</style\n> b', 'a b'],
    ['has no content of hidden elements, tags included', 'a<svg><title>x</title><p>y</p></svg>b', 'ab'],
    ['reads quoted values as such', 'a<a href="data:text/html,<script>1</script>">b</a>c', 'abc'],
    ['continues after an empty drawing', 'a<svg/>b<math />c', 'abc'],
    ['ends where a hidden element is never closed', 'a <b>b</b><textarea>c</p></style>d', 'a b'],
    ['is not cut by an end tag without a start tag', 'a</script>b', 'ab'],
    ['keeps text that only resembles a tag', '<b>1 <2> 3</b> <', '1 <2> 3 <'],
  ])('%s', (_, description, text) => {
    expect(descriptionText(description)).toBe(text);
  });

  it('has no tags, however they are mixed with text', async () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom('<p>', '</p>', '<em>', '</em>', '<br/>'), fc.constantFrom('a', ' ', '1')),
    );
    await forAll(100, [pieces], (all) => {
      const text = descriptionText(all.join(''));
      expect(text).not.toMatch(/[<>]/u);
      expect(text.replaceAll(/\s/gu, '')).toBe(all.filter((one) => /[a1]/u.test(one) && !one.includes('<')).join(''));
    });
  });

  it.each(['script', 'style', 'template', 'textarea', 'title', 'iframe', 'noscript', 'svg', 'math', 'xmp'])(
    'has no content of %s',
    (name) => {
      expect(descriptionText(`one <${name} a="b">two<br>three</${name}> four`)).toBe('one  four');
    },
  );

  it('is there for a long description with broken tags', () => {
    for (const broken of ['<a ', '<a b="', "<a b='c>", '<!a', '<?a', '<!-', '<script/', '</script/']) {
      expect(descriptionText(`<b>x</b>${broken.repeat(100_000)}`)).toContain('x');
    }
    expect(descriptionText(`<b>x</b>${'<a '.repeat(100_000)}`)).toContain('x<a <a');
  });
});

const address = z.string().regex(/^https?:\/\/[^\s<>"]+$/u);
const moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/u);
const named = z.string().min(1);
const item = z.strictObject({
  id: named,
  url: address.optional(),
  external_url: address.optional(),
  title: z.string().optional(),
  content_text: z.string(),
  date_published: moment.optional(),
  authors: z
    .array(z.strictObject({ name: named }))
    .min(1)
    .optional(),
  tags: z
    .array(named)
    .min(1)
    .refine((tags) => new Set(tags).size === tags.length)
    .optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/u)
    .optional(),
});

/** Version 1.1, but without what we never write. */
const rules = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: address.optional(),
  feed_url: address.optional(),
  description: named.optional(),
  items: z.array(item),
});

describe('the JSON Feed', () => {
  it('has the fields of a course as the API has them', () => {
    const view = 'courses/view/0123456789abcdef0123456789abcdef/';
    expect(parsed(renderJsonFeed(feedOf(course)))).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Courses <of> "Example"',
      home_page_url: `${baseUrl}/`,
      feed_url: `${baseUrl}/feed.json`,
      description: 'Open & free',
      items: [
        {
          id: `${baseUrl}/api/v1/${view}`,
          url: `${baseUrl}/#/${view}`,
          external_url: 'https://example.org/a%20b?x=%221%22&y=%3C2%3E&z=%7B3%7D%7C%5B4%5D%25',
          title: course.title,
          content_text: 'One & two',
          date_published: '2024-02-29T12:34:56.123Z',
          authors: [{ name: 'Ann Example' }, { name: 'Bob "B" Example' }],
          tags: ['Computing', 'Computing/Web & more', 'web', 'html'],
          language: 'fr',
        },
      ],
    });
  });

  it('keeps the order of the courses', () => {
    const feed = parsed(renderJsonFeed(feedOf(courseWith({ title: 'b' }), courseWith({ title: 'a' }))));
    expect(feed).toMatchObject({ items: [{ title: 'b' }, { title: 'a' }] });
  });

  it('omits fields that are empty or unknown', () => {
    const empty = { author: ' ; ', provider_name: '', tags: '', categories: [], categories_ids: [] };
    const bare = courseWith({ ...empty, language: ['?'] });
    const feed = parsed(renderJsonFeed({ ...feedOf(bare), description: '' }));
    expect(feed).not.toHaveProperty('description');
    for (const member of ['authors', 'tags', 'language']) expect(feed).not.toHaveProperty(`items.0.${member}`);
  });

  it('names the provider if the author is unknown', () => {
    const feed = parsed(renderJsonFeed(feedOf(courseWith({ author: '' }))));
    expect(feed).toMatchObject({ items: [{ authors: [{ name: 'A & B' }] }] });
  });

  const noAddresses =
    'javascript:alert(1)| javascript:alert(1)|data:text/html,<script>1</script>|//example.org/|https:example.org|http://|' +
    'http://[x]/|ftp://example.org/|notes/week-1.html|';

  it.each(noAddresses.split('|'))('has no link to the address %j', (linkurl) => {
    expect(parsed(renderJsonFeed(feedOf(courseWith({ linkurl }))))).not.toHaveProperty('items.0.external_url');
  });

  it.each([
    [['English'], 'en'],
    [['Chinese (Traditional)'], 'zh-Hant'],
    [['português (BRASIL)'], 'pt-BR'],
    [['English', 'Français'], undefined],
    [['constructor'], undefined],
    [['Lingua Franca Nova'], 'lfn'],
  ])('has, for the languages %j, the tag %s', (language, tag) => {
    const feed = parsed(renderJsonFeed(feedOf(courseWith({ language }))));
    expect(feed).toHaveProperty('items.0.content_text');
    expect(JSON.stringify(feed).match(/"language":"([^"]*)"/u)?.[1]).toBe(tag);
  });

  it('follows the rules and preserves every text, whatever the texts are', () =>
    forAll(100, [fc.array(anyCourse), anyText], (courses, title) => {
      const feed = parsed(renderJsonFeed({ ...feedOf(...courses), title }));
      expect(feed).toMatchObject({
        title: title.toWellFormed(),
        items: courses.map((one) => ({
          title: one.title.toWellFormed(),
          content_text: descriptionText(one.description).toWellFormed(),
        })),
      });
    }));

  it.each([
    ['an entry without text', { items: [{ id: 'a' }] }],
    ['an address that is not one', { items: [{ id: 'a', content_text: '', external_url: 'javascript:1' }] }],
    ['an author without a name', { items: [{ id: 'a', content_text: '', authors: [{ name: '' }] }] }],
    ['a date without a zone', { items: [{ id: 'a', content_text: '', date_published: '2024-01-01T00:00:00.0' }] }],
  ])('is checked by rules that reject %s', (_, damage) => {
    const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'a', ...damage };
    expect(rules.safeParse(feed).success).toBe(false);
  });
});

/** The content of the text if it follows the rules. */
function parsed(json: string): unknown {
  return rules.parse(JSON.parse(json));
}
