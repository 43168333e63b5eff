// The tasks that write the search index: its term files, by ranges of terms, and its course files.
import { groupCourses } from '../../catalog/membership.ts';
import type { Chunks, TasksInput } from '../output.ts';
import { tasksOfFiles } from '../shared/tasks-of-files.ts';
import type { SearchCourseFile, SearchTypes, TermRange } from './declaration.ts';
import { courseFileOf, fileNumberBitsFor } from './file-format.ts';

export function searchTasks({ catalog: { numbering }, chunks }: TasksInput<SearchTypes>): SearchTypes['task'][] {
  const { ids, byId, offsets } = numbering;
  return [
    ...tasksOfFiles(termRanges(chunks), ids.length).map((ranges) => ({ terms: { ids, offsets, ranges } })),
    ...tasksOfFiles(courseFiles(ids, byId), ids.length).map((files) => ({ courses: { files, offsets } })),
  ];
}

/** The range of terms of each term file, ascending. */
export function termRanges({ count, collected }: Chunks<SearchTypes['collected']>): TermRange[] {
  const boundaries = Array.from({ length: count }, (_, chunk) => collected.boundaries(chunk)).flat();
  const firsts = [...new Set(['', ...boundaries.map(({ term }) => term)])].toSorted();
  return firsts.map((first, index) => ({ first, end: firsts[index + 1] ?? null }));
}

/** The files that are not empty, with the courses of each by ascending id. */
function courseFiles(ids: Float64Array, byId: Uint32Array): SearchCourseFile[] {
  const bits = fileNumberBitsFor(ids.length);
  const groups = groupCourses(byId, 2 ** bits, (course) => courseFileOf(ids[course] ?? 0, bits));
  return groups.map(({ group, courses }) => ({ file: group, courses }));
}
