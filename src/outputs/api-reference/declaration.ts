// The API reference, as every command knows it: a page, and its script and style sheet, which the package ships.
import { noFrameAncestors, assetsCacheControl } from '../../api/published-paths.ts';
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration } from '../output.ts';
import { packagedFiles } from '../shared/packaged-files.ts';
import { pagePolicyHeader } from '../shared/policy.ts';
import { apiReferenceFolder } from '../shared/page-paths.ts';

export const apiReferenceAssetsFolder = `${apiReferenceFolder}/assets/`;

export const apiReferenceDeclaration: OutputDeclaration = {
  name: 'api-reference',
  paths: [
    {
      kind: 'page',
      path: `${apiReferenceFolder}/`,
      folders: [apiReferenceFolder],
      areFoldersFixed: true,
      policy: pagePolicyHeader + noFrameAncestors,
      cache: cacheControl.default,
      madeFrom: 'catalog',
    },
    { kind: 'asset', path: `${apiReferenceAssetsFolder}*`, cache: assetsCacheControl, madeFrom: 'options' },
  ],
  isWanted: (features) => features.pages,
  fixedFiles: () => packagedFiles(apiReferenceAssetsFolder),
};
