// The order of the test files: slow ones start first, so that nothing has to wait for them at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { words } from './words.ts';

/** Files that take longer than their size suggests, the slowest first. */
const slowFiles = words`import/hostile-documents incremental/disk-faults verify/conforming hosts/options build/specification nodes
  release/image package hosts/large-catalog hosts/servers browser/looks hosts/bucket documentation/every-night
  hosts/hosted init/lists browser/addresses import/hostile-spreadsheet incremental/edits filters/counts check/sizes
  shards/union build/threads browser/search import/cases changed-files/sending verify/trouble import/faulty-tables
  build/output journal/journal import/service shards/engines browser/visit cli/process api-reference/reference
  cli/preview dumps/dumps init/first-hour publish/lock import/encodings publish/access browser/firefox
  documentation/hosting import/sequences cli/clients verify/builds import/disk-faults openapi/responses
  pages/browser release/action incremental/options browser/failing-host filters/file cli/terminal`;

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
