// The shard of a build command: which one it is, and which options go with it.
import { folderAround } from '../paths.ts';
import { shardFolderOf } from '../pipeline/shard.ts';
import { errorAt } from '../problems.ts';
import { say, type Session } from '../console/session.ts';
import { resolveShard } from '../options/schedulers.ts';
import { UsageError } from '../options/parse.ts';

/** The shard of this process, and its folder; undefined for a whole build. Throws a UsageError for options that do not go together, and a ProblemsError for a folder in the site. */
export function shardOf({ io, settings, given }: Session) {
  const { shard, shards, merge, pack, watch, dryRun, json, quiet } = settings;
  const [isShard, isSplit, isMerge] = [shard, shards, merge].map((value) => value !== undefined);
  const isOfShards = isSplit || isMerge;
  const mistakes: [boolean | undefined, string][] = [
    [isShard && isMerge, '--merge takes no --shard: one process merges all shards'],
    [isShard && !isOfShards, '--shard needs --shards, the folder for everything that the shards make'],
    // Otherwise a --shard that is unset by mistake would make every job build everything.
    [isSplit && !isShard, '--shards needs --shard, which says what part to build'],
    [isSplit && isMerge, '--shards and --merge cannot be used together'],
    // The configuration names the output for the merge.
    [
      isSplit && given.get('out') === '--out',
      '--out cannot be used with --shards: a shard writes to a folder of its own there, and --merge takes --out',
    ],
    [isOfShards && watch, '--watch cannot be used with shards'],
    // A pack holds responses of every shard.
    [isOfShards && pack, '--pack cannot be used with shards'],
    [isOfShards && dryRun, '--dry-run cannot be used with shards'],
  ];
  const reasons = mistakes.flatMap(([isMade, reason]) => (isMade ? [reason] : []));
  if (reasons.length > 0) throw new UsageError(reasons);
  if (!shard || shards === undefined) return undefined;
  const { scheduler, ...share } = resolveShard(shard, io.env);
  if (scheduler !== undefined && !json && !quiet) say(io, `shard ${share.index}/${share.total}, as ${scheduler} says`);
  const folder = shardFolderOf(shards, share);
  // A build of a shard has no other output than its folder, and does not know that of the site.
  const within = folderAround(folder, [settings.out]);
  if (within === undefined) return { share, folder };
  throw errorAt(folder, { rule: 'shards-folder', finding: `is or lies inside ${within}` });
}
