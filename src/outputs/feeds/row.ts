// The feeds, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { OutputRow } from '../output.ts';

/** Relative to the site root. */
export const feedPaths = { atom: 'feed.xml', json: 'feed.json' } as const;

const latest = { kind: 'feed', cache: cacheControl.lists, madeFrom: 'catalog' } as const;

export const feedsRow: OutputRow = {
  name: 'feeds',
  formats: [
    { path: feedPaths.atom, type: 'application/atom+xml', ...latest },
    { path: feedPaths.json, type: 'application/feed+json', ...latest },
  ],
  isWanted: (features) => features.catalogPage,
};
