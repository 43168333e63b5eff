// The journal as a build finds it: what it says of a course, in every thread.
import { timeOf } from '../catalog/date.ts';
import type { Course } from '../catalog/course.ts';
import { problemAt, ProblemsError, type Problem } from '../problems.ts';
import { lineEnd, sharedNumbers } from '../text/bytes.ts';
import { quoteText } from '../text/quote.ts';
import type { JournalFile } from './file.ts';
import { changeIn, lastLinesFirst, linkhashIn, newestTime, timeAfter, timeIn } from './line.ts';

/** Plain data that threads share. */
export interface FoundJournal extends JournalFile {
  /** A hash table of linkhashes: where their lines begin, counted from 1. */
  readonly starts: Uint32Array;
  /** The time of all that changes now. */
  readonly at: string;
}

/**
 * Prepares a journal to be asked for courses. Throws a ProblemsError with all that is not as a build wrote it, unless that is known to
 * be nothing, or if the time of an update is unknown.
 */
export function findJournal(journal: JournalFile, isTrusted: boolean, at = () => timeOf(0)): FoundJournal {
  const text = textOf(journal);
  // A line has more than 100 bytes, so at least half of the table stays empty.
  const starts = sharedNumbers(2 ** Math.ceil(Math.log2(text.length / 50 + 1)));
  const problems: Problem[] = [];
  let [number, lastOrder] = [0, ''];
  for (let start = 0; start < text.length; start = text.indexOf(lineEnd, start) + 1) {
    number += 1;
    const slot = slotOf(linkhashAt(text, start), text, starts);
    if (!isTrusted) {
      const line = lineAt(text, start);
      const order = timeIn(line) + linkhashIn(line);
      const finding = faultIn(line, starts[slot] !== 0, order > lastOrder);
      if (finding !== undefined) {
        problems.push(problemAt(journal.file, { line: number, column: 1 }, '', { rule: 'journal-line', finding }));
        continue;
      }
      lastOrder = order;
    }
    starts[slot] = start + 1;
  }
  if (problems.length > 0) throw new ProblemsError(problems);
  return { ...journal, starts, at: timeAfter(newestTime(text), at()) };
}

function faultIn(line: string, isDouble: boolean, isLater: boolean): string | undefined {
  if (!changeIn(line)) return `is ${quoteText(line)}, no line of a journal`;
  if (isDouble) return `has the linkhash ${linkhashIn(line)} again`;
  return isLater ? undefined : `is of ${timeIn(line)}, out of order`;
}

export class KnownLines {
  private readonly text: Buffer;

  constructor(private readonly journal: FoundJournal) {
    this.text = textOf(journal);
  }

  /** The line of a course; undefined if there is none. */
  find(linkhash: string): string | undefined {
    const [start] = this.startsOf([linkhash]);
    return start === undefined ? undefined : lineAt(this.text, start);
  }

  /** Whether all these lines are known, or of now. */
  hasAll(lines: Uint8Array): boolean {
    return Array.from(lastLinesFirst(lines)).every(
      (line) => timeIn(line) === this.journal.at || this.find(linkhashIn(line)) === line,
    );
  }

  /** The line of a course with this view: the one that is known, or one of now. */
  lineOf({ linkhash, id }: Course, sha256: string, length: number): string {
    const last = this.find(linkhash) ?? '';
    if (last.includes(sha256)) return last;
    const { change: lastChange = 'deleted' } = changeIn(last) ?? {};
    const change = lastChange === 'deleted' ? 'created' : 'updated';
    return JSON.stringify({ linkhash, at: this.journal.at, change, sha256, length, id });
  }

  /** The bytes of all lines but those of some courses. */
  without(linkhashes: readonly string[]): Uint8Array[] {
    let from = 0;
    const pieces = this.startsOf(linkhashes)
      .toSorted((a, b) => a - b)
      .map((start) => {
        const piece = this.text.subarray(from, start);
        from = this.text.indexOf(lineEnd, start) + 1;
        return piece;
      });
    return [...pieces, this.text.subarray(from)];
  }

  /** Where the lines of these courses begin. */
  private startsOf(linkhashes: readonly string[]): number[] {
    const { starts } = this.journal;
    return linkhashes.flatMap((linkhash) => {
      const start = starts[slotOf(linkhash, this.text, starts)];
      return start ? start - 1 : [];
    });
  }
}

/** The linkhashes of all lines. */
export function* knownLinkhashes({ text = new Uint8Array() }: JournalFile): Generator<string> {
  for (const line of lastLinesFirst(text)) yield linkhashIn(line);
}

function textOf({ text = new Uint8Array() }: JournalFile): Buffer {
  return Buffer.from(text.buffer, text.byteOffset, text.length);
}

function lineAt(text: Buffer, start: number): string {
  return text.toString('latin1', start, text.indexOf(lineEnd, start));
}

function linkhashAt(text: Buffer, start: number): string {
  return text.toString('latin1', start + 13, start + 45);
}

/** Where the start of the line of a course is in a table, or would be. */
function slotOf(linkhash: string, text: Buffer, starts: Uint32Array): number {
  const mask = starts.length - 1;
  let slot = Number.parseInt(linkhash.slice(0, 8), 16) & mask;
  for (let start = starts[slot]; start && linkhashAt(text, start - 1) !== linkhash; start = starts[slot])
    slot = (slot + 1) & mask;
  return slot;
}
