// The facts of a course, as its record states them.
import type { FactKind, Facts, FactTable } from '../source/facts.ts';
import { dayPart, readDate } from './date.ts';

/** The one form of a value of which the source may have several. */
const canonicalForms: Partial<Record<FactKind, (text: string) => string>> = {
  price: (text) => (Number(text.split(' ', 1)[0]) === 0 ? '0' : text),
  number: (text) => String(Number(text)),
  'yes-no': (text) => (text === 'true' || text === 'yes' ? 'yes' : 'no'),
};

/** The facts that a record of a valid shape states; undefined if a day among them is none. */
export function factsOf(source: Readonly<Record<string, unknown>>, facts: FactTable): Facts | undefined {
  const found: Record<string, string | readonly string[]> = {};
  for (const [name, { kind }] of Object.entries(facts)) {
    const { [name]: value } = source;
    if (value === undefined || value === null) continue;
    const texts = [value].flat().flatMap((one) => (typeof one === 'string' ? one.trim() : JSON.stringify(one)) || []);
    const [only] = texts;
    if (only === undefined) continue;
    const day = kind === 'date' ? readDate(only) : undefined;
    if (typeof day === 'string') return undefined;
    const { [kind]: canonical } = canonicalForms;
    found[name] = day ? dayPart(day.text) : Array.isArray(value) ? texts : (canonical?.(only) ?? only);
  }
  return found;
}
