// The order of work of a build whose source, options or output have changed: reads, stages, publishes, and saves the state.
import { withJournal } from '../journal/journal.ts';
import type { Problem } from '../problems.ts';
import type { Baseline } from './cache/baseline.ts';
import type { BuildRecord, BuildState } from './cache/state.ts';
import { openPlaces } from './places.ts';
import { publish } from './publish-staged.ts';
import type { FileChanges } from './publish/changes.ts';
import { readCatalog } from './read-catalog.ts';
import type { BuildSetup } from './setup.ts';
import { openBuildWorkers, planReading, saveBuild, stageBuild, type CutSource } from './steps.ts';
import type { Stopwatch } from './timing.ts';

/** Result of a build. */
export interface BuiltSite {
  readonly record: BuildRecord;
  readonly changes: FileChanges;
  /** Undefined if none was saved. */
  readonly state?: BuildState | undefined;
  /** Warnings about what failed once everything was published. */
  readonly warnings?: readonly Problem[];
  readonly notes?: readonly string[];
}

/** Builds over what of the last build still matches the output; `now` is the start by the clock of the output's file system. */
export async function buildChanged(
  source: CutSource,
  baseline: Baseline | undefined,
  setup: BuildSetup,
  { now, stopwatch }: { readonly now: number; readonly stopwatch: Stopwatch },
): Promise<BuiltSite> {
  const { options, io, unreported } = setup;
  const reading = await planReading(source, baseline, setup);
  stopwatch.lap('find what changed');

  using places = openPlaces(baseline, now, setup);
  await using workers = await openBuildWorkers(reading, places, setup);
  const catalog = await readCatalog(reading, workers, options, io.onProgress);
  stopwatch.lap('read the source');
  const staged = await stageBuild(catalog, reading, places, workers, setup);
  await workers.end();
  stopwatch.lap('write the lists');

  const { record, publication, journal } = staged;
  const built = { record, changes: publication.changes, notes: journal?.notes ?? [] };
  io.signal.throwIfAborted();
  const { staging } = places;
  if (!staging) return built;
  reading.shards?.failIfReplaced();
  unreported.add(publication.changes);
  const takeTimes = withJournal(journal, () => publish(publication, staging, places, record, options));
  stopwatch.lap('publish');
  const saved = saveBuild(record, takeTimes, setup);
  stopwatch.lap('save the state');
  return { ...built, ...saved };
}
