// The journal of a build: found before the source is read, and brought up to date once it is.
import { timeOf } from '../../catalog/date.ts';
import { journalFile } from '../../journal/file.ts';
import { findJournal, updateJournal, type FoundJournal, type Journal } from '../../journal/journal.ts';
import type { Baseline } from '../cache/baseline.ts';
import { isSameJournal, type CacheKey } from '../cache/key.ts';
import type { BuildIo, BuildOptions } from '../build-options.ts';
import { linesOf } from '../read/result.ts';
import type { CheckedCatalog } from '../read/check-catalog.ts';
import { changedChunks, goneCourses } from './run-outputs.ts';

interface JournalSetup {
  readonly options: BuildOptions;
  readonly io: BuildIo;
  readonly key: CacheKey;
}

/** The journal before a build; undefined if none is kept. Throws a ProblemsError if it cannot be used. */
export function journalBefore({ options, io, key }: JournalSetup, baseline?: Baseline): FoundJournal | undefined {
  const file = journalFile(options);
  if (file === undefined) return undefined;
  const isTrusted = baseline !== undefined && isSameJournal(baseline.state.key, key);
  return findJournal(file, isTrusted, io.at ?? (() => timeOf(0)));
}

/** The journal with what changed in a catalog. If it is as the last build left it, only chunks that were read again are compared. */
export function journalAfter(
  found: FoundJournal,
  catalog: CheckedCatalog,
  baseline: Baseline | undefined,
  key: CacheKey,
): Journal {
  if (!baseline || !isSameJournal(baseline.state.key, key)) return updateJournal(found, linesOf(catalog.results));
  const { fresh } = changedChunks(baseline, catalog);
  return updateJournal(found, linesOf(fresh), goneCourses(baseline, catalog));
}
