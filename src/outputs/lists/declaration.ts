// The pages of the paged lists (specification 2.2 and 2.3), as every command knows them.
import type { LinkOptions } from '../../api/paging.ts';
import type { IndexFileOptions } from '../../storage/index-files.ts';
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { OutputDeclaration, OutputTypes } from '../output.ts';
import type { PageTask } from '../shared/pages/page-task.ts';

export interface ListsTypes extends OutputTypes {
  readonly taskSettings: LinkOptions & IndexFileOptions & { readonly pageSize: number };
  readonly collected: {
    /** The courses as the paged lists have them. */
    readonly summaries: CourseTexts;
  };
  readonly task: PageTask;
  readonly result: undefined;
  readonly kept: undefined;
}

export const listsDeclaration: OutputDeclaration<ListsTypes> = {
  name: 'lists',
  paths: [],
  isWanted: () => true,
  isApi: true,
  taskSettings: ({ options: { baseUrl, pageLinks, pageSize, indexFile, precompress } }) => {
    return { baseUrl, pageLinks, pageSize, indexFile, precompress };
  },
  collectedFields: ['summaries'],
};
