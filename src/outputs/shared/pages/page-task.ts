// The tasks that write pages of lists, of the API and for people.
import type { List } from '../../../api/paging.ts';
import type { ChunkOffsets } from '../../../catalog/membership.ts';
import type { CourseTexts, GatheredTexts } from '../../../storage/course-texts.ts';

/** Pages `from` to `to`, inclusive, of one list. */
export interface PageRun<L extends List = List> {
  readonly list: L;
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

/** Sent to workers, so it is plain data. */
export interface PageTask<L extends List = List> {
  readonly runs: readonly PageRun<L>[];
  readonly offsets: ChunkOffsets;
}

/** Each page of a task, and the courses on it, of which the texts have been gathered. */
export function* gatheredPages<L extends List>(
  { runs, offsets }: PageTask<L>,
  pageSize: number,
  gathered: GatheredTexts,
  textsIn: (chunk: number) => CourseTexts,
): Generator<{ readonly run: PageRun<L>; readonly page: number; readonly courses: Uint32Array }> {
  gathered.gather(
    offsets,
    runs.map((run) => coursesOf(run, pageSize)),
    textsIn,
  );
  for (const run of runs)
    for (let page = run.from; page <= run.to; page += 1)
      yield { run, page, courses: coursesOf({ members: run.members, from: page, to: page }, pageSize) };
}
