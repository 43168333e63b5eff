// The catalog page, as every command knows it.
import { noFrameAncestors, assetsCacheControl } from '../../api/published-paths.ts';
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration } from '../output.ts';
import { packagedFiles } from '../shared/packaged-files.ts';
import { catalogPagePolicy } from '../shared/policy.ts';
import { colorStyle } from './colors.ts';

export const catalogPageDeclaration: OutputDeclaration = {
  name: 'catalog-page',
  paths: [
    {
      kind: 'page',
      path: '',
      isReplaceable: true,
      isPublished: ({ catalogPage, frontPage }) => catalogPage && frontPage,
      policy: catalogPagePolicy + noFrameAncestors,
      cache: cacheControl.default,
      madeFrom: 'catalog',
    },
    { kind: 'data', path: 'charts.json', cache: cacheControl.default, madeFrom: 'catalog' },
    { kind: 'asset', path: 'assets/*', cache: assetsCacheControl, madeFrom: 'options' },
  ],
  isWanted: (features) => features.catalogPage,
  *fixedFiles({ options }) {
    yield* packagedFiles('assets/');
    const { path, text } = colorStyle(options.color);
    yield [path, text];
  },
};
