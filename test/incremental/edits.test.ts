// Any sequence of edits and tampering: a build over an earlier build equals a clean build of the same source.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog as anyCatalog } from '../build/catalogs.ts';
import { layout, oneFileEach } from '../build/layout.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { inFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { edit, type Edit, inputError } from './edits.ts';
import { outputTampering, sourceTampering, type Tampering } from './tampering.ts';
import { Workspace, type Round } from './workspace.ts';
import { choice, option, publicFiles, writing, type Scenario } from './scenario.ts';

/** Shrinking is off, since it takes longer than a test may. */
const endOnFailure = true;

/** In chunks of two and pages of three. With two courses more, the search index has more files of courses. */
const manyChunks: Scenario = {
  catalog: smallCatalog(63),
  layout: oneFileEach,
  chosen: { pages: true, chunkSize: 1024, pageSize: 3 },
  public: {},
};

/** What happens between two builds. */
interface Step extends Round {
  readonly edits: readonly Edit[];
  readonly next: Partial<Omit<Scenario, 'catalog'>>;
  /** Changed alone. */
  readonly option: Partial<Scenario['chosen']>;
}

/** Nothing happens. */
const start: Step = {
  edits: [],
  next: {},
  option: {},
  writing: 'in place',
  tamperings: [],
  inputError: undefined,
  hasDryRun: false,
};

const anyScenario: fc.Arbitrary<Scenario> = fc.record({
  catalog: anyCatalog,
  layout,
  chosen: choice,
  public: publicFiles,
});
const edited = fc.array(edit, { maxLength: 3 });
const sometimes = <T>(one: fc.Arbitrary<T>, every: number) => fc.option(one, { nil: undefined, freq: every });
const next = fc
  .tuple(...([sometimes(layout, 1), sometimes(choice, 1), sometimes(publicFiles, 1)] as const))
  .map(([how, chosen, files]) => ({
    ...(how && { layout: how }),
    ...(chosen && { chosen }),
    ...(files && { public: files }),
  }));

function steps(tampering: fc.Arbitrary<Tampering>): fc.Arbitrary<Step[]> {
  const step = fc.record<Step>({
    edits: edited,
    next: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: next }),
    option: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: option }),
    writing,
    tamperings: fc.array(tampering, { maxLength: 2 }),
    inputError: fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: inputError }),
    hasDryRun: fc.boolean(),
  });
  return fc.array(step, { minLength: 3, maxLength: 6 });
}

describe('a build over an earlier one', () => {
  it.each([
    ['after any edits, and writes and reports exactly what differs', 6, sourceTampering],
    ['whatever was done to the output, and leaves the rest alone', 6, outputTampering],
  ] as const)('equals a clean build %s', (_, runs, tampering) =>
    forAll({ numRuns: runs, endOnFailure }, [anyScenario, steps(tampering)], async (first, then) => {
      expect(await wrongAfter(first, then)).toEqual([]);
    }),
  );

  it('of many chunks equals a clean build after one or two edits', async () => {
    const step = fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 2 }), writing });
    const three = fc.array(step, { minLength: 3, maxLength: 3 });
    await forAll({ numRuns: 2, endOnFailure }, [three], async (then) => {
      const taken = then.map((one) => ({ ...start, ...one }));
      expect(await wrongAfter(manyChunks, taken)).toEqual([]);
    });
  });
});

/** Builds a scenario, takes the steps, and returns the faults after the first step that has any. */
async function wrongAfter(first: Scenario, then: readonly Step[]): Promise<string[]> {
  return inFolder(async (folder) => {
    const workspace = new Workspace(folder);
    let scenario = first;
    for (const [index, step] of [start, ...then].entries()) {
      scenario = after(scenario, step);
      const wrong = await workspace.go(scenario, step);
      const done = [...step.edits, ...step.tamperings].map(({ what }) => what).join('; ');
      if (wrong.length > 0) return [`step ${index} (${done}):`, ...wrong];
    }
    return [];
  });
}

function after(scenario: Scenario, { edits, next: other, option: one }: Step): Scenario {
  const { layout: how, chosen, public: files } = { ...scenario, ...other };
  const catalog = edits.reduce((sum, { apply }) => apply(sum), scenario.catalog);
  return { catalog, layout: how, chosen: { ...chosen, ...one }, public: files };
}
