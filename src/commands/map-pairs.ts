// Answers as values of options: a pair for `--map` goes with those that there are.
import { readFileSync } from 'node:fs';
import { nextPair } from '../import/map.ts';
import { isFileAt, type Question } from '../import/questions.ts';
import type { Settings } from '../options/settings.ts';

/** The value of the option of a question with an answer to it: its pair is added to those of other fields in the map that there is. */
export function valueWith({ option, prefix }: Question, answer: string, before: Partial<Settings>): string {
  if (prefix === undefined) return answer;
  const { [option]: map = '' } = before;
  const lines = isFileAt(map) ? readFileSync(map, 'utf8').split(/\r?\n/u) : [map];
  const pairs = lines.flatMap((line) => (/^\s*#/u.test(line) ? [] : line.split(nextPair))).map((text) => text.trim());
  const fieldOf = (text: string) => text.split(/\s*:?=/u, 1)[0];
  const others = pairs.filter((text) => text !== '' && fieldOf(text) !== fieldOf(prefix));
  return [...others, `${prefix}${answer}`].join(',');
}
