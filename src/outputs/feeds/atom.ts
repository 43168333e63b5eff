// Atom feeds (RFC 4287).
import { addressOf } from '../../api/routes.ts';
import type { Markup } from '../../text/markup.ts';
import { xml, xmlDeclaration } from '../../text/xml.ts';
import type { FeedEntry } from './entry.ts';
import type { Feed } from './feed.ts';

/** For a feed without entries: Atom requires a date, and output must not depend on the clock. */
const noDate = '1970-01-01T00:00:00Z';

/** Media RSS. An enclosure of Atom should state a type and a length, which nothing says of a picture; readers show these as well. */
const mediaRss = 'http://search.yahoo.com/mrss/';

/** The feed without the final newline. All texts have `type="text"`, so markup in them is shown as typed. */
export function renderAtom({ baseUrl, address, page, title, description, author, entries }: Feed): string {
  const updated = entries.reduce((last, entry) => later(last, entry.updated), noDate);
  const media = entries.some(({ image }) => image !== undefined) ? [xml` xmlns:media="${mediaRss}"`] : [];
  return xml`${xmlDeclaration}
<feed xmlns="http://www.w3.org/2005/Atom"${media}>
<id>${address}</id>
<title type="text">${title}</title>
${description === '' ? [] : [xml`<subtitle type="text">${description}</subtitle>\n`]}<updated>${updated}</updated>
<author><name>${author}</name></author>
<link rel="self" type="application/atom+xml" href="${address}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${entries.map((entry) => atomEntry(entry, baseUrl))}</feed>`.toString();
}

function later(a: string, b: string): string {
  return Date.parse(b) > Date.parse(a) ? b : a;
}

function atomEntry(entry: FeedEntry, baseUrl: string): Markup {
  const language = entry.language === undefined ? [] : [xml` xml:lang="${entry.language}"`];
  const related = entry.externalUrl === undefined ? [] : [xml`<link rel="related" href="${entry.externalUrl}"/>\n`];
  return xml`<entry${language}>
<id>${entry.id}</id>
<title type="text">${entry.title}</title>
<published>${entry.published}</published>
<updated>${entry.updated}</updated>
${linksOf(entry)}${related}${entry.authors.map((author) => xml`<author><name>${author}</name></author>\n`)}${entry.categories.map(
    ({ id, name }) => xml`<category scheme="${addressOf(baseUrl, 'categories')}" term="${id}" label="${name}"/>\n`,
  )}${entry.tags.map((tag) => xml`<category term="${tag}"/>\n`)}<content type="text">${entry.text}</content>
${pictureOf(entry)}</entry>
`;
}

function pictureOf({ image }: FeedEntry): Markup[] {
  return image === undefined ? [] : [xml`<media:content url="${image}" medium="image"/>\n`];
}

/** One alternate: of several, readers open any. */
function linksOf({ id, page }: FeedEntry): Markup {
  if (page === id) return xml`<link rel="alternate" type="application/json" href="${id}"/>\n`;
  return xml`<link rel="alternate" type="text/html" href="${page}"/>
<link rel="describedby" type="application/json" href="${id}"/>
`;
}
