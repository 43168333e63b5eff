// The journal as a build finds it: what it says of a course, in every thread.
import { sharedNumbers } from '../text/bytes.ts';
import type { CourseChange } from './line.ts';
import { JournalLines, type LinesData } from './lines.ts';

/** Plain data that threads share. */
export interface KnownJournal extends LinesData {
  /** A hash table of linkhashes: the numbers of their lines, counted from 1. */
  readonly slots: Uint32Array;
  /** The time of all that changes now. */
  readonly at: string;
}

/** Prepares lines to be found by linkhash. */
export function indexed(data: LinesData, at: string): KnownJournal {
  const lines = new JournalLines(data);
  const slots = sharedNumbers(2 ** Math.ceil(Math.log2(2 * lines.length + 1)));
  for (let line = 0; line < lines.length; line += 1) {
    const slot = slotOf(lines.linkhash(line), lines, slots);
    // The first of two is found: a journal that has two is refused.
    if (slots[slot] === 0) slots[slot] = line + 1;
  }
  return { ...data, slots, at };
}

/** Where the number of the line of a course is, or would be. */
function slotOf(linkhash: string, lines: JournalLines, slots: Uint32Array): number {
  const mask = slots.length - 1;
  let slot = Number.parseInt(linkhash.slice(0, 8), 16) & mask;
  for (let line = slots[slot]; line && lines.linkhash(line - 1) !== linkhash; line = slots[slot])
    slot = (slot + 1) & mask;
  return slot;
}

export class KnownLines extends JournalLines {
  readonly updatedAt: string;
  private readonly slots: Uint32Array;

  constructor(journal: KnownJournal) {
    super(journal);
    this.updatedAt = journal.at;
    this.slots = journal.slots;
  }

  /** The number of the line of a course; undefined if there is none. */
  find(linkhash: string): number | undefined {
    const line = this.slots[slotOf(linkhash, this, this.slots)] ?? 0;
    return line === 0 ? undefined : line - 1;
  }

  /** Whether a line of a course is known, or of now. */
  has(lines: JournalLines, line: number): boolean {
    const known = this.find(lines.linkhash(line));
    return lines.at(line) === this.updatedAt || (known !== undefined && this.text(known) === lines.text(line));
  }

  /** The last change of a course with this view: the one that is known, or now. */
  changeOf(view: Omit<CourseChange, 'at' | 'change'>): CourseChange {
    const line = this.find(view.linkhash);
    const last = line === undefined ? undefined : this.change(line);
    if (last?.sha256 === view.sha256) return last;
    const change = last && last.change !== 'deleted' ? 'updated' : 'created';
    return {
      linkhash: view.linkhash,
      at: this.updatedAt,
      change,
      sha256: view.sha256,
      length: view.length,
      id: view.id,
    };
  }
}
