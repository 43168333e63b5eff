// The feeds, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration } from '../output.ts';

/** Relative to the site root. */
export const feedPaths = { atom: 'feed.xml', json: 'feed.json' } as const;

const latest = { kind: 'feed', cache: cacheControl.default, madeFrom: 'catalog' } as const;

export const feedsDeclaration: OutputDeclaration = {
  name: 'feeds',
  paths: [
    { path: feedPaths.atom, type: 'application/atom+xml', ...latest },
    { path: feedPaths.json, type: 'application/feed+json', ...latest },
  ],
  isWanted: (features) => features.catalogPage,
};
