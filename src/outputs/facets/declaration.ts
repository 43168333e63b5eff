// The facets, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { Membership, CourseNumbering } from '../../catalog/membership.ts';
import type { Catalog, OutputDeclaration, OutputTypes } from '../output.ts';
import { facetCountsPath, facetsPath } from './file-format.ts';

export interface FacetsTypes extends OutputTypes {
  readonly task: Pick<CourseNumbering, 'ids' | 'days' | 'byId'> &
    Pick<Membership, 'counts' | 'members'> &
    Pick<Catalog, 'lists'>;
}

export const facetsDeclaration: OutputDeclaration<FacetsTypes> = {
  name: 'facets',
  paths: [facetsPath, facetCountsPath].map((path) => {
    return { kind: 'data', path, cache: cacheControl.default, madeFrom: 'catalog' };
  }),
  isWanted: (features) => features.catalogPage,
};
