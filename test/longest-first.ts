// The order of the test files: those that take long start first, so that nothing has to wait for them at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size suggests. */
const long = /\/(?:nodes|package|incremental\/(?:faults|damage|tool)|browser\/looks|build\/threads)\.test\.ts$/u;

/** Sorts by file size, as usual, except for those files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // This does not sort an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
