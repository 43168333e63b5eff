// The shard of a build command: which one it is, and which options go with it.
import { UsageError } from '../text/errors.ts';
import { folderAround } from '../paths.ts';
import { shardFolderOf, type Shard } from '../build/shards/shard.ts';
import { errorAt } from '../text/problems.ts';
import type { ResolvedOptions } from './configuration.ts';
import type { Options } from './option-table.ts';

/** Throws a UsageError for options that do not go together. */
export function assertShardOptions({ options, origins }: ResolvedOptions): void {
  const { shard, shards, merge, watch, dryRun } = options;
  const [isShard, isSplit, isMerge] = [shard, shards, merge].map((value) => value !== undefined);
  // A configuration for all jobs names what the merge writes.
  const isGiven = (name: 'out' | 'changes') => [name, `--${name}`].includes(origins.get(name) ?? '');
  const mistakes: [boolean | undefined, string][] = [
    [isMerge && (isShard || isSplit), '--merge takes no --shard and no --shards: one process merges all shards'],
    [isShard && !isSplit && !isMerge, '--shard needs --shards, the folder for everything that the shards make'],
    // Otherwise a --shard that is unset by mistake would make every job build everything.
    [isSplit && !isShard && !isMerge, '--shards needs --shard, which says what shard to build'],
    [isShard && isGiven('out'), '--out cannot be used with --shard, which writes to --shards: --merge takes --out'],
    [isShard && isGiven('changes'), '--changes cannot be used with --shard: --merge lists what changed'],
    [isShard && dryRun, '--dry-run cannot be used with --shard'],
    [(isShard || isMerge) && watch, '--watch cannot be used with --shard or --merge'],
  ];
  const reasons = mistakes.flatMap(([isMade, reason]) => (isMade ? [reason] : []));
  if (reasons.length > 0) throw new UsageError(...reasons);
}

/** The folder of a shard, which is all of its output. Throws a ProblemsError if it lies in the site. */
export function checkedShardFolder(shard: Shard, { shards = '', out }: Pick<Options, 'shards' | 'out'>): string {
  const folder = shardFolderOf(shards, shard);
  const within = folderAround(folder, [out]);
  if (within === undefined) return folder;
  throw errorAt(folder, { rule: 'shards-folder', finding: `is or lies inside ${within}` });
}
