// Twin fields: a JSON object that names a field twice. Parsing keeps the last one silently.
import { problemAt, quoteText, type Position, type Problem } from '../problems.ts';

const [quote, backslash, space] = [0x22, 0x5c, 0x20];

/**
 * Whether an object in a JSON text may name a field twice; never false if one does. `value` is what the text was parsed to.
 * In the text, a quote and a colon end each name, and little else: counting them costs a thirtieth of reading a course.
 */
export function mayHaveTwins(text: string, value: unknown): boolean {
  const names = namesIn(text);
  return names !== fieldsOf(value) && names !== allFieldsIn(value);
}

/** Every field of a JSON text that its object has already; `placeOf` turns a place in the text into one in the file. */
export async function twinProblems(
  text: string,
  file: string,
  placeOf: (position: Position) => Position,
): Promise<Problem[]> {
  const { twinsIn } = await import('./locate.ts');
  return twinsIn(text).map(({ name, position }) => {
    const finding = `the field ${quoteText(name)} is there twice`;
    return problemAt(file, placeOf(position), '', { rule: 'record-shape', finding, remedy: 'keep one of the two' });
  });
}

/** How many colons follow a quote that is not escaped: at least one for each name. */
function namesIn(text: string): number {
  let names = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let last = at - 1;
    while (text.charCodeAt(last) <= space) last -= 1;
    if (text.charCodeAt(last) === quote && !isEscaped(text, last)) names += 1;
  }
  return names;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

/** How many fields a record has, or all records of an array. */
function fieldsOf(value: unknown): number {
  if (!Array.isArray(value)) return isObject(value) ? Object.keys(value).length : 0;
  let fields = 0;
  for (const record of value) if (isObject(record)) fields += Object.keys(record).length;
  return fields;
}

/** How many fields all objects in a value have. A stack, not recursion: authors may nest as deeply as they like. */
function allFieldsIn(value: unknown): number {
  let fields = 0;
  const todo = [value];
  while (todo.length > 0) {
    const item = todo.pop();
    if (isObject(item)) fields += Object.keys(item).length;
    if (typeof item === 'object' && item !== null) for (const inner of Object.values(item)) todo.push(inner);
  }
  return fields;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
