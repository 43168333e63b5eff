// The command as a process of its own.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** What the process has around it: nothing that a CI or a person may have set. */
export const env = { PATH: process.env['PATH'] ?? '' };

/** Courses on a page of the builds below. */
export const pageSize = 100;

/** The words that build `dist` from `data`, both in `site`, or another output from it; without pages for people, as that is quicker. */
export function buildWords(site: string, out = join(site, 'dist'), more: readonly string[] = ['--no-site']): string[] {
  const bin = join(process.cwd(), 'lib/bin.js');
  const words = ['--data', join(site, 'data'), '--out', out, '--page-size', String(pageSize), '--quiet'];
  return [bin, 'build', ...words, ...more];
}

/** Builds to the end; nothing else runs in this process meanwhile. */
export function buildInProcess(site: string, out?: string, more?: readonly string[]): Ended {
  const { status, stderr } = spawnSync(process.execPath, buildWords(site, out, more), { env, encoding: 'utf8' });
  return { code: status, stderr };
}
