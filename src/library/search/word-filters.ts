// Words of a query that name a value of a filter: `free beginner spanish` asks for a price, a level and a language.
import type { Choice } from '../../outputs/filters/filters.ts';
import { queryTermsOf, unspaced } from '../../outputs/search/terms.ts';

/** A name of a value, in any language. Several values may have one name, and one value several. */
export type NamedChoice = readonly [name: string, choice: Choice];

/** A part of a text, by the positions of its first character and of that after it. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** The part of a query that is the name of a value. */
export interface WordFilter extends Part {
  readonly choice: Choice;
}

/** Words of a query that are looked at: a pasted text with more would take seconds. */
const maxWords = 32;

/** A word or, in scripts without spaces between words, a character. */
const word = new RegExp(String.raw`(?:${unspaced.source})\p{M}*|(?:(?!${unspaced.source})\S)+`, 'gu');

/**
 * Returns a function that finds the filters that words of a query name, in the order of the query. The longest name comes first, and within
 * it names of other filters: `Python (Spanish)`, then `Spanish`. Case and accents do not count. Of several values with one name, all follow
 * one another, in the order of `names`.
 */
export function openWordFilters(names: Iterable<NamedChoice>): (query: string) => WordFilter[] {
  const choices = new Map<string, Choice[]>();
  let longest = 0;
  for (const [name, choice] of names) {
    const key = keyOf(name);
    const others = choices.get(key) ?? [];
    if (key !== '' && !others.some(([filter, value]) => filter === choice[0] && value === choice[1]))
      choices.set(key, [...others, choice]);
    longest = Math.max(longest, wordsOf(name.replaceAll(/[-.]/gu, ' '), Infinity).length);
  }
  return (query) => {
    /** The names with at most so many words. */
    const namesIn = (words: readonly Part[], most: number): WordFilter[] => {
      const namesAt = (first: number, length: number): WordFilter[] => {
        const [start = 0, end = 0] = [words[first]?.start, words[first + length - 1]?.end];
        return (choices.get(keyOf(query.slice(start, end))) ?? []).map((choice) => ({ start, end, choice }));
      };
      const found: WordFilter[] = [];
      for (let first = 0; first < words.length;) {
        let length = Math.min(most, words.length - first);
        while (length > 0 && namesAt(first, length).length === 0) length -= 1;
        const named = length === 0 ? [] : namesAt(first, length);
        const filters = new Set(named.map(({ choice: [filter] }) => filter));
        const within = namesIn(words.slice(first, first + length), length - 1);
        found.push(...named, ...within.filter(({ choice: [filter] }) => !filters.has(filter)));
        first += Math.max(1, length);
      }
      return found;
    };
    return namesIn(wordsOf(query, maxWords), longest);
  };
}

/**
 * What is left of a query whose words became filters, and the choices of these: one of each filter, since two values would find more
 * courses and not fewer, and one for each word, the first.
 */
export function appliedFilters(query: string, filters: readonly WordFilter[]): { query: string; choices: Choice[] } {
  const applied: WordFilter[] = [];
  for (const filter of filters) {
    const isBeside = ({ start, end, choice }: WordFilter) =>
      choice[0] !== filter.choice[0] && (end <= filter.start || filter.end <= start);
    if (applied.every(isBeside)) applied.push(filter);
  }
  return { query: withoutParts(query, applied), choices: applied.map(({ choice }) => choice) };
}

/** A query without some of its parts, which do not overlap. */
export function withoutParts(query: string, parts: readonly Part[]): string {
  let rest = query;
  for (const { start, end } of parts.toSorted((a, b) => b.start - a.start))
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return rest.trim().replaceAll(/\s+/gu, ' ');
}

/** The first words of a text. */
function wordsOf(text: string, most: number): Part[] {
  const words: Part[] = [];
  for (const { 0: found, index } of text.matchAll(word)) {
    if (words.length === most) break;
    words.push({ start: index, end: index + found.length });
  }
  return words;
}

/** By this, names and words are compared: `Self-paced` is `self paced`. */
function keyOf(name: string): string {
  return queryTermsOf(`${name} `)
    .map(({ term }) => term)
    .join(' ');
}
