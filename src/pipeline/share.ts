// Shares: which run of the chunks, or of the pages, one of several builds takes.

/** Part `index`, counted from 1, of `total`. */
export interface Share {
  readonly index: number;
  readonly total: number;
}

/** `3/5` */
export function shareText({ index, total }: Share): string {
  return `${index}/${total}`;
}

/** `shard-3-of-5` */
export function shardName({ index, total }: Share): string {
  return `shard-${index}-of-${total}`;
}

/** The number of the share that takes each item, by the items' sizes: contiguous runs of about equal sums. */
export function sharesOf(sizes: readonly number[], total: number): number[] {
  const sum = sizes.reduce((all, size) => all + size, 0);
  let before = 0;
  return sizes.map((size) => {
    // The middle of an item decides, so that no share is more than half an item from equal.
    const middle = before + size / 2;
    before += size;
    return shareAt(middle, sum, total);
  });
}

/** The number of the share that contains the position `place` of `sum`. */
export function shareAt(place: number, sum: number, total: number): number {
  return sum === 0 ? 1 : Math.min(total, 1 + Math.floor((place / sum) * total));
}
