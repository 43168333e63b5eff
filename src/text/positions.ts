// Positions: of a value among ascending ones, and of parts in a whole.

/** The first position at which the ascending values are not below `value`. */
export function lowerBound<Value extends number | string>(values: ArrayLike<Value>, value: Value): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const middleValue = values[middle];
    if (middleValue !== undefined && middleValue < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The start of each part, if parts of these lengths are concatenated, then the length of the whole. */
export function startsOf(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let index = 0; index < lengths.length; index += 1)
    starts[index + 1] = (starts[index] ?? 0) + (lengths[index] ?? 0);
  return starts;
}
