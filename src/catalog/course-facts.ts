// The facts of a course, as its record states them.
import { factNames, facts, type FactName, type Facts, type FactValue } from '../source/facts.ts';
import { dayPart, readDate } from './date.ts';

/** The facts that a record of a valid shape states; undefined if a day among them is none. */
export function factsOf(source: Readonly<Partial<Record<FactName, FactValue>>>): Facts | undefined {
  const found: Partial<Record<FactName, string | readonly string[]>> = {};
  for (const name of factNames) {
    const { [name]: value } = source;
    if (value === undefined || value === null) continue;
    const texts = [value].flat().flatMap((one) => String(one).trim() || []);
    const [only] = texts;
    if (only === undefined) continue;
    const day = facts[name].kind === 'day' ? readDate(only) : undefined;
    if (typeof day === 'string') return undefined;
    const isFree = facts[name].kind === 'price' && Number(only.split(' ', 1)[0]) === 0;
    found[name] = day ? dayPart(day.text) : isFree ? '0' : Array.isArray(value) ? texts : only;
  }
  return found;
}
