// The journal: when each course of a catalog was created, updated or deleted. An input of a build and an output of it: see `docs/changes.md`.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../errors.ts';
import { realPath } from '../paths.ts';
import { errorAt, problemAt, ProblemsError, type Problem } from '../problems.ts';
import { reasonOf } from '../source/file-errors.ts';
import { unlessAbsent } from '../storage/published.ts';
import { lineEnd } from '../text/bytes.ts';
import { quoteText } from '../text/quote.ts';
import { indexed, KnownLines, type KnownJournal } from './known.ts';
import { lineIn, lineText, timeAfter } from './line.ts';
import { JournalLines, linesIn } from './lines.ts';

/** A journal as a build finds it. */
export interface FoundJournal {
  readonly file: string;
  readonly isThere: boolean;
  readonly known: KnownJournal;
}

/** A journal as a build leaves it. */
export interface Journal {
  readonly found: FoundJournal;
  /** The oldest first, those of one time by linkhash; one for each course. */
  readonly lines: JournalLines;
  readonly isChanged: boolean;
  /** What people are told after the build. */
  readonly notes: readonly string[];
}

/**
 * Reads a journal. Throws a ProblemsError with all that is not as a build wrote it, unless that is known to be nothing, or if the time
 * of an update is unknown.
 */
export function findJournal(file: string, isTrusted: boolean, at: () => string): FoundJournal {
  const bytes = bytesOf(file);
  const data = linesIn(bytes ?? new Uint8Array());
  const known = indexed(data, timeAfter(new JournalLines(data).newest, at()));
  if (!isTrusted) failIfEdited(new KnownLines(known), file);
  return { file, isThere: bytes !== undefined, known };
}

/** The bytes of a journal, in memory that threads share; undefined if there is none. */
function bytesOf(file: string): Uint8Array | undefined {
  try {
    const bytes = unlessAbsent(() => readFileSync(file));
    if (!bytes) return undefined;
    const isUsual = !bytes.includes('\r') && (bytes.at(-1) ?? lineEnd) === lineEnd;
    const text = isUsual ? bytes : Buffer.from(`${bytes.toString().trimEnd().replaceAll('\r\n', '\n')}\n`);
    const shared = new Uint8Array(new SharedArrayBuffer(text.length));
    shared.set(text);
    return shared;
  } catch (error) {
    throw errorAt(file, { rule: 'journal-line', finding: reasonOf(error), remedy: 'make it a file that you may read' });
  }
}

function failIfEdited(lines: KnownLines, file: string): void {
  const problems: Problem[] = [];
  let lastOrder = '';
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines.text(index);
    const { linkhash = '', at = '' } = lineIn(text) ?? {};
    const isDouble = linkhash !== '' && lines.find(linkhash) !== index;
    const order = at + linkhash;
    if (!isDouble && order > lastOrder) {
      lastOrder = order;
      continue;
    }
    const misplaced = isDouble ? `has the linkhash ${linkhash} again` : `is of ${at}, out of order`;
    const finding = linkhash === '' ? `is ${quoteText(text)}, no line of a journal` : misplaced;
    problems.push(problemAt(file, { line: index + 1, column: 1 }, '', { rule: 'journal-line', finding }));
  }
  if (problems.length > 0) throw new ProblemsError(problems);
}

/**
 * Brings a journal up to date with the lines of courses that were read (see `changeOf`), as texts with several each. `gone` are the
 * linkhashes of those that are gone; without them, all others are.
 */
export function updateJournal(found: FoundJournal, read: Iterable<Uint8Array>, gone?: readonly string[]): Journal {
  const before = new KnownLines(found.known);
  const { updatedAt: at } = before;
  const fresh: string[] = [];
  const [isRead, isReplaced] = [new Uint8Array(before.length), new Uint8Array(before.length)];
  for (const text of read) {
    const lines = new JournalLines(linesIn(text));
    for (let line = 0; line < lines.length; line += 1) {
      const lineBefore = before.find(lines.linkhash(line)) ?? -1;
      isRead[lineBefore] = 1;
      if (lines.at(line) !== at) continue;
      isReplaced[lineBefore] = 1;
      fresh.push(lines.text(line));
    }
  }
  const goneLines =
    gone?.map((linkhash) => before.find(linkhash) ?? -1) ?? [...isRead.keys()].filter((line) => isRead[line] === 0);
  for (const line of goneLines) {
    const last = before.change(line);
    if (last.change === 'deleted') continue;
    isReplaced[line] = 1;
    fresh.push(lineText({ ...last, at, change: 'deleted' }));
  }
  const isNew = before.length === 0 && fresh.length > 0;
  const notes = isNew ? [`A new journal begins in ${found.file}: every course counts as created`] : [];
  // All begin with the linkhash.
  const added = Buffer.from(
    fresh
      .toSorted()
      .map((text) => `${text}\n`)
      .join(''),
  );
  const kept: Buffer[] = [];
  for (let from = 0; from < before.length;) {
    const next = isReplaced.indexOf(1, from);
    const to = next === -1 ? before.length : next;
    kept.push(before.range(from, to));
    from = to + 1;
  }
  const isChanged = fresh.length > 0 || !found.isThere;
  return {
    found,
    isChanged,
    notes,
    lines: isChanged ? new JournalLines(linesIn(Buffer.concat([...kept, added]))) : before,
  };
}

/**
 * Replaces the journal, then publishes. If that fails, the journal is as it was. If the process is killed in between, the journal
 * has what the next build publishes; the other way round, that build would give what is published already another time.
 */
export function withJournal<T>(journal: Journal | undefined, publish: () => T): T {
  if (!journal) return publish();
  const { found, lines, isChanged } = journal;
  const file = realPath(found.file);
  const part = `${file}.part`;
  // That of a killed build.
  attempt(() => rmSync(part, { force: true }));
  if (!isChanged) return publish();
  const replace = (content: Uint8Array) => {
    writeFileSync(part, content, { flush: true });
    renameSync(part, file);
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
    replace(lines.bytes);
    return publish();
  } catch (error) {
    // If this fails as well, the next build publishes what the journal has.
    attempt(() => (found.isThere ? replace(found.known.bytes) : rmSync(file, { force: true })));
    attempt(() => rmSync(part, { force: true }));
    throw error;
  }
}
