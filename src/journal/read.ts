// Reads the file of a journal.
import { readFileSync } from 'node:fs';
import { errorAt, problemAt, ProblemsError, quoteText, type Problem } from '../problems.ts';
import { reasonOf } from '../source/errors.ts';
import { unlessAbsent } from '../storage/published.ts';
import { JournalLine, lineIn } from './line.ts';

/**
 * Reads a journal; its text is undefined if there is none. Throws a ProblemsError with all that is not as a build wrote it, unless that
 * is known to be nothing.
 */
export function readJournal(file: string, isTrusted: boolean) {
  const text = textIn(file);
  const lineTexts = (text ?? '').split('\n');
  if (lineTexts.at(-1) === '') lineTexts.pop();
  const lines = isTrusted ? lineTexts.map((lineText) => new JournalLine(lineText)) : checkedLines(lineTexts, file);
  return { text, lines };
}

function textIn(file: string): string | undefined {
  try {
    return unlessAbsent(() => readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
  } catch (error) {
    throw errorAt(file, { rule: 'journal-line', finding: reasonOf(error), remedy: 'make it a file that you may read' });
  }
}

function checkedLines(texts: readonly string[], file: string): JournalLine[] {
  const problems: Problem[] = [];
  const linkhashes = new Set<string>();
  let lastOrder = '';
  const lines = texts.flatMap((text, index) => {
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
