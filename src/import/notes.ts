// Notes: what an import left out or guessed, counted, with the first examples.
import type { Question } from './questions.ts';

/** What kind of note: a record that was left out, a value of one that was not, a value that the source does not state, or one that it must. */
export type NoteKind = 'leftOut' | 'valueLeftOut' | 'guessed' | 'missing';

export interface Note {
  readonly kind: NoteKind;
  /** What was done and why: `no title`. */
  readonly what: string;
  readonly count: number;
  /** Every place, with what was found there. */
  readonly examples: readonly string[];
}

export class Notes {
  /** What the source does not say, and only the user may. */
  readonly questions: Question[] = [];
  private readonly found = new Map<string, { kind: NoteKind; what: string; count: number; examples: string[] }>();

  add(kind: NoteKind, what: string, place: string, value?: string): void {
    const key = `${kind} ${what}`;
    const note = this.found.get(key) ?? { kind, what, count: 0, examples: [] };
    this.found.set(key, note);
    note.count += 1;
    note.examples.push(value === undefined ? place : `${place} ${value}`);
  }

  of(...kinds: readonly NoteKind[]): Note[] {
    return [...this.found.values()].filter(({ kind }) => kinds.includes(kind));
  }
}
