// The documents about the catalog as a whole, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { OutputRow } from '../output.ts';
import { apiCatalogLink, apiCatalogPath, apiCatalogType, dcatPath } from './paths.ts';

export const aboutRow: OutputRow = {
  name: 'about',
  formats: [
    {
      kind: 'document',
      path: dcatPath,
      type: 'application/ld+json',
      cache: cacheControl.lists,
      madeFrom: 'catalog',
    },
    {
      kind: 'document',
      path: apiCatalogPath,
      type: apiCatalogType,
      link: apiCatalogLink,
      cache: cacheControl.lists,
      madeFrom: 'catalog',
      isReplaceable: true,
    },
  ],
  isWanted: () => true,
};
