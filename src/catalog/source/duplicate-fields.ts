// Duplicate fields: a JSON object that names a field twice. Parsing silently keeps the last one.
import { problemAt, type Position, type Problem } from '../../text/problems.ts';
import { quoteText } from '../../text/quote.ts';

const [quote, space, backslash] = [0x22, 0x20, 0x5c];

/**
 * Whether an object in a JSON text may name a field twice; never false if one does. `value` is the parsed text.
 * A quote and a colon follow every name, and rarely anything else: counting them takes little of the time of reading a course.
 */
export function mayHaveDuplicates(text: string, value: unknown): boolean {
  return namesIn(text) !== fieldsIn(value);
}

/** A problem for every repeated field of a JSON text; `positionInFile` turns a position in the text into one in the file. */
export async function duplicateProblems(
  text: string,
  file: string,
  positionInFile: (position: Position) => Position,
): Promise<Problem[]> {
  const { duplicatesIn } = await import('./json-positions.ts');
  return duplicatesIn(text).map(({ name, position }) => {
    const finding = `the field ${quoteText(name)} occurs twice`;
    const remedy = 'keep one of the two';
    return problemAt(file, positionInFile(position), '', { rule: 'record-shape', finding, remedy });
  });
}

/** The number of colons after an unescaped quote: at least one for each name. */
function namesIn(text: string): number {
  let names = 0;
  for (let offset = text.indexOf(':'); offset !== -1; offset = text.indexOf(':', offset + 1)) {
    let last = offset - 1;
    while (text.charCodeAt(last) <= space) last -= 1;
    if (text.charCodeAt(last) === quote && !isEscaped(text, last)) names += 1;
  }
  return names;
}

/** Whether a character is escaped: an odd number of backslashes precedes it. */
function isEscaped(text: string, offset: number): boolean {
  let before = offset - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (offset - before) % 2 === 0;
}

/** The number of fields of all objects in a value. Not recursive, because nesting may be arbitrarily deep. */
function fieldsIn(value: unknown): number {
  let fields = 0;
  const todo = [value];
  while (todo.length > 0) {
    const item = todo.pop();
    if (typeof item !== 'object' || item === null) continue;
    const inside: unknown[] = Object.values(item);
    if (!Array.isArray(item)) fields += inside.length;
    for (const inner of inside) if (typeof inner === 'object') todo.push(inner);
  }
  return fields;
}
