// Any sequence of edits and imports of two lists, with kills and full disks: ids are permanent, and nothing else is touched.
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { inFolder } from '../folders.ts';
import { forAll } from '../for-all.ts';
import type { DiskFault } from '../incremental/disk-faults.ts';
import { editKinds, lists, TwoLists } from './two-lists.ts';

const fault = fc.record<DiskFault>({ mode: fc.constantFrom('killed', 'fails'), at: fc.integer({ min: 1, max: 45 }) });
const step = fc.record({
  edits: fc.array(fc.record({ kind: fc.constantFrom(...editKinds), at: fc.nat({ max: 20 }) }), { maxLength: 5 }),
  list: fc.constantFrom(...lists),
  prune: fc.boolean(),
  fault: fc.option(fault, { nil: undefined }),
});
const importOf = (list: (typeof lists)[number]) => ({ edits: [], list, prune: true, fault: undefined });
const [first, second] = [importOf('one'), importOf('two')];

// A failure takes its time to become a short one.
vi.setConfig({ testTimeout: 900_000 });

it('keeps the laws of ids and files', () =>
  forAll(25, [fc.array(step, { minLength: 1, maxLength: 10 })], async (steps) =>
    inFolder(async (folder) => {
      const world = new TwoLists(folder);
      // A course that moved to another list leaves the one before it comes in the other.
      for (const one of [...steps, first, second, second, first]) {
        // One after the other, as each begins with what the one before left.
        expect(await world.take(one)).toEqual([]);
      }
    }),
  ));
