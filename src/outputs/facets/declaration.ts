// The facets, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { Membership, CourseNumbering } from '../../catalog/membership.ts';
import type { Catalog, OutputDeclaration, OutputTypes } from '../output.ts';
import type { ChunkFacts } from './fact-columns.ts';
import { facetCountsPath, facetsPath } from './file-format.ts';

export interface FacetsTypes extends OutputTypes {
  readonly collected: { readonly facts: ChunkFacts };
  readonly task: Pick<CourseNumbering, 'offsets' | 'ids' | 'days' | 'byId'> &
    Pick<Membership, 'counts' | 'members'> &
    Pick<Catalog, 'lists'>;
  readonly result: ChoiceCounts;
}

/** How many courses have a choice that is a word of every language, such as `free`, by the names of facts that are filters. */
export type ChoiceCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const facetsDeclaration: OutputDeclaration<FacetsTypes> = {
  name: 'facets',
  paths: [facetsPath, facetCountsPath].map((path) => {
    return { kind: 'data', path, cache: cacheControl.default, madeFrom: 'catalog' };
  }),
  isWanted: (features) => features.pages,
  collectedFields: { facts: true },
};
