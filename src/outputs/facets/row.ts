// The facets, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { List } from '../../api/paging.ts';
import type { Lists, NumberedCourses } from '../../catalog/lists.ts';
import type { OutputRow, OutputTypes } from '../output.ts';
import { facetsPath } from './file-format.ts';

export interface FacetsTypes extends OutputTypes {
  /** The day of publication of each course, by ordinal, as a number such as 20240528. */
  readonly part: { readonly days: Uint32Array };
  readonly task: FacetsTask;
  /** A digest of the task, which is the same as long as the file is. */
  readonly kept: string;
}

/** What the file is made from. */
export interface FacetsTask extends Pick<NumberedCourses, 'ids' | 'byId'>, Pick<Lists, 'counts' | 'members'> {
  /** The day of publication of each course, by its number. */
  readonly days: Uint32Array;
  /** In the order of their numbers. */
  readonly lists: readonly Pick<List, 'route' | 'parameter'>[];
  /** The ids of the categories that have another one above them, each with that one's. */
  readonly parents: Readonly<Record<string, string>>;
}

export const facetsRow: OutputRow<FacetsTypes> = {
  name: 'facets',
  formats: [{ kind: 'document', path: facetsPath, cache: cacheControl.lists, madeFrom: 'catalog' }],
  isWanted: (features) => features.catalogPage,
  fields: ['days'],
};
