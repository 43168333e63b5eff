// The journal: when each course of a catalog was created, updated or deleted. An input of a build and an output of it: see `docs/journal.md`.
import type { Course } from '../../catalog/course.ts';
import { timeOf } from '../../catalog/date.ts';
import { errorAt, problemAt, ProblemsError, type Problem } from '../../text/problems.ts';
import { GrowingBytes, lineEnd, sharedBytes, sharedNumbers } from '../../text/bytes.ts';
import { quoteText } from '../../text/quote.ts';
import { readJournal, type JournalFile, type JournalLocation } from './file.ts';
import { changeIn, createdIn, lastLinesFirst, lastTime, linkhashIn, timeAfter, timeIn } from './line.ts';

/** A journal as a build finds it. */
export type FoundJournal = ReturnType<typeof findJournal>;

/** What a journal says of the courses that may have changed, as plain data that threads share. */
export interface KnownJournal {
  readonly text: Uint8Array;
  /** A hash table of linkhashes: where their lines begin, counted from 1. */
  readonly starts: Uint32Array;
  /** The time of all that changes now. */
  readonly at: string;
}

/** A journal as a build leaves it. */
export interface Journal {
  readonly found: FoundJournal;
  /** Its bytes: those that were found if nothing has changed. */
  readonly text: Uint8Array;
  /** Its lines, the newest first, those of one time by linkhash, the last first; one for each course. */
  readonly lines: readonly string[];
}

/** Reads a journal, to be asked for courses; undefined without one. Throws a ProblemsError with all that is not as a build wrote it, or if the time of an update is unknown. */
export function openJournal(location: JournalLocation, at = () => timeOf(0)) {
  const file = readJournal(location);
  return file && findJournal(file, at);
}

function findJournal(journal: JournalFile, at: () => string) {
  const text = sharedBytes(journal.text);
  // A line has more than 100 bytes, so at least half of the table stays empty.
  const starts = sharedNumbers(2 ** Math.ceil(Math.log2(text.length / 50 + 1)));
  // Whether there is a time to go on from shows only once the lines are valid.
  const known = new KnownLines({ text, starts, at: '' });
  const problems: Problem[] = [];
  let [start, number, last] = [0, 0, ''];
  while (start < text.length) {
    const line = known.lineAt(start);
    const finding = faultIn(line, last, known);
    number += 1;
    if (finding === undefined) starts[known.slotOf(linkhashIn(line))] = start + 1;
    else problems.push(problemAt(journal.file, { line: number, column: 1 }, '', { rule: 'journal-line', finding }));
    start += line.length + 1;
    last = line;
  }
  if (problems.length > 0) throw new ProblemsError(problems);
  const [newest] = lastLinesFirst(journal.text);
  return { ...journal, known: { text, starts, at: timeOfNext(timeIn(newest), at(), journal.file) } };
}

/** The time of what changes now. Throws a ProblemsError if no change could ever follow it. */
function timeOfNext(newest: string, at: string, file: string): string {
  const time = timeAfter(newest, at);
  // A later one has more digits, with a sign.
  if (time.length === lastTime.length && time < lastTime) return time;
  const finding = `changes would be of ${time}, after which no time can be written (its last line is of ${newest || 'no time'})`;
  throw errorAt(file, {
    rule: 'journal-time',
    finding,
    remedy: 'build with an earlier --at, and correct the times in the journal',
  });
}

/** What is wrong with a line after another one. Undefined for a valid line. */
function faultIn(line: string, last: string, known: KnownLines): string | undefined {
  const order = (text: string) => timeIn(text) + linkhashIn(text);
  if (!changeIn(line)) return `is ${quoteText(line)}, no line of a journal`;
  if (known.find(linkhashIn(line)) !== '') return `has the linkhash ${linkhashIn(line)} again`;
  return order(line) > order(last) ? undefined : `is of ${timeIn(line)}, out of order`;
}

/** Brings a journal up to date with the lines of all courses that were read (see `lineOf`). */
export function updateJournal(found: FoundJournal, read: Iterable<Uint8Array>): Journal {
  const { at } = found.known;
  const earlier = new Map(Array.from(lastLinesFirst(found.text), (line) => [linkhashIn(line), line]));
  const isRead = new Set<string>();
  const changed = new Map<string, string>();
  for (const lines of read) {
    for (const line of lastLinesFirst(lines)) {
      isRead.add(linkhashIn(line));
      if (timeIn(line) === at) changed.set(linkhashIn(line), line);
    }
  }
  for (const [linkhash, line] of earlier) {
    const last = isRead.has(linkhash) ? undefined : changeIn(line);
    if (last?.sha256) changed.set(linkhash, JSON.stringify({ linkhash, at, change: 'deleted', id: last.id }));
  }
  const unchanged = [...earlier.values()].filter((line) => !changed.has(linkhashIn(line)));
  if (changed.size === 0) return { found, text: found.text, lines: unchanged };
  // All begin with the linkhash.
  const lines = [...[...changed.values()].toSorted().toReversed(), ...unchanged];
  const text = new GrowingBytes(found.text.length + 256 * changed.size);
  for (const line of lines.toReversed()) {
    text.addText(line);
    text.addByte(lineEnd);
  }
  return { found, text: text.bytes, lines };
}

/** The courses that a journal had before it was brought up to date, and those of them that are deleted since. */
export function countDeleted({ found, text }: Journal): { readonly removed: number; readonly of: number } {
  const { at } = found.known;
  let [removed, of] = [0, 0];
  for (const line of lastLinesFirst(found.text)) if (createdIn(line) !== '') of += 1;
  for (const line of text === found.text ? [] : lastLinesFirst(text))
    if (timeIn(line) === at && createdIn(line) === '') removed += 1;
  return { removed, of };
}

export class KnownLines {
  private readonly text: Buffer;

  constructor(private readonly journal: KnownJournal) {
    this.text = Buffer.from(journal.text.buffer);
  }

  /** The line of a course; empty if there is none. */
  find(linkhash: string): string {
    const start = this.journal.starts[this.slotOf(linkhash)];
    return start ? this.lineAt(start - 1) : '';
  }

  /** The line of a course with this view: the one that is known, or one of now. */
  lineOf({ linkhash, id }: Course, sha256: string, length: number): string {
    const last = this.find(linkhash);
    if (last.includes(sha256)) return last;
    const created = createdIn(last);
    const change = created === '' ? { change: 'created' } : { change: 'updated', created };
    return JSON.stringify({ linkhash, at: this.journal.at, ...change, sha256, length, id });
  }

  lineAt(start: number): string {
    // Valid lines are ASCII. Of others, only the length in bytes matters.
    return this.text.toString('latin1', start, this.text.indexOf(lineEnd, start));
  }

  /** Where the start of the line of a course is in the table, or would be. */
  slotOf(linkhash: string): number {
    const { starts } = this.journal;
    const mask = starts.length - 1;
    let slot = Number.parseInt(linkhash.slice(0, 8), 16) & mask;
    for (let start = starts[slot]; start && linkhashIn(this.lineAt(start - 1)) !== linkhash; start = starts[slot])
      slot = (slot + 1) & mask;
    return slot;
  }
}
