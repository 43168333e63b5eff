// Any sequence of edits, and of meddling: what is built over an earlier build is what a clean build of the same source is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from '../build/catalogs.ts';
import { layout } from '../build/layout.ts';
import { inFolder } from '../folders.ts';
import { edit, type Edit } from './edits.ts';
import { fault } from './faults.ts';
import { outputMeddling, sourceMeddling, stateMeddling, type Meddling } from './meddling.ts';
import { Place, type Visit } from './place.ts';
import { choice, publicFiles, writing, type World } from './worlds.ts';

/** `FC_RUNS=20 npx vitest run test/incremental` looks twenty times as long. */
const times = Number(process.env['FC_RUNS'] ?? 1);
/** A failure is told as it was found: to make it smaller takes longer than any test has. */
const runs = (usual: number) => ({ numRuns: usual * times, endOnFailure: true });
/** Twenty seconds on a machine that does nothing else. */
const patience = 300_000 * times;

/** What happens between two builds. */
interface Step extends Visit {
  readonly edits: readonly Edit[];
  readonly next: Partial<Omit<World, 'catalog'>>;
}

const anyWorld: fc.Arbitrary<World> = fc.record({ catalog, layout, chosen: choice, public: publicFiles });
const edited = fc.array(edit, { maxLength: 3 });
const sometimes = <T>(one: fc.Arbitrary<T>, every: number) => fc.option(one, { nil: undefined, freq: every });
const next = fc
  .tuple(...([sometimes(layout, 1), sometimes(choice, 1), sometimes(publicFiles, 1)] as const))
  .map(([how, chosen, files]) => ({
    ...(how && { layout: how }),
    ...(chosen && { chosen }),
    ...(files && { public: files }),
  }));

function steps(meddling: fc.Arbitrary<Meddling>): fc.Arbitrary<Step[]> {
  const step = fc.record<Step>({
    edits: edited,
    next: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: next }),
    writing,
    meddlings: fc.array(meddling, { maxLength: 2 }),
    fault: fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fault }),
    isAsked: fc.boolean(),
  });
  return fc.array(step, { minLength: 3, maxLength: 6 });
}

describe('a build over an earlier one', () => {
  it(
    'after any edits is a clean build, writes what differs and says so',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, steps(sourceMeddling), async (first, then) => {
          expect(await wrongAfter(first, then)).toEqual([]);
        }),
        runs(30),
      );
    },
    patience,
  );

  it(
    'is one, and writes what differs, whatever was done to the state',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, steps(stateMeddling), async (first, then) => {
          expect(await wrongAfter(first, then)).toEqual([]);
        }),
        runs(30),
      );
    },
    patience,
  );

  it(
    'is one whatever was done to the output, and leaves alone what was not meddled with',
    async () => {
      const meddling = fc.oneof(outputMeddling, outputMeddling, stateMeddling);
      await fc.assert(
        fc.asyncProperty(anyWorld, steps(meddling), async (first, then) => {
          expect(await wrongAfter(first, then)).toEqual([]);
        }),
        runs(30),
      );
    },
    patience,
  );
});

/** Builds a world, goes the steps, and answers what is wrong after each. */
async function wrongAfter(first: World, then: readonly Step[]): Promise<string[]> {
  return inFolder(async (folder) => {
    const place = new Place(folder);
    const start: Step = { edits: [], next: {}, writing: 'in place', meddlings: [], fault: undefined, isAsked: false };
    let world = first;
    for (const [index, step] of [start, ...then].entries()) {
      world = after(world, step);
      const wrong = await place.go(world, step);
      const done = [...step.edits, ...step.meddlings].map(({ what }) => what).join('; ');
      if (wrong.length > 0) return [`step ${index} (${done}):`, ...wrong];
    }
    return [];
  });
}

function after(world: World, { edits, next: other }: Step): World {
  return { ...world, ...other, catalog: edits.reduce((sum, one) => one.apply(sum), world.catalog) };
}
