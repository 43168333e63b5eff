// The journal: when each course of a catalog was created, updated or deleted. An input of a build and an output of it: see `docs/changes.md`.
import { errorAt, problemAt, ProblemsError, type Problem } from '../problems.ts';
import { grouped } from '../text/format.ts';
import { JournalLine, journalText, lineIn, linesIn, lineText, timeAfter, type CourseChange } from './line.ts';
import type { JournaledView } from './views.ts';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { reasonOf } from '../source/file-errors.ts';
import { unlessAbsent } from '../storage/published.ts';
import { dirname } from 'node:path';
import { attempt } from '../errors.ts';
import { realPath } from '../paths.ts';
import { quoteText } from '../text/quote.ts';

/** A journal as a build leaves it. */
export interface Journal {
  readonly file: string;
  /** Its text as the build found it; undefined if there was none. */
  readonly before: string | undefined;
  readonly text: string;
  /** The oldest first, those of one time by linkhash; one for each course. */
  readonly lines: readonly JournalLine[];
  /** The lines that this build added. */
  readonly fresh: readonly JournalLine[];
  /** What people are told after the build. */
  readonly notes: readonly string[];
}

/** The views of a catalog, or of the part of it that was read again, and what they were before; undefined to ask the journal. */
export interface ComparedViews {
  readonly now: Iterable<JournaledView>;
  readonly before: Iterable<JournaledView> | undefined;
}

/**
 * Brings the journal in a file up to date. `at` is called if anything changed. Throws a ProblemsError if the journal is not as a build
 * wrote it, unless `before` says that it is, or if it would have more than `maxLines`: text of V8 has no room for them.
 */
export function updateJournal(
  file: string,
  { now, before }: ComparedViews,
  at: () => string,
  maxLines = 2_500_000,
): Journal {
  const old = readJournal(file, before !== undefined);
  const timeOfUpdate = () => timeAfter(old.lines.at(-1)?.at, at());
  const changed = changedLines(now, before ?? old.lines, timeOfUpdate);
  // All begin with the linkhash.
  const fresh = [...changed.values()].toSorted().map((text) => new JournalLine(text));
  const lines = [...old.lines.filter(({ linkhash }) => !changed.has(linkhash)), ...fresh];
  if (lines.length > maxLines) {
    const finding = `would have ${grouped(lines.length)} lines, and may have ${grouped(maxLines)}`;
    throw errorAt(file, { rule: 'journal-file', finding, remedy: 'build without --journal' });
  }
  const isNew = old.lines.length === 0 && fresh.length > 0;
  const notes = isNew ? [`A new journal begins in ${file}: every course counts as created`] : [];
  return { file, before: old.text, text: journalText(lines), lines, fresh, notes };
}

/** The texts of the lines of the courses that changed, by linkhash; `before` may have deleted ones, without a digest. */
function changedLines(
  now: Iterable<JournaledView>,
  before: Iterable<JournaledView>,
  timeOfUpdate: () => string,
): Map<string, string> {
  const viewsBefore = new Map<string, JournaledView>();
  for (const view of before) if (view.sha256 !== '') viewsBefore.set(view.linkhash, view);
  const changed = new Map<string, string>();
  let at: string | undefined;
  const add = ({ linkhash, id, sha256, length }: JournaledView, change: CourseChange['change']) => {
    at ??= timeOfUpdate();
    changed.set(linkhash, lineText({ linkhash, at, change, sha256, length, id }));
  };
  for (const view of now) {
    const viewBefore = viewsBefore.get(view.linkhash);
    viewsBefore.delete(view.linkhash);
    if (viewBefore?.sha256 !== view.sha256) add(view, viewBefore ? 'updated' : 'created');
  }
  for (const view of viewsBefore.values()) add(view, 'deleted');
  return changed;
}

/**
 * Reads a journal; its text is undefined if there is none. Throws a ProblemsError with all that is not as a build wrote it, unless that
 * is known to be nothing.
 */
function readJournal(file: string, isTrusted: boolean) {
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

/**
 * Replaces the journal, then publishes. If that fails, the journal is as it was. If the process is killed in between, the journal
 * has what the next build publishes; the other way round, that build would give what is published already another time.
 */
export function withJournal<T>(journal: Journal | undefined, publish: () => T): T {
  if (!journal) return publish();
  const { before, text } = journal;
  const file = realPath(journal.file);
  const part = `${file}.part`;
  // That of a killed build.
  attempt(() => rmSync(part, { force: true }));
  if (text === before) return publish();
  const replace = (content: string) => {
    writeFileSync(part, content, { flush: true });
    renameSync(part, file);
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
    replace(text);
    return publish();
  } catch (error) {
    // If this fails as well, the next build publishes what the journal has.
    attempt(() => (before === undefined ? rmSync(file, { force: true }) : replace(before)));
    attempt(() => rmSync(part, { force: true }));
    throw error;
  }
}
