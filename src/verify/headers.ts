// Headers: what responses carry, held against the specification (1.4, 1.5).
import { allow, contentType } from '../api/http.ts';
import { quoteText } from '../problems.ts';

/** The media type, without its parameters. */
export function typeOf(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** What is wrong with `Content-Type`: JSON is in UTF-8, whether or not that is said. */
export function typeFault(headers: Headers): string[] {
  const type = headers.get('content-type');
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]*)/iu.exec(type ?? '') ?? [];
  const isRight = typeOf(headers) === contentType && /^utf-?8$/iu.test(charset);
  return isRight ? [] : [`the type is ${shown(type)}`];
}

/** What is wrong with `Vary`. */
export function varyFault(headers: Headers): string[] {
  const names = tokensOf(headers.get('vary'));
  return names.has('ACCEPT') || names.has('*') ? [] : [`Vary is ${shown(headers.get('vary'))}`];
}

/** What is wrong with `Allow`: it names these methods, in whatever order. */
export function allowFault(headers: Headers): string[] {
  const [told, wanted] = [tokensOf(headers.get('allow')), tokensOf(allow)];
  const isSame = told.size === wanted.size && [...wanted].every((method) => told.has(method));
  return isSame ? [] : [`Allow is ${shown(headers.get('allow'))}`];
}

/** The tokens of a header, in capitals. */
export function tokensOf(header: string | null): ReadonlySet<string> {
  const tokens = (header ?? '').split(',').map((token) => token.trim().toUpperCase());
  return new Set(tokens.filter((token) => token !== ''));
}

/** A header in a finding. */
export function shown(header: string | null): string {
  return header === null ? 'missing' : quoteText(header);
}
