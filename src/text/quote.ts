// Quotes: values and texts as messages show them.

const shownLength = 60;

/** Describes a value in a finding by its type and, if short enough, the value itself. Never descends into objects and arrays. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${quoteText(value)}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `the number ${value}`;
  if (value === undefined) return 'nothing';
  return value === null || typeof value === 'boolean' ? String(value) : 'an object';
}

/** A text in quotes, shortened to a readable length, without passwords; lone surrogates and invisible characters are escaped. */
export function quoteText(whole: string): string {
  const text = whole.slice(0, 8 * shownLength).replaceAll(/(?<=\/\/)[^/?#\s]*(?=@)/gu, '…');
  const shown = text.length > shownLength ? `${text.slice(0, shownLength).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return JSON.stringify(shown).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeOf);
}

/** A character as a JSON escape: `\u0007`. */
export function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
