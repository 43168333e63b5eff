// Spreadsheets: which sheet of a file is the list of courses.
import { ProblemsError, quoteText } from '../../problems.ts';
import { hasTitle, headSize } from '../headings.ts';
import type { Resource } from '../format.ts';
import { OpenQuestions } from '../questions.ts';
import { unreadable } from '../unreadable.ts';
import { Archive, RefusedError, type Sheet } from './archive.ts';
import { readOds } from './ods.ts';
import { readXlsx } from './xlsx.ts';

/** Reads the sheet that is named, or else the first whose headings are those of a list, or else the longest. `others` are lists as well. */
export async function readSpreadsheet(
  { address, file }: Resource,
  kind: 'xlsx' | 'ods',
  named: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly sheet: Sheet; readonly others: readonly string[] }> {
  const names: string[] = [];
  const others: string[] = [];
  let [list, longest]: (Sheet | undefined)[] = [];
  const taker = {
    wanted(name: string, isHidden: boolean) {
      names.push(name);
      if (named !== undefined) return name === named ? Infinity : 0;
      if (isHidden) return 0;
      return list === undefined ? Infinity : headSize;
    },
    take(sheet: Sheet) {
      const isList = sheet.rows.length > 0 && hasTitle(sheet.rows.map(({ cells }) => cells));
      if (isList && list !== undefined) others.push(sheet.name);
      else if (isList) list = sheet;
      else if (sheet.rows.length > (longest?.rows.length ?? 0)) longest = sheet;
    },
  };
  let archive: Archive | undefined;
  try {
    archive = await Archive.open(file, signal);
    await (kind === 'xlsx' ? readXlsx : readOds)(archive, taker);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error) || error instanceof TypeError || error instanceof ProblemsError) throw error;
    const isRefused = error instanceof RefusedError;
    const finding = isRefused ? error.message : `is damaged: ${error.message.replace(/\s+$/u, '')}`;
    throw unreadable(address, finding, 'open it in the program that it is from, and save the list alone, as .xlsx');
  } finally {
    archive?.close();
  }
  const sheet = list ?? longest;
  if (sheet !== undefined) return { sheet, others };
  if (named === undefined || names.length === 0) throw unreadable(address, 'has no sheet with a row');
  const isThere = names.includes(named);
  const finding = isThere ? `has no row in the sheet ${quoteText(named)}` : `has no sheet ${quoteText(named)}`;
  const remedy = `its sheets are ${names.slice(0, 30).map(quoteText).join(', ')}: --sheet NAME`;
  const text = `The file ${finding}. Which sheet is the list?`;
  throw new OpenQuestions(address, [{ option: 'sheet', text, choices: names, rule: 'import-source', finding, remedy }]);
}
