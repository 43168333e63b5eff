// Number formats: whether a format shows a number as a date, and how many digits it pads it to.
import { requireAtMost } from './limits.ts';

/** How numbers are shown: as dates, or with at least so many digits. */
export interface NumberFormat {
  readonly isDate: boolean;
  readonly digits: number;
}

/** Excel takes 255. */
const maxCharacters = 1000;

/** Text, and what stands in brackets, such as a color or a language, by the sign that begins it and the one that ends it. */
const ends = new Map([
  ['"', '"'],
  ['[', ']'],
]);

/** Reads a format such as `dd/mm/yyyy` or `000`. */
export function formatOf(code: string): NumberFormat {
  requireAtMost(maxCharacters, code.length, 'characters in a number format');
  let tokens = '';
  for (let at = 0; at < code.length; at += 1) {
    const sign = code.charAt(at);
    const end = ends.get(sign);
    // The next character is shown as it is, gives its width to a space, or fills the cell.
    if (/[\\_*]/u.test(sign)) at += 1;
    else if (end === undefined) tokens += sign.toLowerCase();
    else if (code.includes(end, at + 1)) at = code.indexOf(end, at + 1);
    else break;
  }
  // Otherwise they are minutes.
  const isOfMonths = tokens.includes('mm') && !/[hs:]/u.test(tokens);
  return { isDate: /[yd]/u.test(tokens) || isOfMonths, digits: /^0+$/u.test(tokens) ? tokens.length : 0 };
}

/** The format that a number stands for: these are dates, in one language or another. */
export function builtInFormat(id: string): NumberFormat {
  return { isDate: /^(?:1[4-7]|22|2[7-9]|3[0-6]|5[0-8])$/u.test(id), digits: 0 };
}
