// The pages of the paged lists (specification 2.2 and 2.3), as every command knows them.
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { OutputDeclaration, OutputTypes } from '../output.ts';
import type { PageTask } from '../shared/pages/page-task.ts';

export interface ListsTypes extends OutputTypes {
  readonly collected: {
    /** The courses as the paged lists have them. */
    readonly summaries: CourseTexts;
  };
  readonly task: PageTask;
  readonly result: undefined;
}

export const listsDeclaration: OutputDeclaration<ListsTypes> = {
  name: 'lists',
  paths: [],
  isWanted: () => true,
  collectedFields: { summaries: true },
};
