// The journal: when each course of a catalog was created, updated or deleted. An input of a build and an output of it: see `docs/changes.md`.
import { errorAt } from '../problems.ts';
import { grouped } from '../text/format.ts';
import { journalText, JournalLine, timeAfter } from './line.ts';
import { linesIn, textIn } from './read.ts';
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

/**
 * Brings the journal in a file up to date: with the views `now` in place of those `before`, or if that is undefined, of all. `at` is
 * called if anything changed. Throws a ProblemsError if the journal is not as a build wrote it, unless it is known to be, or if it
 * would have more than `maxLines`: text of V8 has no room for them.
 */
export function updateJournal(
  file: string,
  { now, before }: { now: Iterable<JournaledView>; before: Iterable<JournaledView> | undefined },
  at: () => string,
  maxLines = 2_500_000,
): Journal {
  const found = textIn(file);
  const texts = (found ?? '').split('\n');
  if (texts.at(-1) === '') texts.pop();
  const old = before ? texts.map((text) => new JournalLine(text)) : linesIn(texts, file);
  const known = new Map<string, Pick<JournaledView, 'linkhash' | 'id' | 'sha256'>>();
  for (const one of before ?? old) if (one.sha256 !== '') known.set(one.linkhash, one);
  let time: string | undefined;
  const changed = new Map<string, string>();
  const write = (linkhash: string, id: number, change: string, view = '') => {
    time ??= timeAfter(old.at(-1)?.at, at());
    changed.set(linkhash, `{"linkhash":"${linkhash}","at":"${time}","change":"${change}",${view}"id":${id}}`);
  };
  for (const { linkhash, id, sha256, length } of now) {
    const last = known.get(linkhash);
    known.delete(linkhash);
    if (last?.sha256 === sha256) continue;
    write(linkhash, id, last ? 'updated' : 'created', `"sha256":"${sha256}","length":${length},`);
  }
  for (const { linkhash, id } of known.values()) write(linkhash, id, 'deleted');
  // All begin with the linkhash.
  const fresh = [...changed.values()].toSorted().map((text) => new JournalLine(text));
  const lines = [...old.filter(({ linkhash }) => !changed.has(linkhash)), ...fresh];
  if (lines.length > maxLines) {
    const finding = `would have ${grouped(lines.length)} lines, and may have ${grouped(maxLines)}`;
    throw errorAt(file, { rule: 'journal-file', finding, remedy: 'build without --journal' });
  }
  const isNew = old.length === 0 && fresh.length > 0;
  const notes = isNew ? [`A new journal begins in ${file}: every course counts as created`] : [];
  return { file, before: found, text: journalText(lines), lines, fresh, notes };
}
