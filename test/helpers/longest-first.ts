// The order of the test files: slow ones start first, so that nothing has to wait for them at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { words } from './words.ts';

/** Files that take longer than their size suggests, the slowest first. */
const slowFiles = words`browser/looks build/specification build/threads hosts/large-catalog facets/counts browser/search facets/page
  incremental/disk-faults verify/conforming browser/firefox build/output incremental/edits browser/languages
  hosts/hosted import/hostile-spreadsheet verify/builds hosts/servers browser/failing-host journal/journal package
  shards/union cli/clients verify/trouble facets/file browser/browse check/sizes journal/clients cli/terminal
  publish/lock shards/engines nodes release/image`;

/** Sorts by file size, as usual, except for those files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // This does not sort an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = slowFiles.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return rank === -1 ? slowFiles.length : rank;
    };
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
