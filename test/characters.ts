// Characters for arbitrary texts.
import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any code point but half of a surrogate pair, as the unit of `fc.string`. The unit `binary` of fast-check is the same, and
 * makes a table of a million entries first, which takes longer than most tests.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ff_ff - surrogates.count })
  .map((number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count));
