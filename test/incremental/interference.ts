// Interference: something changes while a build runs; and the result of a build without interference.
import { join } from 'node:path';
import type { Problem } from '../../src/problems.ts';
import { problemsOf, runBuild, type Chosen, type Run } from '../build/run.ts';
import { inFolder } from '../folders.ts';
import { treeOf, type Tree } from './tree.ts';

/** Builds, and interferes once while courses are read or pages are written; returns the problems that prevented the build. */
export async function buildWithInterference(
  run: Run,
  phase: 'courses' | 'pages',
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
