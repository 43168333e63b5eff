// The catalog page, as every command knows it.
import { assetsCacheControl } from '../../api/formats.ts';
import { cacheControl } from '../../api/http.ts';
import type { OutputRow, OutputTypes } from '../output.ts';
import { packagedFiles } from '../shared/packaged-files.ts';
import { contentSecurityPolicy, inNoFrame } from '../shared/policy.ts';
import type { Charts } from './browser/api.ts';
import { colorStyle } from './colors.ts';

export interface CatalogPageTypes extends OutputTypes {
  readonly collected: { readonly years: Charts['years'] };
  readonly kept: Charts['years'];
}

export const catalogPageRow: OutputRow<CatalogPageTypes> = {
  name: 'catalog-page',
  formats: [
    {
      kind: 'page',
      path: '',
      isReplaceable: true,
      isPublished: ({ catalogPage, frontPage }) => catalogPage && frontPage,
      policy: contentSecurityPolicy + inNoFrame,
      cache: cacheControl.lists,
      madeFrom: 'catalog',
    },
    { kind: 'data', path: 'charts.json', cache: cacheControl.lists, madeFrom: 'catalog' },
    { kind: 'asset', path: 'assets/*', cache: assetsCacheControl, madeFrom: 'settings' },
  ],
  isWanted: (features) => features.catalogPage,
  fields: ['years'],
  *fixedFiles({ options }) {
    yield* packagedFiles('assets/');
    const { path, text } = colorStyle(options.color);
    yield [path, text];
  },
};
