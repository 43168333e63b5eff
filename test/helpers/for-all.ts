// Properties: what holds of any values. `FC_RUNS=20 npx vitest run …` tries twenty times as many.
import fc from 'fast-check';

/** Tries `runs` combinations of values, and rejects with a small one of which the property does not hold. */
export async function forAll<Values extends [unknown, ...unknown[]]>(
  runs: number | fc.Parameters<Values>,
  arbitraries: { readonly [At in keyof Values]: fc.Arbitrary<Values[At]> },
  holds: (...values: Values) => void | Promise<void>,
): Promise<void> {
  const { numRuns = 100, ...others }: fc.Parameters<Values> = typeof runs === 'number' ? { numRuns: runs } : runs;
  const property = fc.asyncProperty<Values>(...arbitraries, async (...values) => holds(...values));
  await fc.assert(property, { ...others, numRuns: numRuns * Number(process.env['FC_RUNS'] ?? 1) });
}
