// Words of a query that name a value of a filter: `free beginner spanish` asks for a price, a level and a language.
import type { Choice } from '../../outputs/filters/filters.ts';
import { queryTermsOf } from '../../outputs/search/terms.ts';

/** A name of a value, in any language. Several values may have one name, and one value several. */
export type NamedChoice = readonly [name: string, choice: Choice];

/** Words of a query that are the name of a value. */
export interface WordFilter {
  /** As they are in the query. */
  readonly words: string;
  readonly choice: Choice;
  /** The query without them. */
  readonly rest: string;
}

/** Words of a query that are looked at: a pasted text with more would take seconds. */
const maxWords = 32;

/**
 * Returns a function that finds the filters that words of a query name, in the order of the query. The longest name wins, and case and
 * accents do not count. Of several values with one name, all follow one another, in the order of `names`.
 */
export function openWordFilters(names: Iterable<NamedChoice>): (query: string) => WordFilter[] {
  const choices = new Map<string, Choice[]>();
  let longest = 0;
  for (const [name, choice] of names) {
    const key = keyOf(name);
    const others = choices.get(key) ?? [];
    if (key !== '' && !others.some(([filter, value]) => filter === choice[0] && value === choice[1]))
      choices.set(key, [...others, choice]);
    longest = Math.max(longest, name.split(/\s+/u).length);
  }
  return (query) => {
    const words = query.trim().split(/\s+/u);
    const found: WordFilter[] = [];
    for (let start = 0; start < Math.min(words.length, maxWords);) {
      let length = Math.min(longest, words.length - start);
      while (length > 0 && !choices.has(keyOf(words.slice(start, start + length).join(' ')))) length -= 1;
      const named = words.slice(start, start + length).join(' ');
      const rest = () => words.toSpliced(start, length).join(' ');
      found.push(...(choices.get(keyOf(named)) ?? []).map((choice) => ({ words: named, choice, rest: rest() })));
      start += Math.max(1, length);
    }
    return found;
  };
}

/**
 * What is left of a query whose words became filters, and the choices of these: one of each filter, since two values would find more
 * courses and not fewer. Of several values with one name it is the first.
 */
export function appliedFilters(query: string, filters: readonly WordFilter[]): { query: string; choices: Choice[] } {
  const first = filters.filter(({ words, choice: [name] }, index) => {
    const isOfFilter = ({ choice }: WordFilter) => choice[0] === name;
    return filters[index - 1]?.words !== words && filters.findIndex(isOfFilter) === index;
  });
  let rest = ` ${query.trim().replaceAll(/\s+/gu, ' ')} `;
  for (const { words } of first) rest = rest.replace(` ${words} `, ' ');
  return { query: rest.trim(), choices: first.map(({ choice }) => choice) };
}

/** By this, names and words are compared: `Self-paced` is `self paced`. */
function keyOf(name: string): string {
  return queryTermsOf(`${name} `)
    .map(({ term }) => term)
    .join(' ');
}
