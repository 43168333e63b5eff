// Dates: the forms in which sources write them. A column of numbers is day first or month first as a whole, never cell by cell.
import { readDate, timeOf } from '../../catalog/date.ts';
import type { DateOrder } from '../../options/option-table.ts';
import { withoutAccents } from '../../text/accents.ts';
import { listLanguages } from '../../text/locales/tags.ts';
import { withoutInvisible } from './invisible.ts';
import { isSelfPaced, readAnswer } from './field-values.ts';
import { isPlaceholder } from './placeholders.ts';
import { memoize } from '../../memoize.ts';
import { quoteText } from '../../text/quote.ts';

/** Months have other names in Syria and around it. */
const locales = [...listLanguages, 'ar-SY'];
const monthName = String.raw`(?<name>\p{L}[\p{L}\p{M}]+)\.?`;
const weekday = String.raw`(?:(?<weekday>\p{L}[\p{L}\p{M}]{1,12})\.?[,،]? +)?`;
const time = String.raw`(?:[T ,]+(?<clock>\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?))?`;
const inZone = String.raw` ?(?<zone>z|(?:gmt|utc)[+-]\d{2}:?\d{2}|gmt|utc?|[+-]\d{2}:?\d{2}|[ecmp][sd]t|bst|w?est|[ce]es?t|wet)?`;
/** A word before a day, such as that of "le 5 janvier". */
const article = String.raw`(?:(?:le|el|il|am|den|on|em|dnia) )?`;
const shortYear = String.raw`(?<year>\d{4}|\d{2})`;

const numeric = new RegExp(
  String.raw`^${weekday}(?<first>\d{1,2})(?<sign>[./-]) ?(?<second>\d{1,2})\k<sign> ?${shortYear}${time}$`,
  'iu',
);
/** The forms of dates, except those that count days. A form without a day is a guess. */
const forms = [
  numeric,
  ...[
    String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:T(?<compact>\d{6})(?<zone>Z)?)?`,
    String.raw`${article}${weekday}(?<day>\d{1,2})(?:st|nd|rd|th|er|[oa°.])?(?:[ -]+| de | of )${monthName},?(?: de |[ -]+)${shortYear}(?: [гr]\.?)?${time}${inZone}`,
    String.raw`${weekday}${monthName} +(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})${time}${inZone}`,
    String.raw`${weekday}${monthName} +(?<day>\d{1,2}) +(?<clock>\d{1,2}:\d{2}:\d{2})${inZone} +(?<year>\d{4})`,
    String.raw`(?<year>\d{4})[-/.] ?(?<month>\d{1,2})[-/.] ?(?<day>\d{1,2})\.?${time}${inZone}`,
    String.raw`${monthName},?(?: de)?(?: +|-)(?<year>\d{4})(?: [гr]\.?)?`,
    String.raw`(?<year>\d{4})[年년] ?(?<month>\d{1,2})[月월](?: ?(?<day>\d{1,2})[日일])?`,
    String.raw`(?<year>\d{4})-(?<month>\d{2})`,
    String.raw`(?<month>\d{1,2})[/.](?<year>\d{4})`,
    String.raw`(?<year>\d{4})`,
  ].map((form) => new RegExp(`^${form}$`, 'iu')),
];
/** Days as spreadsheets count them, from 1990 to 2099: codes of terms such as 20211 are below. */
const isDayCount = (text: string) => /^\d{5}(?:\.\d+)?$/u.test(text) && Number(text) >= 32_874 && Number(text) < 73_051;
/** Seconds or milliseconds since 1970, from 2001 on; the latter also as programs of Microsoft write them in JSON. */
const epoch = /^(?:(1\d{9})(?:\d{3})?|\/Date\((1\d{9})\d{3}(?:[+-]\d{4})?\)\/)$/u;
/** Years that are of no other calendar in use. */
const [firstYear, lastYear] = [1900, 2100];
/** Hours after UTC. */
const zones: Record<string, number> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  wet: 0,
  west: 1,
};

/** Cell values in place of a date, beside those that stand for nothing in any field. */
const noDate = /^(?:tb[acd]|yes|no|true|false|[yn])$/iu;

export const orderNames: Readonly<Record<DateOrder, string>> = { dmy: 'day first', mdy: 'month first' };

/** The dates of one column. Show it every cell before reading any. */
export class DateColumn {
  /** The order in which an earlier import read the column. */
  constructor(readonly earlier: DateOrder | undefined) {}

  /** The first cells that only one order can read. */
  private dayFirst: string | undefined;
  private monthFirst: string | undefined;
  /** The first cell that is read in an order. */
  sample: string | undefined;

  see(cell: string): void {
    const { first, sign, second, year = '' } = numeric.exec(plainDate(cell))?.groups ?? {};
    if (first === undefined || sign === '.' || isOfOtherCalendar(year)) return;
    const shown = withoutInvisible(cell);
    this.sample ??= shown;
    if (Number(first) > 12) this.dayFirst ??= shown;
    if (Number(second) > 12) this.monthFirst ??= shown;
  }

  /** Why the order is not known: nothing decides, or cells contradict each other or an earlier import. */
  get ambiguous(): string | undefined {
    if (this.dayFirst !== undefined && this.monthFirst !== undefined)
      return `is day first in ${quoteText(this.dayFirst)} and month first in ${quoteText(this.monthFirst)}`;
    const { earlier, order } = this;
    if (earlier !== undefined && order !== undefined && order !== earlier)
      return `is ${orderNames[order]} in ${quoteText(this.dayFirst ?? this.monthFirst ?? '')}, and was read ${orderNames[earlier]} before`;
    if (this.sample === undefined || order !== undefined || earlier !== undefined) return undefined;
    return `may be day first or month first: ${quoteText(this.sample)}`;
  }

  /** The order that the cells decide; undefined if none does, or if they contradict each other. */
  get order(): DateOrder | undefined {
    if ((this.dayFirst === undefined) === (this.monthFirst === undefined)) return undefined;
    return this.dayFirst === undefined ? 'mdy' : 'dmy';
  }

  /** Whether a cell is a date that can only be read in a known order. */
  needsOrder(cell: string): boolean {
    const { sign, year = '' } = numeric.exec(plainDate(cell))?.groups ?? {};
    return sign !== undefined && sign !== '.' && !isOfOtherCalendar(year);
  }
}

/**
 * Reads dates in one order of day and month. Undefined where there is no date; a cell with something else is returned as `unreadable`, also
 * if its year may be of another calendar. Those of an input that `isExact`, another service of the interface, are certain.
 */
export function dateReader(order: DateOrder | undefined, isExact = false) {
  // The same few cells occur again and again.
  return memoize((cell) => {
    const text = plainDate(cell);
    if (isPlaceholder(text) || noDate.test(text) || isSelfPaced(text)) return undefined;
    const { year = '' } = numeric.exec(text)?.groups ?? {};
    if (!isExact && isOfOtherCalendar(year)) return { unreadable: cell, isOfOtherCalendar: true };
    const read = typeof readDate(text) === 'string' ? rewriteDate(text, order) : { date: text };
    if (read === undefined || typeof readDate(read.date) === 'string') return { unreadable: cell };
    const isOther = !isExact && isOfOtherCalendar(read.date.slice(0, 4));
    return isOther ? { unreadable: cell, isOfOtherCalendar: true } : read;
  });
}

function isOfOtherCalendar(year: string): boolean {
  return year.length === 4 && (Number(year) < firstYear || Number(year) > lastYear);
}

const dateOfCell = dateReader(undefined);

/** Whether a text is a day as spreadsheets show one that they made of another text: `02-Jan`, `02/jan`, `Jan-02` or `2026-01-02`. */
export function isDateOfSpreadsheet(text: string): boolean {
  if (text.length > 20) return false;
  const signs = /\p{L}/u.test(text) ? /[-./ ]+/gu : /[-. ]+/gu;
  const hasYear = /^\d{4}-\d\d-\d\d/u.test(text);
  const read = dateOfCell(hasYear ? text : `${text.replaceAll(signs, ' ').trim()} 2000`);
  return read !== undefined && 'date' in read && read.guess === undefined;
}

/** Whether a text says in words when something is: `winter term 2025/26`, `every Monday`. */
export function isInWords(text: string): boolean {
  return /\p{L}{2}/u.test(text) && readAnswer(text) === undefined;
}

interface RewrittenDate {
  readonly date: string;
  /** What the text does not state. */
  readonly guess?: string;
}

/** A date in the source format; a guess if the text states less than a day. */
function rewriteDate(text: string, order: DateOrder | undefined): RewrittenDate | undefined {
  if (isDayCount(text)) return { date: dateOfSerial(Number(text)) };
  const [, seconds, ofMicrosoft = seconds] = epoch.exec(text) ?? [];
  if (ofMicrosoft !== undefined) return { date: timeOf(Number(ofMicrosoft)) };
  const parts = forms.find((form) => form.test(text))?.exec(text)?.groups;
  const word = parts?.['weekday'];
  // Another word before a date may say that it is an end.
  if (!parts || (word && !namesOf('weekday').some(([name]) => name.startsWith(foldCalendarName(word)))))
    return undefined;
  const { year = '', sign, first, second, day, name, compact, zone = '' } = parts;
  const { month = name === undefined ? '1' : monthNumber(name) } = parts;
  const { clock = compact?.replaceAll(/\B(?=(?:\d\d)+$)/gu, ':') } = parts;
  const isDayFirst = sign === '.' || order === 'dmy';
  const [dayDigits, monthDigits = ''] =
    sign === undefined ? [day, month] : isDayFirst ? [first, second] : [second, first];
  // Two digits are of this century up to 69, as POSIX has it.
  const century = year.length === 4 ? '' : Number(year) < 70 ? '20' : '19';
  const date = `${century}${year}-${monthDigits.padStart(2, '0')}-${(dayDigits ?? '1').padStart(2, '0')}`;
  const timeOfDay = clock === undefined ? '' : `T${fullClock(clock)}${zoneOf(zone)}`;
  const isYear = sign === undefined && name === undefined && parts['month'] === undefined;
  const guess = isYear ? 'month and day of a date without them' : 'day of a date without one';
  return { date: `${date}${timeOfDay}`, ...(dayDigits === undefined && { guess }) };
}

/** A time of 24 hours: `22:05` for `10:05 PM`. */
function fullClock(clock: string): string {
  const [, hour = '', minutes = '', half] = /^(\d+)([\d:]+)(?: ?([ap])m)?$/iu.exec(clock) ?? [];
  const hours = half === undefined ? hour : String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
  return `${hours.padStart(2, '0')}${minutes}`;
}

/** A cell with the digits and signs of ASCII, and without a day of the week in parentheses. */
function plainDate(cell: string): string {
  const text = withoutInvisible(cell).trim().normalize('NFKC');
  // JavaScript names the zone after its offset.
  const plain = text.replace(/ ?\(\p{L}{1,3}\)|(?<=[+-]\d{4}) \([^()]*\)$/u, '');
  return plain.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String(digit.charCodeAt(0) % 16));
}

/** The number of a month by its name, or the start of its name, in any of the languages; empty for any other text. */
function monthNumber(name: string): string {
  const text = foldCalendarName(name);
  const months = namesOf('month');
  const month =
    months.find(([known]) => known === text) ?? months.find(([known]) => text.length > 2 && known.startsWith(text));
  return month?.[1] ?? '';
}

function foldCalendarName(name: string): string {
  return withoutAccents(name).replaceAll('.', '');
}

const styles = [{ month: 'long' }, { month: 'short' }, { dateStyle: 'full' }, { weekday: 'short' }] as const;

/** Months, or days of the week, by all their names. The months of this year begin with every day of the week. */
const namesOf = memoize((type: 'month' | 'weekday') =>
  locales.flatMap((locale) =>
    styles.flatMap((format) => {
      const style = new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, month) => {
        const part = style.formatToParts(Date.UTC(2020, month, 1)).find((formatted) => formatted.type === type);
        return [foldCalendarName(part?.value ?? ''), String(month + 1)] as const;
      });
    }),
  ),
);

function zoneOf(offset: string): string {
  if (/^(?:z|gmt|utc?)$/iu.test(offset)) return 'Z';
  const hours = zones[offset.toLowerCase()];
  if (hours === undefined) return offset.replace(/^(?:gmt|utc)/iu, '');
  return `${hours < 0 ? '-' : '+'}0${Math.abs(hours)}00`;
}

/** A day counted from 1899-12-30, as spreadsheets do, and the time of day. */
export function dateOfSerial(serial: number): string {
  if (!(serial >= 1 && serial < 2_958_466)) return '';
  const text = new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
}
