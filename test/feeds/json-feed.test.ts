// The JSON Feed, by the rules of version 1.1.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderJsonFeed } from '../../src/outputs/feeds/json-feed.ts';
import { decodeReferences } from '../../src/text/character-references.ts';
import { descriptionText } from '../../src/text/description-text.ts';
import { forAll } from '../helpers/for-all.ts';
import { anyCourse, anyText, baseUrl, course, courseWith, feedOf } from './courses.ts';

const address = z.string().regex(/^https?:\/\/[^\s<>"]+$/u);
const moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/u);
const named = z.string().min(1);
const item = z.strictObject({
  id: named,
  url: address.optional(),
  external_url: address.optional(),
  title: z.string().optional(),
  content_text: z.string(),
  image: address.optional(),
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
      feed_url: `${baseUrl}/feed.xml`,
      description: 'Open & free',
      items: [
        {
          id: `${baseUrl}/api/v1/${view}`,
          url: `${baseUrl}/courses/${course.linkhash}/`,
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

  it('has the picture of a course that has one', () => {
    const [entry] = feedOf(course).entries;
    const image = 'https://a.example/b.png?c=1&d=2';
    const feed = parsed(renderJsonFeed({ ...feedOf(), entries: entry ? [{ ...entry, image }, entry] : [] }));
    expect(feed).toHaveProperty('items.0.image', image);
    expect(feed).not.toHaveProperty('items.1.image');
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
          title: decodeReferences(one.title).toWellFormed(),
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
