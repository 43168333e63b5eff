// The feeds, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { OutputRow } from '../output.ts';

/** Relative to the site root. */
export const feedPaths = { atom: 'feed.xml', json: 'feed.json' } as const;

export const feedsRow: OutputRow = {
  name: 'feeds',
  formats: [
    {
      kind: 'feed',
      path: feedPaths.atom,
      type: 'application/atom+xml',
      cache: cacheControl.lists,
      madeFrom: 'catalog',
    },
    {
      kind: 'feed',
      path: feedPaths.json,
      type: 'application/feed+json',
      cache: cacheControl.lists,
      madeFrom: 'catalog',
    },
  ],
  isWanted: (parts) => parts.site,
};
