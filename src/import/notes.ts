// Notes: what an import skipped or guessed, counted, with their locations in the input.
import type { ImportNote } from '../results.ts';
import type { Question } from './questions.ts';

export class Notes {
  /** What the input does not say and only the user can. */
  readonly questions: Question[] = [];
  readonly ask = (question: Question): void => void this.questions.push(question);
  private readonly notes = new Map<
    string,
    { kind: ImportNote['kind']; reason: string; count: number; examples: string[] }
  >();

  add(kind: ImportNote['kind'], reason: string, location: string, value?: string): void {
    const key = `${kind} ${reason}`;
    const note = this.notes.get(key) ?? { kind, reason, count: 0, examples: [] };
    this.notes.set(key, note);
    note.count += 1;
    note.examples.push(value === undefined ? location : `${location} ${value}`);
  }

  ofKinds(...kinds: readonly ImportNote['kind'][]): ImportNote[] {
    return [...this.notes.values()].filter(({ kind }) => kinds.includes(kind));
  }
}
