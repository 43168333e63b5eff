// Headers: checks the headers of responses (specification 1.4, 1.5).
import { allowedMethods, contentType } from '../api/http.ts';
import { quoteText } from '../text/quote.ts';

/** The media type without parameters. */
export function mediaTypeOf(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** What is wrong with `Content-Type`: JSON is UTF-8, so the charset may be missing. */
export function typeFault(headers: Headers): string[] {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]*)/iu.exec(headers.get('content-type') ?? '') ?? [];
  return faultUnless(mediaTypeOf(headers) === contentType && /^utf-?8$/iu.test(charset), headers, 'Content-Type');
}

export function varyFault(headers: Headers): string[] {
  const names = tokensOf(headers.get('vary'));
  return faultUnless(names.has('ACCEPT') || names.has('*'), headers, 'Vary');
}

/** What is wrong with `Allow`: it must list exactly the allowed methods, in any order. */
export function allowFault(headers: Headers): string[] {
  const [allowed, expected] = [tokensOf(headers.get('allow')), tokensOf(allowedMethods)];
  const isSame = allowed.size === expected.size && [...expected].every((method) => allowed.has(method));
  return faultUnless(isSame, headers, 'Allow');
}

export const foreignOrigin = 'https://reader.example';

export function corsFault(headers: Headers): string[] {
  const name = 'Access-Control-Allow-Origin';
  return faultUnless(['*', foreignOrigin].includes(headers.get(name) ?? ''), headers, name);
}

/** Request headers that need a CORS preflight. */
export const preflightHeaders = ['cache-control', 'if-none-match', 'range', 'traceparent', 'x-requested-with'] as const;

/** What is wrong with the answer to a CORS preflight. */
export function preflightFault(headers: Headers): string[] {
  return [...corsFault(headers), ...listFault(headers, 'Access-Control-Allow-Headers', preflightHeaders)];
}

/** What a web page may not read of a response that has it. */
export function exposedFault(headers: Headers): string[] {
  const present = ['etag', 'content-range'].filter((name) => headers.has(name));
  return listFault(headers, 'Access-Control-Expose-Headers', present);
}

function listFault(headers: Headers, name: string, expected: readonly string[]): string[] {
  const listed = tokensOf(headers.get(name));
  const isComplete = listed.has('*') || expected.every((one) => listed.has(one.toUpperCase()));
  return faultUnless(isComplete, headers, name);
}

/** The tokens of a header, in upper case. */
export function tokensOf(header: string | null): ReadonlySet<string> {
  const tokens = (header ?? '').split(',').map((token) => token.trim().toUpperCase());
  return new Set(tokens.filter((token) => token !== ''));
}

/** A fault with the value of a header, if that is not right. */
export function faultUnless(isRight: boolean, headers: Headers, name: string): string[] {
  const value = headers.get(name);
  return isRight ? [] : [`${name} is ${value === null ? 'missing' : quoteText(value)}`];
}
