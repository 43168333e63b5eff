// The filters, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { Membership, CourseNumbering } from '../../catalog/membership.ts';
import type { References } from '../../catalog/references.ts';
import type { Catalog, OutputDeclaration, OutputTypes } from '../output.ts';
import type { ChunkFields } from './field-columns.ts';
import { filterCountsPath, filtersPath, fieldsPath, languagesPath } from './file-format.ts';

export interface FiltersTypes extends OutputTypes {
  readonly collected: { readonly fields: ChunkFields };
  readonly task: Pick<CourseNumbering, 'offsets' | 'ids' | 'days' | 'byId'> &
    Pick<Membership, 'counts' | 'members'> &
    Pick<Catalog, 'lists'> &
    Pick<References, 'languageTags'>;
  readonly result: ChoiceCounts;
}

/** Courses per language-independent choice, such as `free`, by field name. */
export type ChoiceCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const filtersDeclaration: OutputDeclaration<FiltersTypes> = {
  name: 'filters',
  paths: [
    { kind: 'data', path: filtersPath, cache: cacheControl.default, madeFrom: 'catalog' },
    { kind: 'data', path: filterCountsPath, cache: cacheControl.default, madeFrom: 'catalog' },
    // In the folder of the search index, which has the rule.
    { kind: 'data', path: fieldsPath, madeFrom: 'catalog' },
    { kind: 'data', path: languagesPath, madeFrom: 'catalog' },
  ],
  isWanted: (features) => features.pages,
  collectedFields: { fields: true },
};
