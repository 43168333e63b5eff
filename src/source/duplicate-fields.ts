// Duplicate fields: a JSON object that names a field twice. Parsing silently keeps the last one.
import { problemAt, quoteText, type Position, type Problem } from '../problems.ts';

const [quote, space, backslash] = [0x22, 0x20, 0x5c];

/**
 * Whether an object in a JSON text may name a field twice; never false if one does. `value` is the parsed text.
 * A quote and a colon follow every name, and rarely anything else: counting them takes a thirtieth of the time of reading a course.
 */
export function mayHaveDuplicates(text: string, value: unknown): boolean {
  const names = namesIn(text);
  return names !== fieldsOf(value) && names !== allFieldsIn(value);
}

/** A problem for every repeated field of a JSON text; `positionInFile` turns a position in the text into one in the file. */
export async function duplicateProblems(
  text: string,
  file: string,
  positionInFile: (position: Position) => Position,
): Promise<Problem[]> {
  const { duplicatesIn } = await import('./locate.ts');
  return duplicatesIn(text).map(({ name, position }) => {
    const finding = `the field ${quoteText(name)} occurs twice`;
    const found = { rule: 'record-shape', finding, remedy: 'keep one of the two' } as const;
    return problemAt(file, positionInFile(position), '', found);
  });
}

/** The number of colons after an unescaped quote: at least one for each name. */
function namesIn(text: string): number {
  let names = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let last = at - 1;
    while (text.charCodeAt(last) <= space) last -= 1;
    if (text.charCodeAt(last) === quote && !isEscaped(text, last)) names += 1;
  }
  return names;
}

/** Whether a character is escaped: an odd number of backslashes precedes it. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

/** The number of fields of a record, or of all records in an array. */
function fieldsOf(value: unknown): number {
  if (!Array.isArray(value)) return isObject(value) ? Object.keys(value).length : 0;
  let fields = 0;
  for (const record of value) if (isObject(record)) fields += Object.keys(record).length;
  return fields;
}

/** The number of fields of all objects in a value. Not recursive, because nesting may be arbitrarily deep. */
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
