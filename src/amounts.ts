// Amounts: numbers and sizes as people read them.

/** A number and what it counts: `1,204 courses`. */
export function count(number: number, one: string, many: string): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** A number with commas: `1,204`. */
export function grouped(number: number): string {
  // The first of the system's own formats takes longer than many a build over an earlier one.
  return String(number).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** A size in decimal units: `23.4 MB`. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
