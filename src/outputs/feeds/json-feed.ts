// JSON Feed 1.1.
import type { FeedEntry } from './entry.ts';
import type { Feed } from './feed.ts';

/** The feed without the final newline. Empty members are left out. */
export function renderJsonFeed({ address, page, title, description, entries }: Feed): string {
  const contents = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: address,
    ...(description !== '' && { description }),
    items: entries.map(jsonItem),
  };
  return JSON.stringify(contents, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

function jsonItem(entry: FeedEntry): object {
  return {
    id: entry.id,
    url: entry.page,
    ...(entry.externalUrl !== undefined && { external_url: entry.externalUrl }),
    title: entry.title,
    content_text: entry.text,
    ...(entry.image !== undefined && { image: entry.image }),
    date_published: entry.published,
    ...(entry.updated !== entry.published && { date_modified: entry.updated }),
    ...(entry.authors.length > 0 && { authors: entry.authors.map((name) => ({ name })) }),
    ...(entry.allTags.length > 0 && { tags: entry.allTags }),
    ...(entry.language !== undefined && { language: entry.language }),
  };
}
