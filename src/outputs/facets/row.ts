// The facets, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { OutputRow, OutputTypes } from '../output.ts';
import { facetsPath } from './format.ts';

export interface FacetsTypes extends OutputTypes {
  /** The day of publication of each course, by ordinal. */
  readonly part: { readonly days: Uint32Array };
}

export const facetsRow: OutputRow<FacetsTypes> = {
  name: 'facets',
  formats: [{ kind: 'document', path: facetsPath, cache: cacheControl.lists, madeFrom: 'catalog' }],
  isWanted: (parts) => parts.site,
  fields: ['days'],
};
