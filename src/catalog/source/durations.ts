// Durations of ISO 8601, as the source format has them.

/** A duration, with the numbers of its units: years, months, weeks, days, hours, minutes, seconds. */
export const isoDuration =
  /^P(?=.)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,6}(?:\.\d{1,3})?)H)?(?:(\d{1,6}(?:\.\d{1,3})?)M)?(?:(\d{1,6}(?:\.\d{1,3})?)S)?)?$/u;

/** Whether a duration is one of ISO 8601, and not a text. */
export function isIsoDuration(text: string): boolean {
  return isoDuration.test(text);
}
