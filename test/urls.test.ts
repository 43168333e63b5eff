// URLs: whether a text is a URL does not depend on how many were parsed before it.
import { expect, it } from 'vitest';
import { parseUrl } from '../src/text/urls.ts';
import { isWebAddress } from '../src/text/web-address.ts';

/** More calls than V8 needs before it recompiles the parser. */
const parsedBefore = 20_000;

it('a host with letters outside ASCII is accepted in a process that has parsed many URLs', () => {
  for (let number = 0; number < parsedBefore; number += 1) {
    if (!isWebAddress(`https://example.org/${number}`)) throw new Error(`${number} is not read`);
  }
  expect(isWebAddress('https://bücher.example/ä')).toBe(true);
  expect(parseUrl('https://bücher.example/ä')?.href).toBe('https://xn--bcher-kva.example/%C3%A4');
});

it.each([
  ['/a', 'https://example.org/b/', 'https://example.org/a'],
  ['https://[', undefined, undefined],
  ['/a', undefined, undefined],
])('the URL of %j at %j is %j', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});
