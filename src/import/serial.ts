// Serial numbers: days as spreadsheets count them.

/** A day counted from 1899-12-30, as spreadsheets do, and the time of day. */
export function dateOf(serial: number): string {
  if (!(serial >= 1 && serial < 2_958_466)) return '';
  const text = new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
}
