// The search index, as every command knows it.
import { cacheControl } from '../../api/http.ts';
import type { OutputRow } from '../output.ts';
import { searchFolder, searchIndexPath, type SearchIndex } from './format.ts';

export const searchRow: OutputRow<SearchIndex> = {
  name: 'search',
  formats: [
    {
      kind: 'document',
      path: `${searchFolder}/*`,
      owner: 'search index',
      cache: cacheControl.lists,
      madeFrom: 'courses',
    },
    // After the files that it names.
    { kind: 'document', path: searchIndexPath, madeFrom: 'catalog' },
  ],
  isWanted: (parts) => parts.site,
};
