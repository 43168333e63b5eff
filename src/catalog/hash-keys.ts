// Hash keys: linkhashes as numbers that divide courses evenly.

const hashKeyDigits = 13;

/** The first 52 bits of a linkhash as a number, which represents them exactly: 13 hexadecimal digits. */
export function hashKey(linkhash: string): number {
  return Number.parseInt(linkhash.slice(0, hashKeyDigits), 16);
}

/** Returns a function from a key to its leading hexadecimal digits, as a number. */
export function leadingDigits(digits: number): (key: number) => number {
  const divisor = 16 ** (hashKeyDigits - digits);
  return (key) => Math.floor(key / divisor);
}

/** The fewest leading digits that divide the keys of all chunks into groups of at most `maxSize`; 0 if one group has room for all. */
export function digitsToDivide(keysByChunk: readonly Iterable<number>[], maxSize: number): number {
  for (let digits = 0; ; digits += 1) {
    const counts = new Uint32Array(16 ** digits);
    const groupOf = leadingDigits(digits);
    for (const keys of keysByChunk) for (const key of keys) counts[groupOf(key)] = (counts[groupOf(key)] ?? 0) + 1;
    if (counts.every((count) => count <= maxSize)) return digits;
  }
}
