// The command as a process of its own.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

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
