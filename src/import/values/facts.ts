// Facts: what lists say of prices and durations, in the forms of the source format.
import { currencies } from '../../source/currencies.ts';

/** Signs and names that lists use for one currency alone. `$`, `kr` and `元` are of several. */
const currencySigns: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  us$: 'USD',
  r$: 'BRL',
  '₹': 'INR',
  '₽': 'RUB',
  zł: 'PLN',
  '₩': 'KRW',
  '₺': 'TRY',
  円: 'JPY',
};
/** Currencies of three decimals: what "1.500" is in them is in doubt. */
const ofThreeDecimals = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

const free =
  /^(?:free(?: of charge)?|gratis|gratuit[oae]?s?|kostenlos|kostenfrei|gebührenfrei|sin coste?|sem custos?|senza costi|za darmo|bezpłatn[ye]|darmow[ye]|бесплатно|免费|免費|無料|مجان[يا]+)\.?$/iu;
const amount =
  /^(\p{L}{1,4}\$?|[^\p{L}\p{N}\s.,-])? ?(\d[\d.,' \u00a0]*)(?:,-|\.-)? ?(\p{L}{1,5}|[^\p{L}\p{N}\s.,-])?\.?$/u;

/**
 * A price as the source format has it, `0` or `49.90 EUR`; undefined if a text is none, or does not say its currency. `usual` is that
 * of an amount alone.
 */
export function readPrice(text: string, usual?: string): string | undefined {
  const trimmed = text.trim();
  if (free.test(trimmed)) return '0';
  const [, before = '', digits = '', after = ''] = amount.exec(trimmed) ?? [];
  const sign = before + after;
  const currency = sign === '' ? usual : currencyOf(sign);
  if ((sign !== '' && currency === undefined) || (before !== '' && after !== '')) return undefined;
  const value = readAmount(digits.trim(), currency);
  if (value !== undefined && Number(value) === 0) return '0';
  return value === undefined || currency === undefined ? undefined : `${value} ${currency}`;
}

/** The one currency that the name of a column says, such as `Preis (€)`. */
export function currencyIn(column: string): string | undefined {
  const found = new Set(column.split(/[\s()[\]/:,]+/u).flatMap((word) => currencyOf(word) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

function currencyOf(sign: string): string | undefined {
  return currencySigns[sign.toLowerCase()] ?? (currencies.has(sign) ? sign : undefined);
}

/** A number with points or commas: the last sign is that of the decimals, unless three digits follow it. */
function readAmount(digits: string, currency = ''): string | undefined {
  if (ofThreeDecimals.has(currency) && /^\d+[.,]\d{3}$/u.test(digits)) return undefined;
  const [, whole = '', decimals = ''] =
    /^(\d{1,9}|\d{1,3}(?:[.,' \u00a0]\d{3}){1,2})(?:[.,](\d{1,2}))?$/u.exec(digits) ?? [];
  return whole === '' ? undefined : whole.replaceAll(/\D/gu, '') + (decimals === '' ? '' : `.${decimals}`);
}

/** A duration, which is ISO 8601 or a text; undefined for a number whose unit is not said. */
export function readDuration(text: string): string | undefined {
  return /\p{L}/u.test(text) ? text : undefined;
}

/** A number of hours as a duration in ISO 8601; undefined for anything else. */
export function readHours(text: string): string | undefined {
  const [, hours = '', part = ''] =
    /^(\d{1,4})(?:[.,](\d{1,2}))?\s*(?:h|hrs?\.?|hours?|horas?|heures?|std\.?|stunden|ore|uren|godz\.?|ч\.?|часов)?$/iu.exec(
      text.trim(),
    ) ?? [];
  const minutes = Math.round(Number(`0.${part}`) * 60);
  if (hours === '') return undefined;
  return `PT${Number(hours) === 0 && minutes > 0 ? '' : `${Number(hours)}H`}${minutes === 0 ? '' : `${minutes}M`}`;
}

/** The terms of schema.org for how a course is held. */
const modes: Readonly<Record<string, string>> = {
  OnlineEventAttendanceMode: 'online',
  OfflineEventAttendanceMode: 'on-site',
  MixedEventAttendanceMode: 'blended',
};

/** How a course is held: a term of schema.org as a word, any other text as it is. */
export function readMode(text: string): string {
  return modes[text.slice(text.lastIndexOf('/') + 1)] ?? text;
}

/** A number as JSON writes it, from one with points or commas; undefined if a text is none. */
export function readNumber(text: string): string | undefined {
  const [, sign = '', digits = ''] = /^(-?)(.+)$/u.exec(text.trim()) ?? [];
  const number = readAmount(digits);
  return number === undefined ? undefined : String(Number(sign + number));
}

const answers = {
  yes: /^(?:true|yes|y|ja|oui|s[ií]|sim|sì|tak|да|是|有|はい|نعم|[✓✔x])$/iu,
  no: /^(?:false|no|n|nein|non|n[ãa]o|nee|nie|нет|否|无|無|いいえ|لا|[✗✘])$/iu,
};

/** Yes or no, which is no level, format or certificate; undefined for any other text. */
export function readAnswer(text: string): 'yes' | 'no' | undefined {
  const trimmed = text.trim();
  return answers.yes.test(trimmed) ? 'yes' : answers.no.test(trimmed) ? 'no' : undefined;
}
