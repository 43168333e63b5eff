// What both feed formats have.
import type { FeedEntry } from './entry.ts';

export interface Feed {
  /** Absolute, without a trailing slash. */
  readonly baseUrl: string;
  /** The absolute address of the feed itself. */
  readonly address: string;
  /** The absolute address of the page that shows the same courses. */
  readonly page: string;
  readonly title: string;
  /** May be empty. */
  readonly description: string;
  readonly author: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}
