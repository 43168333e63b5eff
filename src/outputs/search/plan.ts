// The search plan: which files of the search index to write; all others stay as they are.
import { dirname } from 'node:path';
import { groupCourses } from '../../catalog/membership.ts';
import { tasksOfFiles } from '../shared/tasks-of-files.ts';
import { lowerBound } from '../../text/positions.ts';
import type { Chunks, OutputPlan, PlanInput } from '../output.ts';
import { outdatedEntries } from './outdated-entries.ts';
import { fileNumberBitsFor, courseFilePath, courseFileOf, postingsFolder, termsPath } from './file-format.ts';
import type { SearchCourseFile, SearchTypes, TermRange } from './declaration.ts';

/** Plans which files of the index have to be written. */
export async function planSearch({
  catalog: { numbering },
  chunks,
  previous,
}: PlanInput<SearchTypes>): Promise<OutputPlan<SearchTypes>> {
  const { ids, byId, offsets } = numbering;
  const fileNumberBits = fileNumberBitsFor(ids.length);
  const ranges = rangesOf(chunks);
  const files = filesOf(ids, byId, fileNumberBits);
  const changes = previous && outdatedEntries(previous, chunks);
  const outdatedRanges =
    previous && changes ? outdatedRangesOf(ranges, rangesOf(previous.chunks), changes.terms) : new Set(ranges);
  const outdatedFiles =
    previous && changes && fileNumberBitsFor(previous.kept.courses) === fileNumberBits
      ? new Set(Array.from(changes.courses, (id) => courseFileOf(id, fileNumberBits)))
      : new Set(files.map(({ file }) => file));
  const stayingRanges = ranges.filter((range) => !outdatedRanges.has(range));
  const paths = new Set([
    ...stayingRanges.map(({ first }) => termsPath(first)),
    ...files.flatMap(({ file }) => (outdatedFiles.has(file) ? [] : [courseFilePath(file)])),
  ]);
  const folders = new Set(stayingRanges.map(({ first }) => postingsFolder(first)));
  const filesToWrite = files.filter(({ file }) => outdatedFiles.has(file));
  return {
    tasks: [
      ...tasksOfFiles([...outdatedRanges], ids.length).map((part) => ({
        task: { terms: { ids, offsets, ranges: part } },
      })),
      ...tasksOfFiles(filesToWrite, ids.length).map((part) => ({ task: { courses: { files: part, offsets } } })),
    ],
    staying: [...(previous?.files.values() ?? [])].filter(({ path }) => paths.has(path) || folders.has(dirname(path))),
    finish: () => ({ courses: ids.length, bits: fileNumberBits, firsts: ranges.map(({ first }) => first) }),
  };
}

function rangesOf({ count, collected }: Chunks<SearchTypes['collected']>): TermRange[] {
  const boundaries = Array.from({ length: count }, (_, chunk) => collected.boundaries(chunk)).flat();
  const firsts = [...new Set(['', ...boundaries.map(({ term }) => term)])].toSorted();
  return firsts.map((first, index) => ({ first, end: firsts[index + 1] ?? null }));
}

/** The ranges that are new or contain a changed term. */
function outdatedRangesOf(
  now: readonly TermRange[],
  previous: readonly TermRange[],
  changed: ReadonlySet<string>,
): Set<TermRange> {
  const ends = new Map(previous.map(({ first, end }) => [first, end]));
  const terms = [...changed].toSorted();
  return new Set(
    now.filter(({ first, end }) => {
      const term = terms[lowerBound(terms, first)];
      return ends.get(first) !== end || (term !== undefined && (end === null || term < end));
    }),
  );
}

/** The files that are not empty, with the courses of each by ascending id. */
function filesOf(ids: Float64Array, members: Uint32Array, fileNumberBits: number): SearchCourseFile[] {
  const groups = groupCourses(members, 2 ** fileNumberBits, (course) => courseFileOf(ids[course] ?? 0, fileNumberBits));
  return groups.map(({ group, courses }) => ({ file: group, courses }));
}
