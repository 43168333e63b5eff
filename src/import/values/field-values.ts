// Values of fields: what lists say of prices, numbers and modes, in the forms of the source format.
import { modeOf } from '../../catalog/course-modes.ts';
import { currencies } from '../../catalog/source/currencies.ts';
import { freeWords } from '../../catalog/source/free-words.ts';

/** Signs and names that lists use for one currency alone, in lower case. */
const currencySigns: Readonly<Record<string, string>> = {
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  gbp: 'GBP',
  us$: 'USD',
  usd: 'USD',
  au$: 'AUD',
  ca$: 'CAD',
  nz$: 'NZD',
  hk$: 'HKD',
  nt$: 'TWD',
  r$: 'BRL',
  '₹': 'INR',
  inr: 'INR',
  '₽': 'RUB',
  zł: 'PLN',
  '₩': 'KRW',
  원: 'KRW',
  won: 'KRW',
  '₺': 'TRY',
  tl: 'TRY',
  rp: 'IDR',
  '₫': 'VND',
  đ: 'VND',
  vnđ: 'VND',
  đồng: 'VND',
  '฿': 'THB',
  บาท: 'THB',
  '₴': 'UAH',
  грн: 'UAH',
  '₪': 'ILS',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  円: 'JPY',
};
/** Signs of several currencies, with those that they stand for where the currency is said elsewhere. */
const sharedSigns: Readonly<Record<string, string>> = {
  $: 'USD AUD CAD NZD HKD SGD TWD MXN ARS CLP COP UYU BRL DOP',
  '¥': 'JPY CNY',
  元: 'CNY TWD HKD',
  kr: 'DKK NOK SEK ISK',
  rs: 'INR PKR LKR NPR',
  fr: 'CHF XAF XOF',
  руб: 'RUB BYN',
};
/** Currencies of three decimals: what "1.500" is in them is in doubt. */
const ofThreeDecimals = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);
/** Three digits after one sign, which may be thousands or decimals. */
const inDoubt = /^[1-9]\d{0,2}[.,]\d{3}$/u;

/** A course that is free, also if its certificate is not: "Free, certificate for $49". */
const isFree = new RegExp(
  String.raw`^${freeWords}(?:[.!]?|\s*[-–—+,;:(].*(?:certifi|zertifi|сертифик|证书|證書|修了証|شهادة).*)$`,
  'iu',
);
/** What follows a price that is all there is to pay. A price to which a tax is added is in doubt. */
const withTax =
  /[\s,]*\(?(?:ttc|tva (?:incluse|comprise)|(?:inkl|incl)(?:\.|usive|uding)? (?:mwst|ust|vat|btw|gst|tax(?:es)?)\.?|(?:iva|vat) incl(?:\.|uid[oa]|us[oa]|uded)?|brutto|税込|с ндс)\)?$/iu;
/** Characters of a price and what is said of it. */
const maxPrice = 200;
const amount =
  /^(\p{L}{1,4}\$?|[^\p{L}\p{N}\s.,-])?\.? ?(\d[\d.,' \u00a0]*)(?:,-|\.-|,–|\.–)? ?(\p{L}{1,5}\$?|[^\p{L}\p{N}\s.,-])?\.?$/u;

/**
 * A price as the source format has it, `0` or `49.90 EUR`; undefined unless the text is a price with a currency. `usual` is that
 * of an amount alone, `decimal` the sign of decimals where the text stands, as `readNumber` takes it.
 */
export function readPrice(text: string, usual?: string, decimal?: string): string | undefined {
  if (text.length > maxPrice) return undefined;
  const trimmed = text.trim().replaceAll(/\s+/gu, ' ').replace(withTax, '');
  if (isFree.test(trimmed)) return '0';
  // "$49 USD", or a price before the cell of its currency.
  const [, stated = '', code = ''] = /^(.*\S) ([A-Z]{3})$/u.exec(trimmed) ?? [];
  if (currencies.has(code)) {
    const price = readPrice(stated, code, decimal);
    return price === '0' || price?.endsWith(code) === true ? price : undefined;
  }
  const [, before = '', digits = '', after = ''] = amount.exec(trimmed) ?? [];
  const sign = before + after;
  const currency = sign === '' ? usual : currencyOf(sign, usual);
  if (before !== '' && after !== '') return undefined;
  const value = readAmount(digits.trim(), currency, decimal);
  if (Number(value) === 0 && (sign === '' || currency !== undefined || isShared(sign))) return '0';
  const rounded = currency === undefined ? undefined : roundedAmount(value ?? '', currency);
  return rounded === undefined || Number(rounded) === 0 || Number(rounded) >= 1e9
    ? undefined
    : `${rounded} ${currency}`;
}

/** Whether a text is a price but for its currency, of which it says none or one of several. */
export function lacksCurrency(text: string): boolean {
  const usual = ['EUR', ...Object.values(sharedSigns).flatMap((shared) => shared.split(' ')[0] ?? [])];
  return readPrice(text) === undefined && usual.some((currency) => readPrice(text, currency) !== undefined);
}

/** An amount with no more decimals than its currency has; undefined unless it is a number. */
function roundedAmount(written: string, currency: string): string | undefined {
  const digits = ofThreeDecimals.has(currency) ? 3 : 2;
  const [number, decimals = ''] = /^\d+(?:\.(\d+))?$/u.exec(written) ?? [];
  if (number === undefined || decimals.length <= digits) return number;
  // Decimally, as 0.595 is less than that as a binary fraction.
  return String(Number(`${Math.round(Number(`${written}e${digits}`))}e-${digits}`));
}

/** The one currency that the name of a column says, such as `Preis (€)` or `price_usd`. */
export function currencyIn(column: string): string | undefined {
  // Where all is in capitals, as in `PRICE (ALL INCLUSIVE)`, a code is a word that stands alone.
  const isInCapitals = column === column.toUpperCase() && (column.match(/\p{Lu}/gu)?.length ?? 0) > 3;
  const [, alone = ''] = /(?:[([]|(?:^|\s)(?:IN|EN|EM|W|В)\s)\s*([A-Z]{3})\s*(?:[)\]]|$)/u.exec(column) ?? [];
  const isWord = (word: string) => isInCapitals && currencies.has(word) && word !== alone && !isSign(word);
  const words = column.split(/[\s()[\]/:,_-]+/u).filter((word) => !isWord(word));
  const found = new Set(words.flatMap((word) => currencyOf(word) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

/** The currency that a sign or a name says; one of several only where it is the usual one. */
function currencyOf(sign: string, usual = ''): string | undefined {
  const name = sign.toLowerCase();
  if (isShared(name)) return sharedSigns[name]?.split(' ').find((currency) => currency === usual);
  return currencySigns[name] ?? (currencies.has(sign) ? sign : undefined);
}

function isSign(word: string): boolean {
  return Object.hasOwn(currencySigns, word.toLowerCase());
}

function isShared(sign: string): boolean {
  return Object.hasOwn(sharedSigns, sign.toLowerCase());
}

/** The text of a number, with two decimals where one is written. A trailing zero after three keeps them from being read as thousands. */
export function decimalText(number: number): string {
  const text = String(number);
  return /\.\d(?:\d\d)?$/u.test(text) ? `${text}0` : text;
}

/** The amount and the currency of a cell that holds a number, not a text. */
export function currencyText(number: number, sign: string): string {
  const rounded = roundedAmount(String(number), currencyOf(sign) ?? '') ?? number;
  return `${decimalText(Number(rounded))} ${sign}`;
}

/** Digits whose thousands have one sign, or are those of India. */
const wholeNumber = /^(?:\d{1,15}|[1-9]\d{0,2}([.,' \u00a0])\d{3}(?:\1\d{3}){0,3}|[1-9]\d?(?:,\d{2}){1,2},\d{3})$/u;

/**
 * A number with points or commas: the last sign is that of the decimals, unless three digits follow it and it may be one of thousands.
 * `decimal` is the sign that has the decimals for sure, with `?` after it if three digits behind it may still be thousands.
 */
function readAmount(digits: string, currency = '', decimal = ''): string | undefined {
  if (ofThreeDecimals.has(currency) && decimal.length !== 1 && inDoubt.test(digits)) return undefined;
  const [, start = '', sign = '', end = ''] = /^(.+)([.,])(\d{1,20})$/u.exec(digits) ?? [];
  if (inDoubt.test(digits) && decimal === `${sign}?`) return undefined;
  const hasOther = new Set(start.replaceAll(/\d/gu, '') + sign).size > 1;
  const isThousands = end.length === 3 && sign !== decimal && !hasOther && !/^0+$/u.test(start);
  const [whole, decimals] = sign === '' || isThousands ? [digits, ''] : [start, `.${end}`];
  if (!wholeNumber.test(whole) || (decimals !== '' && start.includes(sign))) return undefined;
  return whole.replaceAll(/\D/gu, '').replace(/^0+(?=\d)/u, '') + decimals;
}

/** The terms of schema.org and of Open edX for how a course is held. */
const modes: ReadonlyMap<string, string> = new Map([
  ['self', 'self-paced'],
  ['self_paced', 'self-paced'],
  ['instructor', 'scheduled'],
  ['instructor_paced', 'scheduled'],
  ['OnlineEventAttendanceMode', 'online'],
  ['OfflineEventAttendanceMode', 'on-site'],
  ['MixedEventAttendanceMode', 'blended'],
]);

/** How a course is held: such a term, or what says the same, as a word; any other text, and a word in another case, as it is. */
export function readMode(text: string): string {
  if (isSelfPaced(text)) return 'self-paced';
  if (/^instructor[ -]?paced$/iu.test(text)) return 'scheduled';
  const mode = modes.get(text.slice(text.lastIndexOf('/') + 1)) ?? modeOf(text);
  return mode === undefined || mode === text.toLowerCase() ? text : mode;
}

const selfPaced =
  /^(?:self[ -]?paced|(?:im |in )?eigene[mns]? tempo|selbstgesteuert|à (?:son|votre) rythme|(?:a )?(?:su|tu) (?:propio )?ritmo|(?:ao|no) seu (?:próprio )?ritmo|al proprio ritmo|we własnym tempie|в сво[её]м темпе|自定进度|自定進度|セルフペース|自分のペースで?)$/iu;

/** Whether a text says that a course has no start, as everybody begins when they like. */
export function isSelfPaced(text: string): boolean {
  return selfPaced.test(text.trim());
}

/**
 * A number as JSON writes it, from one with points or commas; undefined if a text is none, or may be one of two. `decimal` is the
 * sign of decimals where the text stands.
 */
export function readNumber(text: string, decimal?: string): string | undefined {
  const [, sign = '', digits = ''] = /^(-?)(.+)$/u.exec(text.trim()) ?? [];
  const number = decimal === undefined && inDoubt.test(digits) ? undefined : readAmount(digits, '', decimal);
  if (number === undefined) return undefined;
  const written = Number(number)
    .toFixed(9)
    .replace(/\.?0+$/u, '');
  return written === '0' ? '0' : sign + written;
}

/** The sign that must be that of decimals in a price, with `?` after it unless three digits follow it; undefined if it tells none. */
export function decimalSignInPrice(text: string): string | undefined {
  const [amountText = ''] = /\d[\d.,']*(?<=\d)/u.exec(text) ?? [];
  const sign = decimalSignBy(amountText);
  return sign === undefined || amountText.at(-4) === sign ? sign : `${sign}?`;
}

/** The sign that must be that of decimals where a text stands; undefined unless it is a number, and only one. */
export function decimalSignBy(text: string): string | undefined {
  const [sign] = /[.,](?=\d*$)/u.exec(text.trim()) ?? [];
  const number = sign === undefined ? undefined : readNumber(text);
  if (number === undefined) return undefined;
  const isOfDecimals = readNumber(text, sign) === number;
  return isOfDecimals ? sign : sign === '.' ? ',' : '.';
}

const answers = {
  yes: /^(?:true|yes|y|ja|oui|s[ií]|sim|sì|tak|да|是|有|はい|نعم|예|네|có|evet|ya|ใช่|[✓✔x])$/iu,
  no: /^(?:false|no|n|nein|non|n[ãa]o|nee|nie|нет|否|无|無|いいえ|لا|아니[오요]|không|hayır|tidak|ไม่ใช่|[✗✘])$/iu,
};

/** Yes or no, which is no level, format or certificate; undefined for any other text. */
export function readAnswer(text: string): 'yes' | 'no' | undefined {
  const trimmed = text.trim();
  return answers.yes.test(trimmed) ? 'yes' : answers.no.test(trimmed) ? 'no' : undefined;
}
