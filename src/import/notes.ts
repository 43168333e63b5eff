// Notes: what an import left out or guessed, counted, with their locations in the source.
import type { Question } from './questions.ts';

/** A record that was left out, a value that was left out of a record, or a value that the source does not state as such. */
type NoteKind = 'leftOut' | 'valueLeftOut' | 'guessed';

export interface Note {
  readonly kind: NoteKind;
  /** What was done and why: `no title`. */
  readonly what: string;
  readonly count: number;
  /** Every location, with what was found there: people see the first, reports list them all. */
  readonly examples: readonly string[];
}

export class Notes {
  /** What the source does not say and only the user can. */
  readonly questions: Question[] = [];
  readonly ask = (question: Question): void => void this.questions.push(question);
  private readonly notes = new Map<string, { kind: NoteKind; what: string; count: number; examples: string[] }>();

  add(kind: NoteKind, what: string, location: string, value?: string): void {
    const key = `${kind} ${what}`;
    const note = this.notes.get(key) ?? { kind, what, count: 0, examples: [] };
    this.notes.set(key, note);
    note.count += 1;
    note.examples.push(value === undefined ? location : `${location} ${value}`);
  }

  ofKinds(...kinds: readonly NoteKind[]): Note[] {
    return [...this.notes.values()].filter(({ kind }) => kinds.includes(kind));
  }
}
