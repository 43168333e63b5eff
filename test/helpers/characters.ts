// Characters for arbitrary texts.
import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any code point except surrogates, as the unit of `fc.string`. The unit `binary` of fast-check is equivalent, but first creates a table of a
 * million entries, which takes longer than most tests.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ff_ff - surrogates.count })
  .map((number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count));
