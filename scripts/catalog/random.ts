// Owns the randomness of generated catalogs: seeded numbers, picks, and the skew of real collections.

/** A stream of numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed. */
export type Random = () => number;

/** The stream numbered `index` of a seed (mulberry32). Streams with different indexes are independent. */
export function randomStream(seed: number, index: number): Random {
  let state = scramble(scramble(seed) ^ index);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** An integer from `low` to `high`, both inclusive. */
export function integer(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** Any item of a non-empty list. */
export function pick<T>(random: Random, items: readonly T[]): T {
  return itemAt(items, Math.floor(random() * items.length));
}

/** An item of a non-empty list, the first ones far more often. */
export function pickEarly<T>(random: Random, items: readonly T[]): T {
  const chance = random();
  return itemAt(items, Math.floor(chance * chance * items.length));
}

/** The items in random order. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = integer(random, 0, last);
    const held = itemAt(result, last);
    result[last] = itemAt(result, other);
    result[other] = held;
  }
  return result;
}

/** A picker by Zipf's law: the item of rank k has the weight 1 / k^exponent. */
export function zipf<T>(items: readonly T[], exponent: number): (random: Random) => T {
  const sums = new Float64Array(items.length);
  let sum = 0;
  for (let rank = 0; rank < items.length; rank++) {
    sum += (rank + 1) ** -exponent;
    sums[rank] = sum;
  }
  return (random) => itemAt(items, firstAbove(sums, random() * sum));
}

function firstAbove(sums: Float64Array, value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${items.length}`);
  return item;
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
