// The order of the test files: the one that takes minutes begins first, so that nothing is left to wait for at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By the size of files, as usual, but for the one that is killed two hundred times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // It is no array that is sorted here.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/kill.test.ts');
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
