// Spreadsheets: which sheet of a file is the list of courses.
import { ProblemsError } from '../../../../text/problems.ts';
import { quoteText } from '../../../../text/quote.ts';
import { inputError, type Resource } from '../../../input/resource.ts';
import type { Question } from '../../../questions.ts';
import { maxHeaderRows, isList } from '../header.ts';
import { Archive } from './archive.ts';
import { RefusedError, requireAtMost, type Limits } from './limits.ts';
import { readOds } from './ods.ts';
import { Sheet } from './sheet.ts';
import { readXlsx } from './xlsx.ts';

const maxSheets = 256;

/** Reads the sheet that is named, or else the first whose headings are those of a list, or else the longest. `others` are those that are shown and have rows as well. Asks for another sheet than one that is not there. */
export async function readSpreadsheet(
  { address, file }: Resource,
  kind: 'xlsx' | 'ods',
  named: string | undefined,
  signal: AbortSignal,
  ask: (question: Question) => void,
): Promise<{ readonly sheet: Sheet; readonly others: readonly Sheet[] }> {
  const names: string[] = [];
  const filled: Sheet[] = [];
  let list: Sheet | undefined;
  const readerWithin = (limits: Limits) => ({
    begin(name: string, isHidden: boolean) {
      names.push(name);
      requireAtMost(maxSheets, names.length, 'sheets');
      const isWanted = named === undefined ? !isHidden : name === named;
      return new Sheet(name, isWanted ? (list === undefined ? Infinity : maxHeaderRows) : 0, limits);
    },
    end(sheet: Sheet) {
      sheet.fill();
      if (sheet.rows.size > 0) filled.push(sheet);
      if (isList([...sheet.rows.values()].slice(0, maxHeaderRows).map(({ cells }) => cells))) list ??= sheet;
    },
  });
  try {
    await Archive.read(file, signal, (archive) =>
      (kind === 'xlsx' ? readXlsx : readOds)(archive, readerWithin(archive.limits)),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error) || error instanceof TypeError || error instanceof ProblemsError) throw error;
    const finding = error instanceof RefusedError ? error.message : `is damaged: ${error.message}`;
    throw inputError(address, finding, 'open it in the program that it is from, and save the list alone, as .xlsx');
  }
  const [longest] = filled.toSorted((a, b) => b.rows.size - a.rows.size);
  const sheet = list ?? longest;
  if (sheet !== undefined) return { sheet, others: filled.filter((other) => other !== sheet) };
  if (named === undefined || names.length === 0) {
    const hint = 'save the list in it; --sheet NAME takes a hidden sheet';
    throw inputError(address, 'has no row in a sheet that is shown', hint);
  }
  const finding = `has no ${names.includes(named) ? 'row in the ' : ''}sheet ${quoteText(named)}`;
  const remedy = `its sheets are ${names.slice(0, 30).map(quoteText).join(', ')}: --sheet NAME`;
  const text = `The file ${finding}. Which sheet is the list?`;
  ask({ option: 'sheet', text, choices: names, rule: 'import-source', finding, remedy });
  throw inputError(address, finding, remedy);
}
