// The facets, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { PagedRoute } from '../../api/routes.ts';
import type { Lists, NumberedCourses } from '../../catalog/lists.ts';
import type { OutputRow, OutputTypes } from '../output.ts';
import { facetsPath } from './file-format.ts';

export interface FacetsTypes extends OutputTypes {
  /** The day of publication of each course, by ordinal. */
  readonly part: { readonly days: Uint32Array };
  readonly task: FacetsTask;
  /** A digest of the task, which is the same as long as the file is. */
  readonly kept: string;
}

/** What the file is made from. */
export interface FacetsTask extends Pick<NumberedCourses, 'ids' | 'byId'>, Pick<Lists, 'counts' | 'members'> {
  /** The day of publication of each course, by its number. */
  readonly days: Uint32Array;
  /** In the order of the numbers of their lists. */
  readonly values: readonly ListedValue[];
}

/** A value of a facet, the number of the list of its courses, and that of the value above it, or -1. */
export interface ListedValue {
  readonly facet: PagedRoute;
  readonly value: string;
  readonly list: number;
  readonly parentList: number;
}

export const facetsRow: OutputRow<FacetsTypes> = {
  name: 'facets',
  formats: [{ kind: 'document', path: facetsPath, cache: cacheControl.lists, madeFrom: 'catalog' }],
  isWanted: (features) => features.pages,
  fields: ['days'],
};
