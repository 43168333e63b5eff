// A line of the journal: the last change of a course, as JSON with these fields in this order, without its end.
import { timeOf } from '../catalog/date.ts';
import { lineEnd } from '../text/bytes.ts';

export interface CourseChange {
  readonly linkhash: string;
  /** The time, such as `2026-11-23T09:00:00Z`. */
  readonly at: string;
  readonly change: 'created' | 'updated' | 'deleted';
  /** The digest of the bytes of its view; undefined if it is deleted. */
  readonly sha256?: string;
  /** The length of its view in bytes; undefined if it is deleted. */
  readonly length?: number;
  readonly id: number;
}

const form =
  /^\{"linkhash":"[\da-f]{32}","at":"\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}Z","change":"(?:deleted"|(?:created|updated)","sha256":"[\da-f]{64}","length":[1-9]\d{0,9}),"id":[1-9]\d{0,15}\}$/u;

/** Reads a line; undefined for any other text. */
export function changeIn(line: string): CourseChange | undefined {
  const seconds = form.test(line) ? Date.parse(timeIn(line)) / 1000 : Number.NaN;
  // A day that does not exist is read as a later one.
  return Number.isNaN(seconds) || timeOf(seconds) !== timeIn(line) ? undefined : JSON.parse(line);
}

/** The linkhash in a line; like the time, it is at the same offset in each. */
export function linkhashIn(line: string): string {
  return line.slice(13, 45);
}

/** The time in a line; empty without one. */
export function timeIn(line = ''): string {
  return line.slice(53, 73);
}

/** The lines of a text, each with an end, from the last to the first: in a journal, the newest first. */
export function* lastLinesFirst(text: Uint8Array): Generator<string> {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
  for (let end = bytes.length - 1; end > 0;) {
    const start = bytes.lastIndexOf(lineEnd, end - 1) + 1;
    // Valid lines are ASCII.
    yield bytes.toString('latin1', start, end);
    end = start - 1;
  }
}

/** The time, or if that is not after the last one a second after the last one: so whoever asks for what is later misses nothing. */
export function timeAfter(last: string, at: string): string {
  return at > last ? at : timeOf(Date.parse(last) / 1000 + 1);
}
