// A build, a shard or a merge in this process, and its comparison with the specification.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { resolveOptions } from '../../src/options/configuration.ts';
import { ProblemsError, type Problem } from '../../src/text/problems.ts';
import { buildShard } from '../../src/build/build-shard.ts';
import { build } from '../../src/build/build.ts';
import type { BuildIo, BuildOptions, BuildResult } from '../../src/build/build-options.ts';
import { latestCount } from '../../src/outputs/site-options.ts';
import { mergeShards } from '../../src/build/merge-shards.ts';
import type { Shard } from '../../src/build/shards/shard.ts';
import { compareBuild } from '../oracle/compare.ts';
import { expectedFiles } from '../oracle/expected.ts';
import { readSource, type SourceCatalog } from '../oracle/read-source.ts';

export interface Chosen extends Omit<BuildOptions, 'data' | 'out'> {
  /** The shard to build; undefined for a whole build. */
  readonly shard?: Shard | undefined;
  /** The folder of the shards to merge. */
  readonly merge?: string | undefined;
}

const { options: defaults } = resolveOptions({ flags: {}, environment: {}, config: undefined });

/** The command's own defaults, but in this thread, and without the pages for people. */
export const plain: Chosen = { ...defaults, threads: 1, pages: false, latest: latestCount, version: '1.0.0' };

export interface Run {
  readonly data: string;
  readonly out: string;
  readonly chosen?: Partial<Chosen>;
  readonly signal?: AbortSignal;
  readonly onProgress?: BuildIo['onProgress'];
  readonly report?: BuildIo['report'];
  /** The time of what changed, for the journal. */
  readonly at?: string;
}

/** Builds, by default in this thread, with the command's own defaults for other options. */
export async function runBuild(run: Run): Promise<BuildResult> {
  const { data, out, chosen, onProgress = () => {}, report, at = '2026-11-23T09:00:00Z' } = run;
  const { signal = new AbortController().signal } = run;
  const { shard, merge, ...options } = { ...plain, ...chosen, data, out };
  const io = { onProgress, signal, report, at: () => at };
  if (shard) return buildShard({ ...options, shard }, io);
  return merge === undefined ? build(options, io) : mergeShards({ ...options, merge }, io);
}

/** The problems that prevent a build; none if it succeeds. Throws any other error. */
export async function problemsOf(run: Run): Promise<readonly Problem[]> {
  return caught(() => runBuild(run));
}

/** The problems that an action fails with; none if it succeeds. Throws any other error. */
export async function caught(action: () => Promise<unknown>): Promise<readonly Problem[]> {
  try {
    await action();
    return [];
  } catch (error) {
    if (error instanceof ProblemsError) return error.problems;
    throw error;
  }
}

/** The rules that a catalog or an output folder breaks, each once. */
export async function rulesOf(run: Run): Promise<string[]> {
  return [...new Set((await problemsOf(run)).map(({ rule }) => rule))];
}

/** One line for every file that is missing, unexpected, or not as specified. */
export function faultsOf(out: string, source: SourceCatalog | string, chosen: Partial<Chosen> = {}): string[] {
  const expected = expectedFiles(typeof source === 'string' ? readSource(source) : source, { ...plain, ...chosen });
  return [...compareBuild(out, expected).slice(0, 20), ...emptyFolders(out).map((path) => `empty folder: ${path}`)];
}

/** What is beside the output folder, apart from the names given. */
export function beside(out: string, ...others: readonly string[]): string[] {
  const own = new Set([basename(out), ...others]);
  return readdirSync(dirname(out)).filter((name) => !own.has(name));
}

function emptyFolders(folder: string): string[] {
  if (!existsSync(folder)) return [folder];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const filled = new Set(entries.map((entry) => entry.parentPath));
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !filled.has(path));
}
