// What the files for all schedulers share; users change it there.

/** The number of shards. */
export const shardCount = 5;

/** The folder of the shards. */
export const shardsFolder = 'shards';
