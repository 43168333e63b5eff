// A build as another process, and one that something happens to while it runs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Problem } from '../../src/text/problems.ts';
import { problemsOf, runBuild, type Chosen, type Run } from '../build/run.ts';
import { inFolder } from '../helpers/folders.ts';
import { treeOf, type Tree } from './tree.ts';

export interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** The environment of the process, without variables that a CI or a user may have set. */
export const env = { PATH: process.env['PATH'] ?? '' };

/** Courses per page of the builds below. */
export const pageSize = 100;

/** The arguments that build `dist` from `data`, both in `site`, or another output from it; without HTML pages, since that is faster. */
export function buildArgs(
  site: string,
  out = join(site, 'dist'),
  extraArgs: readonly string[] = ['--no-site'],
): string[] {
  const bin = join(process.cwd(), 'lib/bin.js');
  const args = ['--data', join(site, 'data'), '--out', out, '--page-size', String(pageSize), '--quiet'];
  return [bin, 'build', ...args, ...extraArgs];
}

/** Builds to the end; nothing else runs in this process meanwhile. */
export function buildInProcess(site: string, out?: string, extraArgs?: readonly string[]): Ended {
  const { status, stderr } = spawnSync(process.execPath, buildArgs(site, out, extraArgs), { env, encoding: 'utf8' });
  return { code: status, stderr };
}

/** Builds, and interferes once while courses are read or pages are written; returns the problems that prevented the build. */
export async function buildWithInterference(
  run: Run,
  phase: 'courses' | 'tasks',
  interfere: () => void,
): Promise<readonly Problem[]> {
  let isDone = false;
  const problems = await problemsOf({
    ...run,
    onProgress: (progress) => {
      if (isDone || progress.phase !== phase) return;
      isDone = true;
      interfere();
    },
  });
  if (!isDone) throw new Error('the build ended before anything interfered');
  return problems;
}

/** The result of a clean build of the `data` in a folder. */
export async function cleanTree(folder: string, chosen: Partial<Chosen> = {}): Promise<Tree> {
  return inFolder(async (elsewhere) => {
    await runBuild({ data: join(folder, 'data'), out: join(elsewhere, 'dist'), chosen });
    return treeOf(join(elsewhere, 'dist'));
  });
}
