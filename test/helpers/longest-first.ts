// The order of the test files: slow ones start first, so that nothing has to wait for them at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { words } from './words.ts';

/** Files that take longer than their size suggests, the slowest first. */
const slowFiles = words`hosts/bucket init/lists readme release/image browser/looks hosts/servers documentation/every-night
  documentation/blocks publish/access hosts/options documentation/hosting embed/other-pages filters/counts browser/attack
  release/tarball import/hostile-documents verify/conforming shards/union incremental/disk-faults import/hostile-spreadsheet import/cases
  check/sizes hosts/hosted build/specification build/threads cli/process import/disk-faults cli/preview`;

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
    // A process serves one project.
    const projectOf = ({ project }: TestSpecification) => (project.name === 'programs' ? 0 : 1);
    return sorted.toSorted((one, other) => projectOf(one) - projectOf(other) || rankOf(one) - rankOf(other));
  }
}
