// The facets, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { Membership, CourseNumbering } from '../../catalog/membership.ts';
import type { Catalog, OutputDeclaration, OutputTypes } from '../output.ts';
import type { ChunkFacts } from './fact-columns.ts';
import { facetCountsPath, facetsPath, factsPath } from './file-format.ts';

export interface FacetsTypes extends OutputTypes {
  readonly collected: { readonly facts: ChunkFacts };
  readonly task: Pick<CourseNumbering, 'offsets' | 'ids' | 'days' | 'byId'> &
    Pick<Membership, 'counts' | 'members'> &
    Pick<Catalog, 'lists'>;
  readonly result: ChoiceCounts;
}

/** Courses per language-independent choice, such as `free`, by fact name. */
export type ChoiceCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const facetsDeclaration: OutputDeclaration<FacetsTypes> = {
  name: 'facets',
  paths: [
    { kind: 'data', path: facetsPath, cache: cacheControl.default, madeFrom: 'catalog' },
    { kind: 'data', path: facetCountsPath, cache: cacheControl.default, madeFrom: 'catalog' },
    // In the folder of the search index, which has the rule.
    { kind: 'data', path: factsPath, madeFrom: 'catalog' },
  ],
  isWanted: (features) => features.pages,
  collectedFields: { facts: true },
};
