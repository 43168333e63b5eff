// The facts of a course, as its record states them.
import { factNames, facts, type FactName, type Facts, type FactValue } from '../source/facts.ts';
import { dayPart, readDate } from './date.ts';

/** The facts that a record of a valid shape states; undefined if a day among them is none. */
export function factsOf(source: Readonly<Partial<Record<FactName, FactValue>>>): Facts | undefined {
  const found: Partial<Record<FactName, string | readonly string[]>> = {};
  for (const name of factNames) {
    const { [name]: value } = source;
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    const day = facts[name].kind === 'day' ? readDate(String(value)) : undefined;
    if (typeof day === 'string') return undefined;
    found[name] = day ? dayPart(day.text) : typeof value === 'number' ? String(value) : value;
  }
  return found;
}
