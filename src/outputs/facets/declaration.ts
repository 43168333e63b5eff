// The facets, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { List } from '../../api/paging.ts';
import type { Membership, CourseNumbering } from '../../catalog/membership.ts';
import type { OutputDeclaration, OutputTypes } from '../output.ts';
import { facetsPath } from './file-format.ts';

export interface FacetsTypes extends OutputTypes {
  /** The day of publication of each course, by ordinal, in days since 1970. */
  readonly collected: { readonly days: Int32Array };
  /** What the file is made from: lists in the order of their numbers, and the days of courses by their numbers. */
  readonly task: Pick<CourseNumbering, 'ids' | 'byId'> &
    Pick<Membership, 'counts' | 'members'> & { readonly lists: readonly List[]; readonly days: Int32Array };
  /** A digest of the task, which is the same as long as the file is. */
  readonly kept: string;
}

export const facetsDeclaration: OutputDeclaration<FacetsTypes> = {
  name: 'facets',
  paths: [{ kind: 'data', path: facetsPath, cache: cacheControl.default, madeFrom: 'catalog' }],
  isWanted: (features) => features.catalogPage,
  collectedFields: ['days'],
};
