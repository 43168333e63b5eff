// The Atom feed, as a browser parses it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderAtom } from '../../src/outputs/feeds/atom.ts';
import type { Feed } from '../../src/outputs/feeds/feed.ts';
import { decodeReferences } from '../../src/text/character-references.ts';
import { descriptionText } from '../../src/text/description-text.ts';
import { visit } from '../browser/chromium.ts';
import { isChromiumMissing, neededForChromium } from '../browser/program.ts';
import { forAll } from '../helpers/for-all.ts';
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
            ['link', { rel: 'alternate', type: 'text/html', href: `${baseUrl}/courses/${course.linkhash}/` }, ''],
            ['link', { rel: 'describedby', type: 'application/json', href: `${baseUrl}/api/v1/${view}` }, ''],
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

  it('has the picture of a course that has one, as Media RSS has it', async () => {
    const parse = await reading();
    const [entry] = feedOf(course).entries;
    const image = 'https://a.example/b.png?c=1&d=2';
    const [, attributes, elements] = await parse({ ...feedOf(), entries: entry ? [{ ...entry, image }, entry] : [] });
    expect(attributes['xmlns:media']).toBe('http://search.yahoo.com/mrss/');
    const pictures = JSON.stringify(elements).match(/\["media:content of no feed",.*?\]/gu);
    expect(pictures).toEqual([JSON.stringify(['media:content of no feed', { url: image, medium: 'image' }, ''])]);
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
      expect(textsIn(feed, 'title')).toEqual([title, ...courses.map((one) => decodeReferences(one.title))].map(inXml));
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
