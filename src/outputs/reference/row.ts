// The API reference: files that the package ships.
import { assetsCacheControl } from '../../api/formats.ts';
import { cacheControl } from '../../api/http.ts';
import type { OutputRow } from '../output.ts';
import { packagedFiles } from '../packaged.ts';
import { contentSecurityPolicy, inNoFrame } from '../policy.ts';

const folder = 'docs';

export const referenceRow: OutputRow = {
  name: 'reference',
  formats: [
    {
      kind: 'page',
      path: `${folder}/`,
      folders: [folder],
      areFoldersFixed: true,
      policy: contentSecurityPolicy + inNoFrame,
      cache: cacheControl.lists,
      madeFrom: 'settings',
    },
    { kind: 'asset', path: `${folder}/assets/*`, cache: assetsCacheControl, madeFrom: 'settings' },
  ],
  isWanted: (parts) => parts.site,
  ready: () => packagedFiles(`${folder}/`),
};
