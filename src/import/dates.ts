// Dates: the forms in which sources write them. A column of numbers is day first or month first as a whole, never cell by cell.
import { readDate } from '../catalog/date.ts';
import { quoteText } from '../problems.ts';
import type { DateOrder } from '../options/settings.ts';

/** A date in the source format; a guess if the source states less than a day. */
export interface FoundDate {
  readonly date: string;
  readonly isGuess: boolean;
}

const locales = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'zh', 'ja', 'ar', 'ar-SY'];
const month = '(\\p{L}[\\p{L}\\p{M}]+)\\.?';
const time = '(?:[T ,]+(\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m)?))?';

const numeric = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4}|\\d{2})${time}$`, 'iu');
const compact = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/u;
const inZone = ' ?(z|gmt|utc?|[+-]\\d{2}:?\\d{2}|est|edt|cst|cdt|mst|mdt|pst|pdt)?';
const dayFirst = new RegExp(
  `^(?:\\p{L}{3,13},? +)?(\\d{1,2})(?:st|nd|rd|th|er|º|ª|\\.)?(?:[ -]+| de )${month},?(?: de |[ -]+)(\\d{4})(?: г\\.?)?${time}${inZone}$`,
  'iu',
);
const monthFirst = new RegExp(`^(?:\\p{L}{3,13},? +)?${month} +(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})${time}$`, 'iu');
const monthOnly = new RegExp(`^${month},?(?: de)? +(\\d{4})(?: г\\.?)?$`, 'iu');
/** `2023年9月25日`, with or without a day. */
const eastern = /^(\d{4})年(\d{1,2})月(?:(\d{1,2})日)?$/u;
/** Days as spreadsheets count them, from 1954 to 2119. */
const dayCount = /^[2-7]\d{4}(?:\.\d+)?$/u;
const yearFirst = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${time}${inZone}$`, 'iu');
const yearMonth = /^(\d{4})-(\d{2})$/u;
const term =
  /^(spring|summer|fall|autumn|iap|winter),? +(\d{4})$|^(\d{4}),? +(spring|summer|fall|autumn|iap|winter)$/iu;
const termMonths: Record<string, number> = { spring: 2, summer: 6, fall: 9, autumn: 9, iap: 1, winter: 1 };
/** Hours after UTC. */
const zones: Record<string, number> = { est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 };

/** Cell values in place of a date. */
const nothing = /^(?:|-+|n\/?a|none|null|tb[acd]|self[ -]?paced|unknown|yes|no|true|false|[yn])$/iu;

const orderNames: Readonly<Record<DateOrder, string>> = { dmy: 'day first', mdy: 'month first' };

/** The dates of one column. Show it every cell before reading any. */
export class DateColumn {
  /** The order in which an earlier import read the column. */
  constructor(readonly before: DateOrder | undefined) {}

  /** The first cells that only one order can read, and the first that both may. */
  private dayFirst: string | undefined;
  private monthFirst: string | undefined;
  sample: string | undefined;
  /** Few cells come again and again. */
  private readonly found = new Map<string, ReturnType<DateColumn['find']>>();

  see(cell: string): void {
    const [, first, sign, second] = numeric.exec(cell) ?? [];
    if (first === undefined || sign === '.') return;
    this.sample ??= cell;
    if (Number(first) > 12) this.dayFirst ??= cell;
    if (Number(second) > 12) this.monthFirst ??= cell;
  }

  /** Why the order is not known: nothing decides, or cells contradict each other or an earlier import. */
  get ambiguous(): string | undefined {
    if (this.dayFirst !== undefined && this.monthFirst !== undefined)
      return `is day first in ${quoteText(this.dayFirst)} and month first in ${quoteText(this.monthFirst)}`;
    const { before, order } = this;
    if (before !== undefined && order !== undefined && order !== before)
      return `is ${orderNames[order]} in ${quoteText(this.dayFirst ?? this.monthFirst ?? '')}, and was read ${orderNames[before]} before`;
    if (this.sample === undefined || order !== undefined || before !== undefined) return undefined;
    return `may be day first or month first: ${quoteText(this.sample)}`;
  }

  /** The order that the cells decide; undefined if none does, or if they contradict each other. */
  get order(): DateOrder | undefined {
    if ((this.dayFirst === undefined) === (this.monthFirst === undefined)) return undefined;
    return this.dayFirst === undefined ? 'mdy' : 'dmy';
  }

  /** The order that the cells or an earlier import decide; undefined if it is not known. */
  get decided(): DateOrder | undefined {
    return this.ambiguous === undefined ? (this.order ?? this.before) : undefined;
  }

  /** Whether a cell is a date that can only be read in a known order. */
  needsOrder(cell: string): boolean {
    const [, , sign] = numeric.exec(cell.trim()) ?? [];
    return sign !== undefined && sign !== '.';
  }

  /** Undefined where there is no date; a cell with something else is returned as `unreadable`. */
  read(cell: string, order: DateOrder | undefined): ReturnType<DateColumn['find']> {
    if (!this.found.has(cell)) this.found.set(cell, this.find(cell, order));
    return this.found.get(cell);
  }

  private find(cell: string, order: DateOrder | undefined): FoundDate | { readonly unreadable: string } | undefined {
    const text = cell.trim().replaceAll(/[\u0660-\u0669]/gu, (digit) => String(digit.charCodeAt(0) - 0x660));
    if (nothing.test(text)) return undefined;
    const found = typeof readDate(text) === 'string' ? this.convert(text, order) : { date: text, isGuess: false };
    return found && typeof readDate(found.date) !== 'string' ? found : { unreadable: cell };
  }

  private convert(text: string, order: DateOrder | undefined): FoundDate | undefined {
    const exact = this.exact(text, order);
    if (exact !== undefined) return { date: exact, isGuess: false };
    const [, season, ofSeason, ofOther, other] = term.exec(text) ?? [];
    const year = ofSeason ?? ofOther;
    if (year !== undefined)
      return { date: join(year, String(termMonths[(season ?? other ?? '').toLowerCase()]), '1'), isGuess: true };
    const [, name = '', ofMonth] = monthOnly.exec(text) ?? [];
    if (ofMonth !== undefined) return { date: join(ofMonth, monthNumber(name), '1'), isGuess: true };
    const [, easternYear, easternMonth, day] = eastern.exec(text) ?? [];
    if (easternYear !== undefined)
      return { date: join(easternYear, easternMonth, day ?? '1'), isGuess: day === undefined };
    if (/^\d{4}$/u.test(text)) return { date: `${text}-01-01`, isGuess: true };
    if (yearMonth.test(text)) return { date: `${text}-01`, isGuess: true };
    return undefined;
  }

  private exact(text: string, order: DateOrder | undefined): string | undefined {
    if (dayCount.test(text)) return dateOf(Number(text));
    const [, first, sign, second, year, clock] = numeric.exec(text) ?? [];
    if (first !== undefined && second !== undefined && year !== undefined) {
      const isDayFirst = sign === '.' || order === 'dmy';
      return join(fullYear(year), isDayFirst ? second : first, isDayFirst ? first : second, clock);
    }
    const [, y, m, d, hour, minute, seconds, offsetOf = ''] = compact.exec(text) ?? [];
    if (d !== undefined) return `${y}-${m}-${d}${hour === undefined ? '' : `T${hour}:${minute}:${seconds}${offsetOf}`}`;
    const [, day, name = '', inYear, at, offset = ''] = dayFirst.exec(text) ?? [];
    if (inYear !== undefined) return join(inYear, monthNumber(name), day, at, zoneOf(offset));
    const [, named = '', dayOf, yearOf, atTime] = monthFirst.exec(text) ?? [];
    if (yearOf !== undefined) return join(yearOf, monthNumber(named), dayOf, atTime);
    const [, leading, middle, last, clockAt, offsetAt = ''] = yearFirst.exec(text) ?? [];
    return leading === undefined ? undefined : join(leading, middle, last, clockAt, zoneOf(offsetAt));
  }
}

function join(year: string, monthOf = '', day = '', clock?: string, zone = ''): string {
  const date = `${year}-${monthOf.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return clock === undefined ? date : `${date}T${fullClock(clock)}${zone}`;
}

/** A time of 24 hours: `22:05` for `10:05 PM`. */
function fullClock(clock: string): string {
  const [, hour = '', rest = '', half] = /^(\d+)([\d:]+)(?: ?([ap])m)?$/iu.exec(clock) ?? [];
  const hours = half === undefined ? hour : String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
  return `${hours.padStart(2, '0')}${rest}`;
}

/** Two digits are of this century up to 69, as POSIX has it. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) < 70 ? '20' : '19'}${year}`;
}

/** The number of a month by its name or a beginning of it in one of the languages; no date if there is none. */
function monthNumber(name: string): string {
  const text = foldMonth(name);
  const found =
    months().find(([known]) => known === text) ?? months().find(([known]) => text.length > 2 && known.startsWith(text));
  return found?.[1] ?? '';
}

function foldMonth(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase();
}

let known: (readonly [name: string, month: string])[] | undefined;

/** Months by all their names. */
function months() {
  const styles = locales.flatMap((locale) => {
    const formats = [{ month: 'long' }, { month: 'short' }, { day: 'numeric', month: 'long' }] as const;
    return known === undefined
      ? formats.map((format) => new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }))
      : [];
  });
  known ??= styles.flatMap((style) =>
    Array.from({ length: 12 }, (_, at) => {
      const part = style.formatToParts(Date.UTC(2020, at, 1)).find(({ type }) => type === 'month');
      return [foldMonth(part?.value ?? ''), String(at + 1)] as const;
    }),
  );
  return known;
}

function zoneOf(offset: string): string {
  if (/^(?:z|gmt|utc?)$/iu.test(offset)) return 'Z';
  const hours = zones[offset.toLowerCase()];
  return hours === undefined ? offset : `-0${-hours}00`;
}

/** A day counted from 1899-12-30, as spreadsheets do, and the time of day. */
export function dateOf(serial: number): string {
  if (!(serial >= 1 && serial < 2_958_466)) return '';
  const text = new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
}
