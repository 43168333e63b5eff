// The metadata of the catalog as a whole, as every command knows them.
import { clientFiles } from '../../api/client-files.ts';
import { cacheControl } from '../../api/http.ts';
import type { OutputDeclaration, OutputTypes } from '../output.ts';

export const dcatPath = 'dcat.jsonld';
/** Where clients look for it (RFC 9727). */
export const apiCatalogPath = '.well-known/api-catalog';
export const buildPath = clientFiles.build.path;

export interface CatalogMetadataTypes extends OutputTypes {
  /** The digests of its courses, 32 bytes each. */
  readonly collected: { readonly digests: Uint8Array };
}

const made = { kind: 'data', cache: cacheControl.default, madeFrom: 'catalog' } as const;

export const catalogMetadataDeclaration: OutputDeclaration<CatalogMetadataTypes> = {
  name: 'catalog-metadata',
  paths: [
    { path: dcatPath, type: 'application/ld+json', ...made },
    {
      path: apiCatalogPath,
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      // The answer to a HEAD request there (RFC 9727, section 2): the address, relative to itself.
      link: '<api-catalog>; rel=api-catalog',
      isReplaceable: true,
      ...made,
    },
    { path: buildPath, ...made },
  ],
  isWanted: () => true,
  collectedFields: { digests: true },
};
