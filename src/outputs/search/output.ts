// The search index.
import type { Output } from '../output.ts';
import { searchIndexPath, type SearchIndex } from './format.ts';
import { searchRow } from './row.ts';

export const search: Output<SearchIndex> = {
  ...searchRow,
  *documents(_catalog, _site, kept) {
    yield [searchIndexPath, JSON.stringify(kept.of(searchRow) ?? null)];
  },
};
