// Reads the file of a journal.
import { readFileSync } from 'node:fs';
import { errorAt, problemAt, ProblemsError, quoteText, type Problem } from '../problems.ts';
import { reasonOf } from '../source/errors.ts';
import { isAbsence } from '../storage/published.ts';
import { lineIn, type JournalLine } from './line.ts';

/** Throws a ProblemsError with all that is wrong in the lines of a journal. */
export function linesIn(texts: readonly string[], file: string): JournalLine[] {
  const problems: Problem[] = [];
  const linkhashes = new Set<string>();
  let last = '';
  const lines = texts.flatMap((text, index) => {
    const line = lineIn(text);
    const { linkhash = '', at = '' } = line ?? {};
    const place = at + linkhash;
    if (line && !linkhashes.has(linkhash) && place > last) {
      linkhashes.add(linkhash);
      last = place;
      return line;
    }
    const again = linkhashes.has(linkhash) ? `has the linkhash ${linkhash} again` : `is of ${at}, out of order`;
    const finding = line ? again : `is ${quoteText(text)}, no line of a journal`;
    problems.push(problemAt(file, { line: index + 1, column: 1 }, '', { rule: 'journal-line', finding }));
    return [];
  });
  if (problems.length > 0) throw new ProblemsError(problems);
  return lines;
}

/** The text of a journal; undefined if there is none. */
export function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw errorAt(file, { rule: 'journal-line', finding: reasonOf(error), remedy: 'make it a file that you may read' });
  }
}
