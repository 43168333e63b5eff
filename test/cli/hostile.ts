// Hostile texts: a terminal or a CI service would obey them.
import fc from 'fast-check';
import { anyCharacter } from '../characters.ts';

/** Control sequences and commands that a terminal or a CI service obeys, at the start of a line or anywhere. */
const steering = [
  '\u001B[2J',
  '\u001B[35m',
  '\u001B]0;title\u0007',
  '\u009B2J',
  '\u0085',
  '\r',
  '\n',
  '\t',
  '\b',
  '\u007F',
  '\u2028',
  '\u202E',
  '\u2066',
  '\u200F',
  '\uD800',
  '::error::x',
  '\n::stop-commands::x',
  ' ::add-mask::x',
  '##[error]x',
  '##vso[task.complete]x',
];
/** Any text, often with some of these in it. */
export const hostile = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...steering), fc.string({ unit: anyCharacter })), { maxLength: 4 })
    .map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter }),
);
