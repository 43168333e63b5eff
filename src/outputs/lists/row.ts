// The pages of the paged lists (specification 2.2 and 2.3), as every command knows them.
import type { LinkOptions, List } from '../../api/paging.ts';
import type { ChunkOffsets } from '../../catalog/lists.ts';
import type { IndexForm } from '../../storage/index-files.ts';
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { OutputRow, OutputTypes } from '../output.ts';

/** Pages `from` to `to`, inclusive, of one list. */
export interface PageRun {
  /** The number of the list. */
  readonly index: number;
  readonly list: List;
  /** The courses of the list by ascending id, in shared memory. */
  readonly members: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** The courses on the pages of a run. */
export function coursesOf(
  { members, from, to }: Pick<PageRun, 'members' | 'from' | 'to'>,
  pageSize: number,
): Uint32Array {
  return members.subarray((from - 1) * pageSize, to * pageSize);
}

export interface PageTask {
  readonly runs: readonly PageRun[];
  readonly offsets: ChunkOffsets;
}

export interface ListsTypes extends OutputTypes {
  readonly taskSettings: LinkOptions & IndexForm & { readonly pageSize: number };
  readonly part: {
    /** The courses as the paged lists have them. */
    readonly summaries: CourseTexts;
  };
  readonly task: PageTask;
  readonly done: undefined;
  readonly kept: undefined;
}

export const listsRow: OutputRow<ListsTypes> = {
  name: 'lists',
  formats: [],
  isWanted: () => true,
  isApi: true,
  taskSettings: ({ options: { baseUrl, pageLinks, pageSize, indexFile, precompress } }) => {
    return { baseUrl, pageLinks, pageSize, indexFile, precompress };
  },
  fields: ['summaries'],
};
