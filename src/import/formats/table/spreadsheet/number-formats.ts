// Number formats: whether a format shows a number as a date, how many digits it pads it to, and which currency it shows.
import { requireAtMost } from './limits.ts';

/** How numbers are shown: as dates, or with at least so many digits. */
export interface NumberFormat {
  readonly isDate: boolean;
  readonly digits: number;
  /** The sign or the name of a currency; empty if it shows none. */
  readonly currency: string;
}

/** Excel takes 255. */
const maxCharacters = 1000;

/** Text, and what stands in brackets, such as a color or a language, by the sign that begins it and the one that ends it. */
const ends = new Map([
  ['"', '"'],
  ['[', ']'],
]);

/** Reads a format such as `dd/mm/yyyy` or `000`. */
export function numberFormatOf(code: string): NumberFormat {
  requireAtMost(maxCharacters, code.length, 'characters in a number format');
  let [tokens, shown] = ['', ''];
  for (let at = 0; at < code.length; at += 1) {
    const sign = code.charAt(at);
    const end = ends.get(sign);
    // What follows gives its width to a space, fills the cell, or is shown as it is.
    if (/[_*]/u.test(sign)) at += 1;
    else if (sign === '\\') {
      at += 1;
      shown += code.charAt(at);
    } else if (end === undefined) {
      tokens += sign.toLowerCase();
      shown += sign;
    } else {
      const close = code.indexOf(end, at + 1);
      if (close === -1) break;
      shown += code.slice(at, close + 1);
      at = close;
    }
  }
  // Otherwise they are minutes.
  const isOfMonths = tokens.includes('mm') && !/[hs:]/u.test(tokens);
  const digits = /^0+$/u.test(tokens) ? tokens.length : 0;
  return { isDate: /[yd]/u.test(tokens) || isOfMonths, digits, currency: currencyIn(shown) };
}

/** The currency in a format: `[$€-407] 0`, `"CHF" 0`. A dollar is that of the United States where the format says so. */
function currencyIn(shown: string): string {
  const [, sign = '', locale = ''] = /\[\$([^\]-]+)-?([^\]]*)\]/u.exec(shown) ?? [];
  if (sign !== '') return sign === '$' && /^(?:409|en-US)$/u.test(locale) ? 'US$' : sign.trim();
  const [found = ''] = /[€£₹₽₺₩¥$]|\b(?:CHF|EUR|GBP|USD|kr)\b|zł/u.exec(shown.replaceAll(/\[[^\]]*\]/gu, '')) ?? [];
  return found;
}

/** The format that a number stands for: these are dates, in one language or another. */
export function builtInFormat(id: string): NumberFormat {
  return { isDate: /^(?:1[4-7]|22|2[7-9]|3[0-6]|5[0-8])$/u.test(id), digits: 0, currency: '' };
}
