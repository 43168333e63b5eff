// The file of the journal: which one it is, and where it may be.
import { join, relative, sep } from 'node:path';
import { isInside, realPath } from '../paths.ts';
import { fileProblem, type Problem } from '../problems.ts';
import { sideFileProblems, type Protected } from '../storage/side-files.ts';

/** The option: a file, or true for the one in the source folder. */
export type JournalOption = string | true | undefined;

export interface JournalPlace {
  readonly data: string;
  readonly journal: JournalOption;
}

/** The file of a journal; undefined without one. */
export function journalFile({ data, journal }: JournalPlace): string | undefined {
  return journal === true ? join(data, '.journal.ndjson') : journal;
}

/** Why the journal cannot be kept in its file. */
export function journalProblems({ data, journal }: JournalPlace, { folders, inputs }: Protected): Problem[] {
  const file = journalFile({ data, journal });
  if (file === undefined) return [];
  const rule = 'journal-file';
  const problems = sideFileProblems([file], { folders, inputs }, { rule });
  const [path, source] = [realPath(file), realPath(data)];
  const isHidden = relative(source, path)
    .split(sep)
    .some((name) => name.startsWith('.'));
  if (problems.length > 0 || isHidden || !isInside(path, source)) return problems;
  return [fileProblem(file, { rule, finding: `lies inside the folder ${data}, and is not hidden` })];
}
