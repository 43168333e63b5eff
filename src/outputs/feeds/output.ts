// Feeds: the latest courses as Atom (RFC 4287) and as JSON Feed 1.1.
import { sourceTagLookup } from '../../catalog/language-tags.ts';
import type { Output } from '../output.ts';
import { feedPaths, feedsDeclaration } from './declaration.ts';
import { addressOf } from '../../api/routes.ts';
import type { FullCourse } from '../../api/schemas.ts';
import { feedEntry, type EntryOptions, type FeedEntry } from './entry.ts';
import type { Markup } from '../../text/markup.ts';
import { xml, xmlDeclaration } from '../../text/xml.ts';

export const feeds: Output = {
  ...feedsDeclaration,
  *files({ latest, references }, { options: { baseUrl, title, description }, features: { frontPage } }) {
    const feed = { baseUrl, title, description, courses: latest, frontPage, tagOf: sourceTagLookup(references) };
    yield [feedPaths.atom, renderAtom(feed)];
    yield [feedPaths.json, renderJsonFeed(feed)];
  },
};

/** The content of both feeds; `courses` are newest first. */
export interface Feed extends EntryOptions {
  readonly title: string;
  readonly description: string;
  readonly courses: readonly FullCourse[];
}

/** For an empty catalog: Atom requires a date, and output must not depend on the clock. */
const noDate = '1970-01-01T00:00:00Z';

/** The Atom feed, without the final newline. All texts have `type="text"`, so markup in them is shown as typed. */
export function renderAtom(feed: Feed): string {
  const { baseUrl, title, description } = feed;
  const entries = feed.courses.map((course) => feedEntry(course, feed));
  return xml`${xmlDeclaration}
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${baseUrl}/${feedPaths.atom}</id>
<title type="text">${title}</title>
${description === '' ? [] : [xml`<subtitle type="text">${description}</subtitle>\n`]}<updated>${entries[0]?.date ?? noDate}</updated>
<author><name>${title}</name></author>
<link rel="self" type="application/atom+xml" href="${baseUrl}/${feedPaths.atom}"/>
<link rel="alternate" type="text/html" href="${baseUrl}/"/>
${entries.map((entry) => atomEntry(entry, baseUrl))}</feed>`.toString();
}

/** The JSON Feed, without the final newline. Empty members are left out. */
export function renderJsonFeed(feed: Feed): string {
  const { baseUrl, title, description } = feed;
  const contents = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: `${baseUrl}/`,
    feed_url: `${baseUrl}/${feedPaths.json}`,
    ...(description !== '' && { description }),
    items: feed.courses.map((course) => jsonItem(feedEntry(course, feed))),
  };
  return JSON.stringify(contents, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

function atomEntry(entry: FeedEntry, baseUrl: string): Markup {
  const language = entry.language === undefined ? [] : [xml` xml:lang="${entry.language}"`];
  const page = entry.page === entry.id ? [] : [xml`<link rel="alternate" type="text/html" href="${entry.page}"/>\n`];
  const related = entry.externalUrl === undefined ? [] : [xml`<link rel="related" href="${entry.externalUrl}"/>\n`];
  return xml`<entry${language}>
<id>${entry.id}</id>
<title type="text">${entry.title}</title>
<published>${entry.date}</published>
<updated>${entry.date}</updated>
${page}<link rel="alternate" type="application/json" href="${entry.id}"/>
${related}${entry.authors.map((author) => xml`<author><name>${author}</name></author>\n`)}${entry.categories.map(
    ({ id, name }) => xml`<category scheme="${addressOf(baseUrl, 'categories')}" term="${id}" label="${name}"/>\n`,
  )}${entry.tags.map((tag) => xml`<category term="${tag}"/>\n`)}<content type="text">${entry.text}</content>
</entry>
`;
}

function jsonItem(entry: FeedEntry): object {
  return {
    id: entry.id,
    url: entry.page,
    ...(entry.externalUrl !== undefined && { external_url: entry.externalUrl }),
    title: entry.title,
    content_text: entry.text,
    date_published: entry.date,
    ...(entry.authors.length > 0 && { authors: entry.authors.map((name) => ({ name })) }),
    ...(entry.allTags.length > 0 && { tags: entry.allTags }),
    ...(entry.language !== undefined && { language: entry.language }),
  };
}
