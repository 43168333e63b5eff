// Binary search in ascending values.
/** The first position from `from` up to `to` at which the ascending values are not below `value`. */
export function lowerBound<Value extends number | string>(
  values: ArrayLike<Value>,
  value: Value,
  from = 0,
  to = values.length,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = values[middle];
    if (found !== undefined && found < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
