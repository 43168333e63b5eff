// The API reference, as every command knows it: a page, and its script and style sheet, which the package ships.
import { assetsCacheControl } from '../../api/published-paths.ts';
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration } from '../output.ts';
import { packagedFiles } from '../shared/packaged-files.ts';
import { inNoFrame, pagesPolicy } from '../shared/policy.ts';
import { referenceFolder } from '../static-pages/paths.ts';

export const referenceAssetsFolder = `${referenceFolder}/assets/`;

export const referenceDeclaration: OutputDeclaration = {
  name: 'reference',
  paths: [
    {
      kind: 'page',
      path: `${referenceFolder}/`,
      folders: [referenceFolder],
      areFoldersFixed: true,
      policy: pagesPolicy + inNoFrame,
      cache: cacheControl.lists,
      madeFrom: 'catalog',
    },
    { kind: 'asset', path: `${referenceAssetsFolder}*`, cache: assetsCacheControl, madeFrom: 'options' },
  ],
  isWanted: (features) => features.catalogPage,
  fixedFiles: () => packagedFiles(referenceAssetsFolder),
};
