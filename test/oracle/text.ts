// Text and order.

/** Design 3: "compact UTF-8, keys in the specification's order, one newline at the end of a file". */
export function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

export function byNumber(left: number, right: number): number {
  return left - right;
}

export function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the catalog is not sound: a reference or a date does not resolve');
  return value;
}
