// The journal of a build: found before the source is read, and brought up to date once it is.
import { timeOf } from '../../catalog/date.ts';
import { journalFile } from '../../journal/file.ts';
import { findJournal, updateJournal, type FoundJournal, type Journal } from '../../journal/journal.ts';
import type { Baseline } from '../cache/baseline.ts';
import { isSameJournal } from '../cache/key.ts';
import { linesOf, type ChunkResult } from '../read/result.ts';
import type { BuildSetup } from '../setup.ts';
import type { ChunkChanges } from './chunk-changes.ts';
import type { StageContext } from './run-outputs.ts';

type JournalSetup = Pick<BuildSetup, 'options' | 'io' | 'key'>;

/** The journal before a build; undefined if none is kept. Throws a ProblemsError if it cannot be used. */
export function journalBefore({ options, io, key }: JournalSetup, baseline?: Baseline): FoundJournal | undefined {
  const file = journalFile(options);
  if (file === undefined) return undefined;
  const isTrusted = baseline !== undefined && isSameJournal(baseline.state.key, key);
  return findJournal(file, isTrusted, io.at ?? (() => timeOf(0)));
}

/** The journal with what changed. If it is as the last build left it, only chunks that were read anew are compared. */
export function journalAfter(
  { journal, baseline, key }: StageContext,
  results: readonly ChunkResult[],
  changes: ChunkChanges | undefined,
): Journal | undefined {
  if (!journal) return undefined;
  const isSame = baseline !== undefined && isSameJournal(baseline.state.key, key);
  return isSame && changes
    ? updateJournal(journal, linesOf(changes.freshResults), changes.goneCourses)
    : updateJournal(journal, linesOf(results));
}
