// Numbers that callers give: a wrong one would load nothing for ever, or something else than was asked for.

/** The number, if it is a whole one from `least` on; otherwise throws a `RangeError`. */
export function wholeNumber(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`${name}: expected a whole number of at least ${least}, got ${String(value)}`);
}
