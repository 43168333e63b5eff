// The journal: when each course of a catalog was created, updated or deleted. An input of a build and an output of it: see `docs/changes.md`.
import { errorAt } from '../problems.ts';
import { grouped } from '../text/format.ts';
import { JournalLine, journalText, lineText, timeAfter, type CourseChange } from './line.ts';
import { readJournal } from './read.ts';
import type { JournaledView } from './views.ts';

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
