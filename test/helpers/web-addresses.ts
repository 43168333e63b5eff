// Arbitrary web addresses, without the arbitraries of fast-check, which create a table of a million encoded characters first.
import fc from 'fast-check';
import { anyCharacter } from './characters.ts';

const characters = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-._~!$&'()*+,;=:@".split('');
const part = fc.string({
  unit: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...characters) },
    { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) },
  ),
});

/** Starts with a slash, or is empty. */
const webPath: fc.Arbitrary<string> = fc
  .array(part, { maxLength: 5 })
  .map((parts) => parts.map((one) => `/${one}`).join(''));

export const webUrl: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), webPath)
  .map(([scheme, domain, path]) => `${scheme}://${domain}${path}`);

/** Some have a query. */
export const webUrlWithQuery: fc.Arbitrary<string> = fc
  .tuple(webUrl, fc.option(part))
  .map(([url, query]) => (query === null ? url : `${url}?${query}`));
