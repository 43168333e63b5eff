// Number format: numbers and sizes formatted for people.

/** A number with its noun: `1,204 courses`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(number)} ${number === 1 ? singular : plural}`;
}

/** A number with commas: `1,204`. */
export function grouped(number: number): string {
  // The first use of Intl costs more time than the build of a small catalog.
  return String(number).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** A size in decimal units: `23.4 MB`. */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
