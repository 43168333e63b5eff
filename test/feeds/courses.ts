// Courses for feeds: one written by hand, and arbitrary ones.
import fc from 'fast-check';
import type { FullCourse } from '../../src/api/records.ts';
import { feedEntry } from '../../src/outputs/feeds/entry.ts';
import type { Feed } from '../../src/outputs/feeds/feed.ts';
import { sourceTagLookup } from '../../src/catalog/language-tags.ts';
import { anyCharacter } from '../helpers/characters.ts';

export const baseUrl = 'https://catalog.example/open%20data';

export const course: FullCourse = {
  linkhash: '0123456789abcdef0123456789abcdef',
  title: '</script><img src=x onerror=alert(1)> ]]>',
  description: '<p>One &amp; two</p>\n<script>alert(1)</script>',
  tags: 'web, html , web,',
  provider: 1,
  provider_name: 'A & B',
  language: ['Français'],
  date_published: '2024-02-29T12:34:56.123456',
  id: 5,
  linkurl: 'https://example.org/a b?x="1"&y=<2>&z={3}|[4]%',
  author: 'Ann Example; Bob "B" Example',
  categories: ['All/Computing', 'All/Computing/Web & more'],
  catalog_id: null,
  categories_ids: [7, 71],
};

/** The same course with some fields replaced. */
export function courseWith(overrides: Partial<FullCourse>): FullCourse {
  return { ...course, ...overrides };
}

/** The source of the feeds gives one language a tag that is in no table. */
const tagOf = sourceTagLookup({ languageTags: [['Lingua Franca Nova', 'lfn']] });

/** A feed of the courses, newest first, of a site without a journal. */
export function feedOf(...courses: readonly FullCourse[]): Feed {
  const options = { baseUrl, coursePages: true, tagOf };
  const title = 'Courses <of> "Example"';
  return {
    baseUrl,
    address: `${baseUrl}/feed.xml`,
    page: `${baseUrl}/`,
    title,
    description: 'Open & free',
    author: title,
    entries: courses.map((one) => feedEntry(one, { journalLine: '' }, options)),
  };
}

/** Any text: markup characters, line breaks, control characters, unpaired surrogates. */
export const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('<', '>', '&', '"', "'", ']]>', '\r', '\n', '\r\n', '\t', '\0', '\v', '\u{fffe}', '\u{ffff}'),
    fc.constantFrom('\ud83d', '\ude00', '\u{1f600}', '\u{85}', '\u{2028}', '&amp;', '<!--', '-->', '${1}', '$&'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
});

export const anyCourse: fc.Arbitrary<FullCourse> = fc
  .record({
    title: anyText,
    description: anyText,
    tags: anyText,
    author: anyText,
    linkurl: anyText,
    names: fc.array(anyText),
  })
  .map(({ names, ...texts }) =>
    courseWith({
      ...texts,
      categories: names.map((name) => `All/${name}`),
      categories_ids: names.map((_, index) => index + 1),
    }),
  );
