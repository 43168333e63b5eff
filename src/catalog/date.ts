// Dates: turns `date_published` as authors write it into the published timestamp without a zone (specification 2.1).
import type { FieldKind } from './fields.ts';

export interface PublishedDate {
  /** The timestamp as published: `2024-05-28T14:46:25.000000`. */
  readonly text: string;
  /** The timestamp with exactly six fractional digits, so that dates sort as strings. */
  readonly order: string;
}

/** Whether the values of fields of a kind are days, perhaps with a time. */
export function isDayKind(kind: FieldKind | undefined): kind is 'date' | 'timestamp' {
  return kind === 'date' || kind === 'timestamp';
}

/** A day, a month or a year, such as people ask for courses by. */
export const dayMonthOrYear = /^\d{4}(?:-\d\d){0,2}$/u;

const datePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/iu;
const fractionDigits = 6;
const maxOffset = 14 * 60;

/** Parses a date; returns what is wrong with it as a string if it is invalid. A time with a zone is converted to UTC. */
export function readDate(written: string): PublishedDate | string {
  const match = datePattern.exec(written);
  if (!match) return 'is not a date of the form 2024-05-28 or 2024-05-28T14:46:25+02:00';
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', digits, zone] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return 'is a day that does not exist';
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return 'is a time that does not exist';
  const fraction = (digits ?? '000000').slice(0, fractionDigits);
  let timestamp = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (zone !== undefined) {
    const offset = minutesOf(zone);
    if (offset === undefined) return `has the time zone ${zone}, which is not between -14:00 and +14:00`;
    if (offset !== 0) {
      const utc = new Date(Date.parse(`${timestamp}Z`) - offset * 60_000);
      if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return 'is outside the years 1 to 9999 in UTC';
      timestamp = utc.toISOString().slice(0, 19);
    }
  }
  return { text: `${timestamp}.${fraction}`, order: `${timestamp}.${fraction.padEnd(fractionDigits, '0')}` };
}

/** The published timestamp of a date that was checked. */
export function publishedTime(written: string): string {
  const date = readDate(written);
  if (typeof date === 'string') throw new Error(`${written} ${date}`);
  return date.text;
}

/** The day of a timestamp: `2024-05-28`. */
export function dayPart(timestamp: string): string {
  return timestamp.slice(0, 'YYYY-MM-DD'.length);
}

/** A published timestamp without what it does not say: `2024-05-28` at midnight, else `2024-05-28T14:46:25`. */
export function dayOrTime(timestamp: string): string {
  const text = timestamp.replace(/\.?0+$/u, '');
  return text.endsWith('T00:00:00') ? dayPart(text) : text;
}

/** The time of day in a date as it is written, with its zone: `18:30`; empty without one, and for midnight, by which programs write a day. */
export function timeOfDay(written: string): string {
  const time = written.slice('YYYY-MM-DDT'.length);
  return /^00:00(?::00(?:\.0+)?)?(?:z|[+-]|$)/iu.test(time) ? '' : time;
}

const msPerDay = 86_400_000;

/** The day of a timestamp, in days since 1970. */
export function dayNumber(timestamp: string): number {
  return Date.parse(dayPart(timestamp)) / msPerDay;
}

/** A time of publication in milliseconds since 1970, with a fraction: dates have microseconds. */
export function millisecondsOf({ order }: PublishedDate): number {
  const end = '0001-01-01T00:00:00.000'.length;
  return Date.parse(`${order.slice(0, end)}Z`) + Number(order.slice(end)) / 1000;
}

/** The midnight in UTC that begins such a day. */
export function dateOfDay(day: number): Date {
  return new Date(day * msPerDay);
}

/** A time in seconds since 1970, as `2026-11-23T09:00:00Z`. */
export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000', '');
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

/** Minutes east of UTC; undefined for a zone that does not exist. */
function minutesOf(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  const total = hours * 60 + minutes;
  if (minutes > 59 || total > maxOffset) return undefined;
  return zone.startsWith('-') ? -total : total;
}
