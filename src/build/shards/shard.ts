// A shard: the share of the chunks that one of several builds reads.
import { join } from 'node:path';

/** Shard number `index`, counted from 1, of `total`. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

/** `3/5` */
export function shardText({ index, total }: Shard): string {
  return `${index}/${total}`;
}

/** The folder of a shard in the folder of all shards: `shards/shard-3-of-5`. */
export function shardFolderOf(shards: string, { index, total }: Shard): string {
  return join(shards, `shard-${index}-of-${total}`);
}
