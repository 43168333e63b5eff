// The OpenAPI document and the schemas of the source, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration } from '../output.ts';
import { packagedFiles } from '../shared/packaged-files.ts';

const schemasFolder = 'schemas/';

export const openapiDeclaration: OutputDeclaration = {
  name: 'openapi',
  paths: [
    { kind: 'data', path: 'openapi.json', cache: cacheControl.default, madeFrom: 'catalog' },
    { kind: 'data', path: `${schemasFolder}*`, cache: cacheControl.default, madeFrom: 'options' },
  ],
  isWanted: () => true,
  fixedFiles: () => packagedFiles(schemasFolder),
};
