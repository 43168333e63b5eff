// Builds shared by test files: each combination of options is built once per run.
import { join } from 'node:path';
import { runBuild, type Chosen } from '../build/run.ts';
import { writeFiles } from './folders.ts';
import { shared } from './shared.ts';

/** A folder with source data, or its files by path. */
export type SourceData = string | Readonly<Record<string, string>>;

/** The output folder of a build. Read-only, since other test files read it too. */
export function sharedBuild(data: SourceData, chosen: Partial<Chosen> = {}): Promise<string> {
  return shared(JSON.stringify(['build', data, chosen]), async (folder) => {
    const out = join(folder, 'dist');
    await buildInto(folder, out, data, chosen);
    return out;
  });
}

/** Builds into `out`; source files given as text are written into `folder`. */
export async function buildInto(folder: string, out: string, data: SourceData, chosen: Partial<Chosen>): Promise<void> {
  const source = typeof data === 'string' ? data : join(folder, 'data');
  if (typeof data !== 'string') writeFiles(source, data);
  await runBuild({ data: source, out, chosen });
}
