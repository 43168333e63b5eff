// Headers: checks the headers of responses (specification 1.4, 1.5).
import { allow, contentType } from '../api/http.ts';
import { quoteText } from '../problems.ts';

/** The media type without parameters. */
export function typeOf(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** What is wrong with `Content-Type`: JSON is UTF-8, so the charset may be missing. */
export function typeFault(headers: Headers): string[] {
  const type = headers.get('content-type');
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]*)/iu.exec(type ?? '') ?? [];
  const isRight = typeOf(headers) === contentType && /^utf-?8$/iu.test(charset);
  return isRight ? [] : [`Content-Type is ${shown(type)}`];
}

/** What is wrong with `Vary`. */
export function varyFault(headers: Headers): string[] {
  const names = tokensOf(headers.get('vary'));
  return names.has('ACCEPT') || names.has('*') ? [] : [`Vary is ${shown(headers.get('vary'))}`];
}

/** What is wrong with `Allow`: it must list exactly the allowed methods, in any order. */
export function allowFault(headers: Headers): string[] {
  const [found, expected] = [tokensOf(headers.get('allow')), tokensOf(allow)];
  const isSame = found.size === expected.size && [...expected].every((method) => found.has(method));
  return isSame ? [] : [`Allow is ${shown(headers.get('allow'))}`];
}

/** The origin that requests come from. */
export const origin = 'https://reader.example';

/** What is wrong with `Access-Control-Allow-Origin`. */
export function corsFault(headers: Headers): string[] {
  const readers = headers.get('access-control-allow-origin');
  return readers === '*' || readers === origin ? [] : [`Access-Control-Allow-Origin is ${shown(readers)}`];
}

/** The tokens of a header, in upper case. */
export function tokensOf(header: string | null): ReadonlySet<string> {
  const tokens = (header ?? '').split(',').map((token) => token.trim().toUpperCase());
  return new Set(tokens.filter((token) => token !== ''));
}

/** A header as a finding shows it. */
export function shown(header: string | null): string {
  return header === null ? 'missing' : quoteText(header);
}
