// Facts: what lists say of prices and durations, in the forms of the source format.

/** Signs and names of one currency; those of several, such as $ and kr, are none. */
const currencies: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  us$: 'USD',
  r$: 'BRL',
  '₹': 'INR',
  '₽': 'RUB',
  руб: 'RUB',
  zł: 'PLN',
  '₩': 'KRW',
  '₺': 'TRY',
  元: 'CNY',
  円: 'JPY',
};

const free =
  /^(?:free(?: of charge)?|gratis|gratuit[oae]?s?|kostenlos|kostenfrei|gebührenfrei|sin coste?|sem custos?|senza costi|za darmo|bezpłatn[ye]|darmow[ye]|бесплатно|免费|免費|無料|مجان[يا]+)\.?$/iu;
const amount =
  /^(\p{L}{1,4}\$?|[^\p{L}\p{N}\s.,-])? ?(\d[\d.,' \u00a0]*)(?:,-|\.-)? ?(\p{L}{1,5}|[^\p{L}\p{N}\s.,-])?\.?$/u;

/** A price as the source format has it, `0` or `49.90 EUR`; undefined if a text is none, or does not say its currency. */
export function readPrice(text: string): string | undefined {
  const trimmed = text.trim();
  if (free.test(trimmed)) return '0';
  const [, before = '', digits = '', after = ''] = amount.exec(trimmed) ?? [];
  const value = readAmount(digits.trim());
  if (value === undefined || (before !== '' && after !== '')) return undefined;
  if (Number(value) === 0) return '0';
  const sign = before + after;
  const currency = currencies[sign.toLowerCase()] ?? (/^[A-Z]{3}$/u.test(sign) ? sign : undefined);
  return currency === undefined ? undefined : `${value} ${currency}`;
}

/** A number with points or commas: the last sign is that of the decimals, unless three digits follow it. */
function readAmount(digits: string): string | undefined {
  const [, whole = '', decimals = ''] =
    /^(\d{1,9}|\d{1,3}(?:[.,' \u00a0]\d{3}){1,2})(?:[.,](\d{1,2}))?$/u.exec(digits) ?? [];
  return whole === '' ? undefined : whole.replaceAll(/\D/gu, '') + (decimals === '' ? '' : `.${decimals}`);
}

/** A duration: what a template such as `PT{Hours}H` makes of a number is ISO 8601, and of any other text that text. */
export function readDuration(text: string): string | undefined {
  const [, inTemplate] = /^PT(.*)H$/u.exec(text) ?? [];
  if (inTemplate === undefined) return /^[\d.,]+$/u.test(text) ? undefined : text;
  const [, hours = '', part = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/u.exec(inTemplate.trim()) ?? [];
  if (hours === '') return readDuration(inTemplate);
  const minutes = part === '' ? 0 : Math.round(Number(`0.${part}`) * 60);
  return `PT${hours === '0' && minutes > 0 ? '' : `${hours}H`}${minutes === 0 ? '' : `${minutes}M`}`;
}
