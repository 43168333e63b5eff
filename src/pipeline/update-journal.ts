// Brings the journal up to date with the catalog of a build.
import { timeOf } from '../catalog/date.ts';
import { journalFile } from '../journal/file.ts';
import { updateJournal, type Journal } from '../journal/journal.ts';
import { viewsIn, type JournaledView } from '../journal/views.ts';
import { rows } from '../outputs/rows.ts';
import type { Baseline } from './cache/baseline.ts';
import type { CacheKey } from './cache/key.ts';
import type { BuildIo, BuildOptions } from './options.ts';
import type { CheckedCatalog } from './read/catalog.ts';
import { nameOfField } from './read/chunk-file.ts';
import type { ChunkResult } from './read/result.ts';
import { changedChunks } from './run-outputs.ts';

export interface JournalContext {
  readonly options: BuildOptions;
  readonly baseline: Baseline | undefined;
  readonly key: CacheKey;
  /** See `BuildIo`. */
  readonly at: BuildIo['at'];
}

/** The journal with what changed in a catalog. If it is as the last build left it, only chunks that were read again are compared. */
export function journalOf(
  catalog: CheckedCatalog,
  { options, baseline, key, at }: JournalContext,
): Journal | undefined {
  const file = journalFile(options);
  if (file === undefined) return undefined;
  const isKept = key.journal !== '' && baseline?.state.key.journal === key.journal;
  const { fresh, gone } = isKept ? changedChunks(baseline, catalog) : { fresh: catalog.results, gone: undefined };
  const compared = { now: viewsOf(fresh), before: gone && viewsOf(gone) };
  return updateJournal(file, compared, at ?? (() => timeOf(0)));
}

/** The views in the results of chunks, which one output collects. */
function* viewsOf(results: readonly ChunkResult[]): Generator<JournaledView> {
  const [field] = rows.flatMap(({ name, views }) => (views === undefined ? [] : nameOfField(name, views)));
  for (const result of results) {
    const views = field === undefined ? undefined : result.value(field);
    if (typeof views !== 'string') throw new TypeError('the views of a chunk are a text');
    yield* viewsIn(views, result.columns().ids);
  }
}
