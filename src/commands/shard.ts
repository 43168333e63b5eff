// The shard of a build command: which one it is, and which options go with it.
import { say, type Session } from '../session.ts';
import { resolveShard } from '../schedulers.ts';
import { UsageError } from '../values.ts';

/** The share of this process; undefined for a whole build. Throws a UsageError for options that do not go together. */
export function shardOf({ io, settings }: Session): { readonly index: number; readonly total: number } | undefined {
  const { shard, shards, merge, pack, watch, dryRun, json, quiet } = settings;
  const reasons = [
    ...(shard && shards === undefined && merge === undefined
      ? ['--shard needs --shards, the folder for the results, or --merge']
      : []),
    // Otherwise a --shard that is unset by mistake would make every job build everything.
    ...(!shard && shards !== undefined ? ['--shards needs --shard, which says what part to build'] : []),
    ...(shards !== undefined && merge !== undefined ? ['--shards and --merge cannot be used together'] : []),
    ...((shards ?? merge) !== undefined && watch ? ['--watch cannot be used with shards'] : []),
    // A pack holds responses of every shard.
    ...((shards ?? merge) !== undefined && pack ? ['--pack cannot be used with shards'] : []),
    ...((shards ?? merge) !== undefined && dryRun ? ['--dry-run cannot be used with shards'] : []),
  ];
  if (reasons.length > 0) throw new UsageError(reasons);
  if (!shard) return undefined;
  const { index, total, told } = resolveShard(shard, io.env);
  if (told !== undefined && !json && !quiet) say(io, `shard ${index}/${total}, as ${told} says`);
  return { index, total };
}
