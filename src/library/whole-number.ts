// Checks numbers from callers: a wrong one could load forever, or load the wrong courses.

/** The number, if it is a whole one from `least` on; otherwise throws a `RangeError`. */
export function assertWholeNumber(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`${name}: expected a whole number of at least ${least}, got ${String(value)}`);
}
