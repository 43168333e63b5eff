// How the chunks of a build differ from those of the last one.
import type { PreviousOutput } from '../../outputs/output.ts';
import type { Baseline } from '../cache/baseline.ts';
import type { CheckedCatalog } from '../read/check-catalog.ts';
import type { Chunk } from '../read/chunks.ts';
import { linkhashesNotIn, linkhashesOf, type ChunkResult } from '../read/result.ts';

export interface ChunkChanges extends Pick<PreviousOutput, 'currentNumbers' | 'fresh'> {
  /** The results of the chunks that were read anew. */
  readonly freshResults: readonly ChunkResult[];
  /** The linkhashes of courses that the last build had and that are gone. */
  readonly goneCourses: readonly string[];
  /** Whether outputs go on from what the last build left. */
  readonly canReuseOutputs: boolean;
}

/** If more courses were read anew, and a larger share of all, outputs begin anew: comparing would take as long, with the texts of both builds in memory. */
const [maxFreshCourses, maxFreshShare] = [20_000, 1 / 8];

/** The chunks of the last build that are not read from its state. */
export function goneChunks({ state }: Baseline, chunks: readonly Chunk[]): ChunkResult[] {
  const reused = new Set(chunks.map(({ cached }) => cached));
  return state.chunks.filter((result) => !reused.has(result));
}

/** Compares the chunks of a catalog with those of the baseline. */
export function chunkChanges(baseline: Baseline, { chunks, results, summary }: CheckedCatalog): ChunkChanges {
  const numbers = new Map(chunks.flatMap(({ cached }, chunk) => (cached ? [[cached, chunk] as const] : [])));
  const currentNumbers = baseline.state.chunks.map((result) => numbers.get(result));
  const fresh = [...chunks.keys()].filter((chunk) => !chunks[chunk]?.cached);
  const freshResults = fresh.flatMap((chunk) => results[chunk] ?? []);
  const coursesRead = freshResults.reduce((sum, result) => sum + result.columns().ids.length, 0);
  return {
    currentNumbers,
    fresh,
    freshResults,
    goneCourses: linkhashesNotIn(freshResults, linkhashesOf(goneChunks(baseline, chunks))),
    canReuseOutputs: coursesRead <= Math.max(maxFreshCourses, summary.courses * maxFreshShare),
  };
}
