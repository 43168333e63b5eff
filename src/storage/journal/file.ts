// The file of the journal: which one it is, where it may be, and what is in it.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { attempt, isSystemError } from '../../text/errors.ts';
import { isInside, realPath } from '../../paths.ts';
import { errorAt, fileProblem, type Problem } from '../../text/problems.ts';
import { reasonOf } from '../../catalog/source/file-errors.ts';
import { acquireLock, type LockedWork } from '../lock.ts';
import { makeFolder } from '../temporary-folder.ts';
import { readIfExists } from '../published.ts';
import { replaceFile } from '../replace-file.ts';
import { sideFileProblems, type ProtectedPaths } from '../side-files.ts';
import { lineEnd } from '../../text/bytes.ts';

/** The option: a file, or true for the one in the source folder. */
export type JournalOption = string | true | undefined;

export interface JournalLocation {
  readonly data: string;
  readonly journal: JournalOption;
}

export interface JournalFile {
  readonly file: string;
  readonly isThere: boolean;
  /** Its lines, each with an end. */
  readonly text: Uint8Array;
}

/** The file of a journal; undefined without one. */
export function journalFile({ data, journal }: JournalLocation): string | undefined {
  return journal === true ? join(data, '.journal.ndjson') : journal;
}

/** The lock on a journal, for one build at a time: another would write what it knows over the lines of this one. */
export interface JournalLock extends Disposable {
  /** Throws a ProblemsError if another build took the lock over. */
  readonly assertHeld: () => void;
}

const journalWork: LockedWork = { rule: 'journal-busy', busyMessage: (holder) => `is being kept by ${holder}` };

/** Locks the journal of a build, wherever that publishes; undefined without one. Throws a ProblemsError if another build holds it, or the folder cannot be written. */
export function lockJournal(location: JournalLocation): JournalLock | undefined {
  const file = journalFile(location);
  if (file === undefined) return undefined;
  const path = realPath(file);
  try {
    const removeMade = makeFolder(dirname(path));
    const lock = acquireLock(file, path, dirname(path), journalWork);
    return {
      assertHeld: () => lock.assertHeld(),
      [Symbol.dispose]: () => {
        lock.release();
        attempt(removeMade);
      },
    };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const remedy = 'name a file in a folder that can be written, with --journal FILE';
    throw errorAt(file, { rule: 'journal-file', finding: `cannot be locked: ${error.message}`, remedy });
  }
}

/** Reads the file of a journal; undefined without one. Throws a ProblemsError if it cannot be read. */
export function readJournal(location: JournalLocation): JournalFile | undefined {
  const file = journalFile(location);
  if (file === undefined) return undefined;
  try {
    const bytes = readIfExists(() => readFileSync(file));
    if (!bytes) return { file, isThere: false, text: new Uint8Array() };
    const isUsual = !bytes.includes('\r') && (bytes.at(-1) ?? lineEnd) === lineEnd;
    const text = isUsual ? bytes : Buffer.from(`${bytes.toString().trimEnd().replaceAll('\r\n', '\n')}\n`);
    return { file, isThere: true, text };
  } catch (error) {
    throw errorAt(file, { rule: 'journal-line', finding: reasonOf(error), remedy: 'make it a file that you may read' });
  }
}

/**
 * Replaces a journal by a text, as a whole; does nothing if the file has it. Call it before anything is published: if the publication
 * fails or is killed, the next build publishes what the journal has, at the same times.
 */
export function writeJournal(found: JournalFile, text: Uint8Array): void {
  if (found.isThere && Buffer.compare(found.text, text) === 0) return;
  replaceFile(found.file, text);
}

/** Why the journal cannot be kept in its file. */
export function journalProblems({ data, journal }: JournalLocation, { folders, inputs }: ProtectedPaths): Problem[] {
  const file = journalFile({ data, journal });
  if (file === undefined) return [];
  const rule = 'journal-file';
  const problems = sideFileProblems(file, { folders, inputs }, { rule });
  const [path, source] = [realPath(file), realPath(data)];
  const isHidden = `${sep}${relative(source, path)}`.includes(`${sep}.`);
  if (problems.length > 0 || isHidden || !isInside(path, source)) return problems;
  return [fileProblem(file, { rule, finding: `lies inside the folder ${data}, and is not hidden` })];
}
