// Text, order, and dates: spec 2.1, "date and time with fractional seconds and no zone designator".

/** Compact UTF-8, keys in the specification's order, no sign that begins a tag, one newline at the end of a file. */
export function json(value: unknown): string {
  return `${JSON.stringify(value).replaceAll('<', String.raw`\u003c`)}\n`;
}

export function byNumber(left: number, right: number): number {
  return left - right;
}

export function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the catalog is not sound: a reference or a date does not resolve');
  return value;
}

/** With the fraction as given, of at most 6 digits; `.000000` where none was given. */
export function printedDate(given: string): string {
  const { dateAndTime, fraction } = inUtc(given);
  return `${dateAndTime}.${fraction}`;
}

/** The printed date with a full fraction: in code-unit order, so that `.5` and `.500000` are the same instant. */
export function momentOf(given: string): string {
  const { dateAndTime, fraction } = inUtc(given);
  return `${dateAndTime}.${fraction.padEnd(6, '0')}`;
}

const DATE =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<minutes>\d{2}:\d{2})(?::(?<seconds>\d{2})(?:\.(?<fraction>\d+))?)?)?/;
const ZONE = /^(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})?$/;

/** A date with a zone becomes UTC; one without, or without a time, stays as it is. */
function inUtc(given: string): { dateAndTime: string; fraction: string } {
  const match = required(DATE.exec(given) ?? undefined);
  const { date, minutes = '00:00', seconds = '00', fraction = '000000' } = match.groups ?? {};
  const local = Date.parse(`${date}T${minutes}:${seconds}Z`);
  const utc = new Date(local - minutesAheadOfUtc(given.slice(match[0].length)) * 60_000);
  return { dateAndTime: utc.toISOString().replace(/\.\d+Z$/, ''), fraction: fraction.slice(0, 6) };
}

/** `Z` or `z`, `+HH:MM`, `+HHMM`, `+HH`, or nothing. */
function minutesAheadOfUtc(zone: string): number {
  if (zone === '' || zone === 'Z' || zone === 'z') return 0;
  const { sign, hours, minutes = '0' } = required(ZONE.exec(zone) ?? undefined).groups ?? {};
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
