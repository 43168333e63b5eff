// The documents about the catalog as a whole, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { OutputRow, OutputTypes } from '../output.ts';

export const dcatPath = 'dcat.jsonld';
/** Where clients look for it (RFC 9727). */
export const apiCatalogPath = '.well-known/api-catalog';
export const buildPath = 'build.json';

export interface AboutTypes extends OutputTypes {
  /** The digests of its courses, 32 bytes each. */
  readonly part: { readonly digests: Uint8Array };
}

export const aboutRow: OutputRow<AboutTypes> = {
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
      type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      // What a HEAD request there is answered with (RFC 9727, section 2): the address, relative to itself.
      link: '<api-catalog>; rel=api-catalog',
      cache: cacheControl.lists,
      madeFrom: 'catalog',
      isReplaceable: true,
    },
    { kind: 'document', path: buildPath, cache: cacheControl.lists, madeFrom: 'catalog' },
  ],
  isWanted: () => true,
  fields: ['digests'],
};
