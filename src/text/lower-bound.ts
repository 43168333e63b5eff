// Binary search in ascending values.
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
