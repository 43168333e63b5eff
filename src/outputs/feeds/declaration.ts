// The feeds, as every command knows them.
import { cacheControl } from '../../api/http.ts';
import type { ChunkOffsets } from '../../catalog/membership.ts';
import type { References } from '../../catalog/references.ts';
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { OutputDeclaration, OutputTypes } from '../output.ts';
import { feedPaths } from '../frame/feed-address.ts';
import type { ShownList } from '../pages/paths.ts';
import { listFeedsFolder } from '../shared/page-paths.ts';

/** The feed of a list, and the courses that it announces, by their numbers, newest first. */
interface ListFeed {
  readonly list: ShownList;
  readonly courses: Uint32Array;
}

export interface FeedsTask extends Pick<References, 'languageTags'> {
  readonly feeds: readonly ListFeed[];
  readonly offsets: ChunkOffsets;
}

export interface FeedsTypes extends OutputTypes {
  readonly collected: {
    /** Lines of each course: its full record, that in the journal, which may be empty, and the address of its picture, if it has one. */
    readonly texts: CourseTexts;
  };
  readonly task: FeedsTask;
  readonly result: undefined;
}

const made = { kind: 'feed', cache: cacheControl.default } as const;
const atom = { type: 'application/atom+xml', ...made } as const;

export const feedsDeclaration: OutputDeclaration<FeedsTypes> = {
  name: 'feeds',
  paths: [
    { path: feedPaths.atom, madeFrom: 'catalog', ...atom },
    { path: feedPaths.json, madeFrom: 'catalog', type: 'application/feed+json', ...made },
    {
      path: `${listFeedsFolder}/*`,
      owner: 'feeds',
      madeFrom: 'courses',
      ...atom,
    },
  ],
  isWanted: (features) => features.pages,
  collectedFields: { texts: true },
};
