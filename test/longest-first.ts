// The order of the test files: the one that takes minutes starts first, so that nothing has to wait for it at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Sorts by file size, as usual, except for the file that kills builds two hundred times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // This does not sort an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/kill.test.ts');
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
