// A line of the journal: the last change of a course, as texts of fixed width.
import { readDate, timeOf } from '../catalog/date.ts';

/** The last change of a course: a line of a journal or of a list of changes, of which most builds read little. */
export class JournalLine {
  /** `text` has the form of a line, and no end. */
  constructor(readonly text: string) {}

  get linkhash(): string {
    return this.text.slice(13, 45);
  }

  /** The time, such as `2026-11-23T09:00:00Z`. */
  get at(): string {
    return this.text.slice(53, 73);
  }

  get change(): 'created' | 'updated' | 'deleted' {
    const word = this.text.slice(85, 92);
    return word === 'created' || word === 'updated' ? word : 'deleted';
  }

  /** The digest of the bytes of its view; empty if it is deleted. */
  get sha256(): string {
    return this.change === 'deleted' ? '' : this.text.slice(104, 168);
  }

  /** The length of its view in bytes, unless it is deleted. */
  get length(): number {
    return Number.parseInt(this.text.slice(179), 10);
  }

  get id(): number {
    return Number.parseInt(this.text.slice(this.text.lastIndexOf(':') + 1), 10);
  }
}

const form =
  /^\{"linkhash":"[\da-f]{32}","at":"\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}Z","change":"(?:(?:created|updated)","sha256":"[\da-f]{64}","length":[1-9]\d{0,9}|deleted"),"id":[1-9]\d{0,15}\}$/u;

/** Reads a line; undefined for a text that is none. */
export function lineIn(text: string): JournalLine | undefined {
  const line = form.test(text) ? new JournalLine(text) : undefined;
  return line && typeof readDate(line.at) !== 'string' ? line : undefined;
}

/** Lines as the journal has them. */
export function journalText(lines: readonly JournalLine[]): string {
  return lines.map(({ text }) => `${text}\n`).join('');
}

/** The time, or if that is not after the last one a second after the last one: so whoever asks for what is later misses nothing. */
export function timeAfter(last: string | undefined, at: string): string {
  return last === undefined || at > last ? at : timeOf(Date.parse(last) / 1000 + 1);
}
