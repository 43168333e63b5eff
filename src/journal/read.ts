// Reads the file of a journal.
import { readFileSync } from 'node:fs';
import { errorAt, problemAt, ProblemsError, quoteText, type Problem } from '../problems.ts';
import { reasonOf } from '../source/file-errors.ts';
import { unlessAbsent } from '../storage/published.ts';
import { lineIn, linesIn, type JournalLine } from './line.ts';

/**
 * Reads a journal; its text is undefined if there is none. Throws a ProblemsError with all that is not as a build wrote it, unless that
 * is known to be nothing.
 */
export function readJournal(file: string, isTrusted: boolean) {
  const text = textIn(file);
  const lines = linesIn(text ?? '');
  return { text, lines: isTrusted ? lines : checkedLines(lines, file) };
}

function textIn(file: string): string | undefined {
  try {
    return unlessAbsent(() => readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
  } catch (error) {
    throw errorAt(file, { rule: 'journal-line', finding: reasonOf(error), remedy: 'make it a file that you may read' });
  }
}

function checkedLines(unchecked: readonly JournalLine[], file: string): JournalLine[] {
  const problems: Problem[] = [];
  const linkhashes = new Set<string>();
  let lastOrder = '';
  const lines = unchecked.flatMap(({ text }, index) => {
    const line = lineIn(text);
    const { linkhash = '', at = '' } = line ?? {};
    const order = at + linkhash;
    if (line && !linkhashes.has(linkhash) && order > lastOrder) {
      linkhashes.add(linkhash);
      lastOrder = order;
      return line;
    }
    const misplaced = linkhashes.has(linkhash) ? `has the linkhash ${linkhash} again` : `is of ${at}, out of order`;
    const finding = line ? misplaced : `is ${quoteText(text)}, no line of a journal`;
    problems.push(problemAt(file, { line: index + 1, column: 1 }, '', { rule: 'journal-line', finding }));
    return [];
  });
  if (problems.length > 0) throw new ProblemsError(problems);
  return lines;
}
