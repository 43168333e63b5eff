// The journal of a build: where its file may be, and the time of what changed, which is never that of the clock.
import { execFileSync } from 'node:child_process';
import { join, relative, sep } from 'node:path';
import { sideFileProblems } from '../change-lists/side-files.ts';
import type { Session } from '../console/session.ts';
import { configFile } from '../options/configuration.ts';
import { timeOf } from '../catalog/date.ts';
import { journalFile } from '../outputs/journal.ts';
import { publicFolderOf } from '../outputs/site-files/public-files.ts';
import { messageOf } from '../errors.ts';
import { isInside, realPath } from '../paths.ts';
import { stateFolderOf } from '../pipeline/cache/store.ts';
import { errorAt, fileProblem, type Problem } from '../problems.ts';

/** Why the journal cannot be kept in its file. */
export function journalProblems({ io, settings }: Session): Problem[] {
  const file = journalFile(settings);
  if (file === undefined) return [];
  const { data, out } = settings;
  const folders = [out, publicFolderOf(settings), stateFolderOf(realPath(out))];
  const rule = 'journal-file';
  const problems = sideFileProblems([file], { folders, inputs: [join(io.cwd(), configFile)] }, { rule });
  const [path, source] = [realPath(file), realPath(data)];
  const isHidden = relative(source, path)
    .split(sep)
    .some((name) => name.startsWith('.'));
  if (problems.length > 0 || isHidden || !isInside(path, source)) return problems;
  return [fileProblem(file, { rule, finding: `lies inside the folder ${data}, and is not hidden` })];
}

/** The time of the changes: `--at`, `SOURCE_DATE_EPOCH`, or that of the last commit of the source. Throws a ProblemsError if none is known. */
export function timeOfChanges({ io, settings }: Session): string {
  const { at, data } = settings;
  if (at !== undefined) return at;
  const epoch = io.env['SOURCE_DATE_EPOCH'] || undefined;
  const seconds = epoch ?? lastCommit(data, journalFile(settings) ?? '');
  if (/^\d{1,11}$/u.test(seconds)) return timeOf(Number(seconds));
  const finding = epoch === undefined ? 'has no commit' : `SOURCE_DATE_EPOCH is no number of seconds, but "${epoch}"`;
  throw errorAt(data, { rule: 'journal-time', finding });
}

/** The time of the last commit of a folder without the journal, in seconds since 1970; empty if there is none. Throws a ProblemsError if Git does not know it. */
function lastCommit(folder: string, journal: string): string {
  const own = relative(realPath(folder), realPath(journal));
  const paths = isInside(realPath(journal), realPath(folder)) ? ['.', `:(exclude,literal)${own}`] : ['.'];
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const [time = '', parents = ''] = git('log', '-1', '--no-show-signature', '--format=%ct\n%P', '--', ...paths).split(
      '\n',
    );
    // To Git, the oldest commits of a shallow clone have no parents, and changed every file.
    const isOldest = parents === '' && git('rev-parse', '--is-shallow-repository') === 'true';
    if (isOldest) throw new Error('the clone is shallow, and has no older commit');
    return time;
  } catch (error) {
    const why = /^fatal: (.*)$/mu.exec(messageOf(error))?.[1] ?? messageOf(error);
    throw errorAt(folder, { rule: 'journal-time', finding: `Git knows no time of its last commit: ${why}` });
  }
}
