// The search index, as every command knows it.
import { cacheControl } from '../../api/http.ts';
import type { ChunkOffsets } from '../../catalog/membership.ts';
import type { CourseTexts } from '../../storage/course-texts.ts';
import type { OutputDeclaration, OutputTypes } from '../output.ts';
import type { ChunkTerms, TermBoundary } from './chunk-terms.ts';
import { searchFolder, searchIndexPath } from './file-format.ts';

export interface SearchTypes extends OutputTypes {
  readonly collected: {
    readonly terms: ChunkTerms;
    /** The boundaries of `terms`, which are read without them. */
    readonly boundaries: readonly TermBoundary[];
    /** The courses as search shows them. */
    readonly results: CourseTexts;
  };
  readonly task: { readonly terms: TermFilesTask } | { readonly courses: SearchCoursesTask };
  readonly result: undefined;
}

/** The terms of one file: from `first` up to, but not including, `end`, which is null for the last file. */
export interface TermRange {
  readonly first: string;
  readonly end: string | null;
}

export interface TermFilesTask {
  /** Of all courses, in shared memory. */
  readonly ids: Float64Array;
  readonly offsets: ChunkOffsets;
  /** Ascending; each begins where the one before it ends. */
  readonly ranges: readonly TermRange[];
}

/** The courses of one file, by ascending id. */
export interface SearchCourseFile {
  readonly file: number;
  readonly courses: Uint32Array;
}

export interface SearchCoursesTask {
  readonly files: readonly SearchCourseFile[];
  readonly offsets: ChunkOffsets;
}

export const searchDeclaration: OutputDeclaration<SearchTypes> = {
  name: 'search',
  paths: [
    {
      kind: 'data',
      path: `${searchFolder}/*`,
      owner: 'search index',
      cache: cacheControl.default,
      madeFrom: 'courses',
    },
    // After the files that it names.
    { kind: 'data', path: searchIndexPath, madeFrom: 'catalog' },
  ],
  isWanted: (features) => features.pages,
  collectedFields: { terms: true, boundaries: true, results: true },
};
