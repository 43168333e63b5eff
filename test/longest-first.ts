// The order of the test files: slow ones start first, so that nothing has to wait for them at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size suggests. */
const slowFiles =
  /\/(?:nodes|package|release\/image|incremental\/(?:faults|damage|edits|tool)|browser\/looks|build\/(?:specification|threads)|hosts\/(?:hosted|real-catalog))\.test\.ts$/u;

/** Sorts by file size, as usual, except for those files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // This does not sort an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slowFiles.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
