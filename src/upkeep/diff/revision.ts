// A revision of Git: the files of a folder as they were in a commit, beside the repository.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeSync } from 'fs-extra/esm';
import { attempt, errorCode, messageOf } from '../../text/errors.ts';
import { errorAt } from '../../text/problems.ts';

/** Calls `work` with a folder that has the files of `folder` at a revision, which goes afterwards; none if it had none. Throws a ProblemsError if Git knows no such revision. */
export async function atRevision<T>(
  folder: string,
  revision: string,
  env: NodeJS.ProcessEnv,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const temporary = mkdtempSync(join(tmpdir(), 'course-catalog-'));
  try {
    checkOut(folder, revision, temporary, { ...env, GIT_INDEX_FILE: join(temporary, 'index') });
    return await work(join(temporary, 'files'));
  } finally {
    removeSync(temporary);
  }
}

/** With an index of its own, nothing in the repository changes. */
function checkOut(folder: string, revision: string, temporary: string, env: NodeJS.ProcessEnv): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env });
  const parse = (object: string) => git('rev-parse', '--verify', '--quiet', '--end-of-options', object).trim();
  try {
    const commit = parse(`${revision}^{commit}`);
    const tree = attempt(() => parse(`${commit}:./`));
    mkdirSync(join(temporary, 'files'));
    if (tree === undefined) return;
    git('read-tree', tree);
    // From the top of the work tree: elsewhere only files below would be written.
    const top = git('rev-parse', '--show-toplevel').trim();
    execFileSync('git', ['checkout-index', '--all', `--prefix=${join(temporary, 'files')}/`], {
      cwd: top,
      env,
      stdio: 'pipe',
    });
  } catch (error) {
    const why = /^fatal: (.*)$/mu.exec(messageOf(error))?.[1];
    if (errorCode(error) === 'ENOENT')
      throw errorAt(folder, { rule: 'diff-base', finding: 'Git is not installed, which knows of revisions' });
    const finding = `Git knows no revision ${revision} of this folder${why === undefined ? '' : `: ${why}`}`;
    throw errorAt(folder, { rule: 'diff-base', finding });
  }
}
