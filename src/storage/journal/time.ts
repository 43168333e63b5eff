// The time of what changed: never that of the clock, so that the same build writes the same journal.
import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { timeOf } from '../../catalog/date.ts';
import { messageOf } from '../../text/errors.ts';
import { isInside, realPath } from '../../paths.ts';
import { errorAt } from '../../text/problems.ts';
import { journalFile, type JournalLocation } from './file.ts';

/** The time of the changes: `--at`, `SOURCE_DATE_EPOCH`, or that of the last commit of the source. Throws a ProblemsError if none is known. */
export function timeOfChanges(location: JournalLocation, at: string | undefined, env: NodeJS.ProcessEnv): string {
  if (at !== undefined) return at;
  const epoch = env['SOURCE_DATE_EPOCH'] || undefined;
  const time = timeOfEpoch(epoch ?? lastCommit(location.data, journalFile(location) ?? ''));
  if (time !== undefined) return time;
  const finding =
    epoch === undefined ? 'has no commit' : `SOURCE_DATE_EPOCH: expected a number of seconds, got "${epoch}"`;
  throw errorAt(location.data, { rule: 'journal-time', finding });
}

/** The time of a number of seconds since 1970, as `SOURCE_DATE_EPOCH` has it; undefined for any other text. */
export function timeOfEpoch(seconds: string): string | undefined {
  return /^\d{1,11}$/u.test(seconds) ? timeOf(Number(seconds)) : undefined;
}

/** The time of the last commit of a folder without the journal, in seconds since 1970; empty if there is none. Throws a ProblemsError if Git does not know it. */
function lastCommit(folder: string, journal: string): string {
  const journalPath = relative(realPath(folder), realPath(journal));
  const paths = isInside(realPath(journal), realPath(folder)) ? ['.', `:(exclude,literal)${journalPath}`] : ['.'];
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const commit = git('log', '-1', '--no-show-signature', '--format=%ct\n%P', '--', ...paths);
    const [time = '', parents = ''] = commit.split('\n');
    // To Git, the oldest commits of a shallow clone have no parents, and changed every file.
    const isOldest = parents === '' && git('rev-parse', '--is-shallow-repository') === 'true';
    if (isOldest) throw new Error('the clone is shallow, and has no older commit');
    return time;
  } catch (error) {
    const why = /^fatal: (.*)$/mu.exec(messageOf(error))?.[1] ?? messageOf(error);
    throw errorAt(folder, { rule: 'journal-time', finding: `Git knows no time of its last commit: ${why}` });
  }
}
